// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSetup, printerSetup } from '#pwa/printer/printer-setup.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { plugInPrinter, type FakeUsb } from '#tests/support/printer/fake-usb.ts'
import { thermalPrinter } from '#tests/support/printer/thermal-printer.ts'
import { aDraft, DEVICE } from '#tests/support/till/till.ts'

plugInPrinter()
const fake = (globalThis as unknown as { fakeUsb: FakeUsb }).fakeUsb
const { finishedSale } = await import('#pwa/pos/counter.ts')
const { forgetWaiting, openDrawerFor, printing, printReceipt, printSlip, printWaiting, startPrinting, waitingPrints } =
  await import('#pwa/pos/printer/print-jobs.ts')
const { replica, till } = await import('#pwa/pos/till.ts')
const store = getDefaultStore()
startPrinting()

const SETUP = aSetup({ link: 'usb', name: 'POS58', vendor: 0x0416, product: 0x5011, serial: 'A1' })

beforeEach(async () => {
  await forgetWaiting()
  Object.assign(fake, { transfers: [], plugged: true, state: 'ready' })
  store.set(finishedSale, null)
  store.set(printing, { busy: false, fault: null })
  store.set(printerSetup, SETUP)
  await Promise.all([till.outbox.clear(), till.sales.clear()])
  await till.till.put({
    key: 'till',
    id: 1,
    code: 'T1',
    name: 'Till',
    device_id: DEVICE,
    last_number: 117,
    last_seq: 40,
  })
})

const prints = () => fake.transfers.map(bytes => thermalPrinter(Uint8Array.from(bytes), 48))
const printed = async (count: number) => {
  await vi.waitFor(() => expect(fake.transfers.length).toBe(count))
  return prints()
}
const sold = async (overrides = {}) => {
  const sale = await ringUp(till, aDraft(overrides))
  store.set(finishedSale, sale)
  return sale
}

test('opens the drawer for cash only', async () => {
  await sold({ account_code: 'BANK', tendered: null })
  await printed(1)
  await sold()
  expect((await printed(2)).map(({ drawer }) => drawer)).toEqual([0, 1])
})

test('opens the drawer for each way of paying that says so', async () => {
  const tender = { name: 'Cheque', kind: 'OTHER' as const, asks_reference: 'MAY' as const, place: 9 }
  vi.spyOn(replica, 'accounts').mockReturnValue([
    { ...tender, id: 8, code: 'TENDER_CHEQUE', opens_drawer: 1 },
    { ...tender, id: 9, code: 'TENDER_VOUCHER', opens_drawer: 0 },
  ])
  await sold({ account_code: 'TENDER_VOUCHER', tendered: null })
  await printed(1)
  await sold({ account_code: 'TENDER_CHEQUE', tendered: null })
  expect((await printed(2)).map(({ drawer }) => drawer)).toEqual([0, 1])
  vi.restoreAllMocks()
})

test('opens the drawer to give back money that is in it', async () => {
  await openDrawerFor(['BANK', 'GIFT_CARDS'])
  await openDrawerFor(['BANK', 'CASH'])
  expect((await printed(1)).map(({ drawer, cuts }) => [drawer, cuts])).toEqual([[1, 0]])
})

test('leaves the drawer shut when this device has none', async () => {
  store.set(printerSetup, { ...SETUP, drawer: false })
  await sold()
  expect((await printed(1))[0]).toMatchObject({ drawer: 0, cuts: 1 })
})

test('only opens the drawer when receipts are printed on request', async () => {
  store.set(printerSetup, { ...SETUP, automatic: false })
  const sale = await sold()
  expect((await printed(1))[0]).toMatchObject({ drawer: 1, cuts: 0 })
  await printReceipt(sale)
  expect((await printed(2))[1]).toMatchObject({ drawer: 0, cuts: 1 })
})

test('prints nothing, and counts nothing, without a printer', async () => {
  store.set(printerSetup, null)
  const sale = await sold()
  await printWaiting()
  expect([fake.transfers.length, store.get(waitingPrints).length]).toEqual([0, 0])
  expect((await till.sales.get(sale.id))!.printed).toBeUndefined()
})

test('drops a receipt whose sale the device has no more, and prints the next', async () => {
  fake.plugged = false
  await sold()
  await vi.waitFor(() => expect(store.get(printing).fault).toBe('away'))
  localStorage.setItem(
    'till-prints',
    JSON.stringify([
      { sale_id: 'gone', number: 'T1-000001', copy: 0, drawer: false, at: 0 },
      ...store.get(waitingPrints),
    ]),
  )
  fake.plugged = true
  await printWaiting()
  expect(prints().map(({ rows }) => rows.some(row => row.includes('T1-000118')))).toEqual([true])
  expect([store.get(waitingPrints), store.get(printing).fault]).toEqual([[], null])
})

test('numbers copies by the device’s own count', async () => {
  const sale = await sold()
  await printed(1)
  expect([await printReceipt(sale), await printReceipt(sale)]).toEqual([1, 2])
  const copies = (await printed(3)).map(({ rows }) =>
    rows
      .find(row => row.includes('COPY'))
      ?.trim()
      .split(/\s+/)
      .at(-1),
  )
  expect(copies).toEqual([undefined, '1', '2'])
  expect((await till.sales.get(sale.id))!.printed).toBe(3)
})

test('still has the customer’s name when the shop took the sale before the printer did', async () => {
  fake.plugged = false
  const sale = await sold({ customer_name: 'Kofi Mensah' })
  await vi.waitFor(() => expect(store.get(printing).fault).toBe('away'))
  await till.sales.update(sale.id, { customer_name: null, was_named: true })
  fake.plugged = true
  await printWaiting()
  expect(prints()[0]!.rows.join('\n')).toContain('Kofi Mensah')
})

test('keeps the report of a shift in line until the printer takes it, also after a reload', async () => {
  fake.plugged = false
  const slip = { shop: 'Selvedge', title: 'Z report', file: 'z-1', parts: [[{ label: 'Sales', value: '12' }]] }
  await printSlip(slip)
  await sold()
  await vi.waitFor(() => expect(store.get(waitingPrints)).toHaveLength(2))
  expect(store.get(printing).fault).toBe('away')
  expect((JSON.parse(localStorage.getItem('till-prints')!) as object[]).map(job => 'slip' in job)).toEqual([
    true,
    false,
  ])
  fake.plugged = true
  await printWaiting()
  expect(prints().map(({ rows, drawer }) => [rows.some(row => row.includes('Z report')), drawer])).toEqual([
    [true, 0],
    [false, 0],
  ])
  expect([store.get(waitingPrints), store.get(printing).fault]).toEqual([[], null])
})
