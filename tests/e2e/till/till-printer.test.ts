import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAt, COUNTER } from '#tests/support/browser/look.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { sql } from '#tests/support/people/books.ts'
import { plugInPrinter, type FakeUsb } from '#tests/support/printer/fake-usb.ts'
import { thermalPrinter, type Printed } from '#tests/support/printer/thermal-printer.ts'
import { until } from '#tests/support/runs/processes.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

const BARCODE = '6034128000424'
const COLUMNS_58 = 32

let shop: Shop
let gateway: Gateway
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  await sql(shop, "UPDATE settings SET value = 'ON' WHERE name = 'till_shifts'")
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url, { prepare: browser => browser.addInitScript(plugInPrinter) })
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true })
const toPrinter = (name: string | RegExp) => tablet.page.getByRole('link', { name }).click()
const toTill = async () => {
  await tablet.page.getByRole('link', { name: 'To the till' }).click()
  await tablet.counter.ready()
}

/** What this page's printer printed, each transfer by itself. */
const prints = async (page = tablet.page): Promise<Printed[]> =>
  (await page.evaluate(() => (globalThis as unknown as { fakeUsb: FakeUsb }).fakeUsb.transfers)).map(bytes =>
    thermalPrinter(Uint8Array.from(bytes), COLUMNS_58),
  )
async function printed(count: number): Promise<Printed[]> {
  await until(async () => (await prints()).length === count, `${count} prints`)
  return prints()
}
const change = (what: Partial<FakeUsb>, page = tablet.page) =>
  page.evaluate(told => {
    Object.assign((globalThis as unknown as { fakeUsb: FakeUsb }).fakeUsb, told)
    if (told.plugged === false) localStorage.setItem('fake-unplugged', 'yes')
    if (told.plugged === true) {
      localStorage.removeItem('fake-unplugged')
      const { usb } = navigator as unknown as { usb: EventTarget }
      usb.dispatchEvent(new Event('connect'))
    }
  }, what)

async function sell(): Promise<string> {
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  return tablet.counter.checkOut()
}

test('chooses a printer, keeps how it prints, and tries it', async () => {
  await toPrinter('Receipt printer')
  await button('Connect by USB').waitFor()
  expect(await lookAt(tablet.page, /Receipt printer/)).toEqual([])
  await tablet.page.setViewportSize(COUNTER)
  await button('Connect by USB').click()
  await tablet.page.getByRole('heading', { name: 'POS58 Printer (USB)' }).waitFor()
  await tablet.page.getByLabel('Paper').selectOption('58 mm')
  await button('Test print').click()
  await tablet.page.getByText('The test page went to the printer.').waitFor()
  const [test] = await printed(1)
  expect(test!.rows.join('\n')).toContain('[bars CODE128 T1-000000]')
  expect(await lookAt(tablet.page, /Receipt printer/)).toEqual([])
  await tablet.page.setViewportSize(COUNTER)
  await tablet.page.reload()
  expect(await tablet.page.getByLabel('Paper').inputValue()).toBe('58')
  await toTill()
})

test('prints each sale’s receipt without a network, opens the drawer for cash, and numbers a copy', async () => {
  gateway.cut()
  const number = await sell()
  const [receipt] = await printed(1)
  expect(receipt).toMatchObject({ drawer: 1, cuts: 1 })
  expect(receipt!.rows.join('\n')).toContain(`[QR ${number}]`)
  expect(receipt!.rows.join('\n')).not.toContain('COPY')
  await button('Print').click()
  const [, copy] = await printed(2)
  expect([copy!.drawer, copy!.rows.some(row => row.endsWith('COPY 1'))]).toEqual([0, true])
  await button('Print dialog').waitFor()
  await tablet.counter.newSale()
  gateway.mend()
})

test('keeps receipts of an unplugged printer through a reload, goes on selling, and prints them in order later', async () => {
  await change({ plugged: false })
  const numbers = [await sell()]
  await tablet.page.getByText('1 print is waiting for the printer').first().waitFor()
  await tablet.page.getByText('The printer is not connected. Switch it on and check its cable.').waitFor()
  await tablet.counter.newSale()
  numbers.push(await sell())
  await tablet.page.getByText('2 prints are waiting for the printer').first().waitFor()
  await tablet.page.reload()
  await tablet.counter.ready()
  await toPrinter('2 not printed')
  for (const number of numbers) await tablet.page.getByRole('listitem').filter({ hasText: number }).waitFor()
  expect(await lookAt(tablet.page, /Receipt printer/)).toEqual([])
  await tablet.page.setViewportSize(COUNTER)

  await change({ plugged: true })
  const receipts = await printed(2)
  expect(receipts.map(({ rows }) => numbers.findIndex(number => rows.join('\n').includes(`[QR ${number}]`)))).toEqual([
    0, 1,
  ])
  // Nobody stands beside the drawer then.
  expect(receipts.map(({ drawer }) => drawer)).toEqual([0, 0])
  await tablet.page.getByText('prints are waiting for the printer').waitFor({ state: 'detached' })
  await toTill()
})

test('says what a printer needs that takes no more, and prints on request', async () => {
  await change({ state: 'broken' })
  const number = await sell()
  await tablet.page.getByText('The printer has stopped. Check its paper and its cover.').waitFor()
  const before = (await prints()).length
  await change({ state: 'ready' })
  await button('Print now').click()
  const receipts = await printed(before + 1)
  expect(receipts.at(-1)!.rows.join('\n')).toContain(`[QR ${number}]`)
  await tablet.page.getByText('1 print is waiting for the printer').first().waitFor({ state: 'detached' })
  await tablet.counter.newSale()
})

test('prints a waiting receipt once when two tabs are open', async () => {
  await change({ plugged: false })
  await sell()
  await tablet.page.getByText('1 print is waiting for the printer').first().waitFor()
  await tablet.counter.newSale()
  const { page: other } = await tablet.tab()
  await other.getByRole('link', { name: '1 not printed' }).waitFor()
  const before = (await prints()).length
  await Promise.all([tablet.page, other].map(page => change({ plugged: true }, page)))
  for (const page of [tablet.page, other])
    await page.getByRole('link', { name: '1 not printed' }).waitFor({ state: 'detached' })
  expect((await prints()).length - before + (await prints(other)).length).toBe(1)
  await other.close()
})

test('prints the report of a shift, and opens the drawer when no sale is rung up', async () => {
  await tablet.page.getByRole('link', { name: 'Open shift' }).click()
  await tablet.page.getByLabel('20p coins', { exact: true }).fill('5')
  await button('Open shift').click()
  await button('No sale').click()
  await tablet.page.getByLabel('Reason').selectOption({ label: 'Give change' })
  const before = (await prints()).length
  await button('No sale').last().click()
  expect((await printed(before + 1)).at(-1)).toMatchObject({ drawer: 1, cuts: 0 })
  await button('X report').click()
  await button('Print dialog').waitFor()
  await button('Print').click()
  const report = (await printed(before + 2)).at(-1)!
  expect(report.rows.join('\n')).toContain('X report')
  await change({ plugged: false })
  await button('Print').click()
  await tablet.page.getByText('The printer is not connected. Switch it on and check its cable.').waitFor()
})
