// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportSales } from '#sync/till/carry.ts'
import { markSent, settle } from '#sync/till/outbox.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { moveCash, openDrawer } from '#sync/till/shifts/in-shift.ts'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import { accepted, aDraft, aTill, DEVICE, rejected } from '#tests/support/till/till.ts'

const { TodaysSales } = await import('#pwa/pos/sales/todays-sales.tsx')
const { till } = await import('#pwa/pos/till.ts')

const saved = vi.fn<(name: string) => void>()

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  URL.createObjectURL = () => 'blob:file'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  saved.mockClear()
  await Promise.all([till.outbox.clear(), till.sales.clear(), till.till.clear()])
  await till.till.put({
    key: 'till',
    id: 1,
    code: 'T1',
    name: 'Front counter',
    device_id: DEVICE,
    last_number: 117,
    last_seq: 40,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (address = '/staff/till/sales') =>
  act(async () => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <TodaysSales />
      </MemoryRouter>,
    )
  })
const rowOf = (number: string) => screen.getByText(number).closest('li')!

test('shows how far each sale has come, and filters by state', async () => {
  const sales = []
  for (let count = 0; count < 4; count += 1) sales.push(await ringUp(till, aDraft()))
  const [, sent, done, refused] = sales
  await markSent(till, await till.outbox.where({ id: sent!.id }).toArray(), Date.now())
  await settle(till, [accepted(done!.id, 5012), rejected(refused!.id, 'The account is not known.')])
  await show()
  await screen.findByText('T1-000118')
  expect(rowOf('T1-000118').textContent).toContain('Not sent yet')
  expect(rowOf('T1-000119').textContent).toContain('Sent')
  expect(rowOf('T1-000120').textContent).toContain('Synced, order #5012')
  expect(rowOf('T1-000121').textContent).toContain('Needs attention')
  expect(rowOf('T1-000121').textContent).toContain('The account is not known.')
  fireEvent.click(screen.getByRole('button', { name: /^Synced/ }))
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1)
})

test('sends a refused sale again on request', async () => {
  const sale = await ringUp(till, aDraft())
  await settle(till, [rejected(sale.id)])
  await show('/staff/till/sales?state=attention')
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('No sales in this state')
  expect((await till.outbox.toArray())[0]!.held).toBe(0)
})

test('keeps yesterday’s sale in the list until the shop accepts it', async () => {
  const sale = await ringUp(till, aDraft())
  await till.sales.update(sale.id, { occurred_at: new Date(Date.now() - 26 * 3_600_000).toISOString() })
  await show()
  await screen.findByText(sale.number)
  await act(() => settle(till, [accepted(sale.id)]))
  await screen.findByText('No sales today yet')
  expect(screen.queryByText(sale.number)).toBeNull()
})

test('lists cash paid out and openings of the drawer, while they wait and once the shop has accepted them', async () => {
  const ama = { id: 7, name: 'Ama' }
  const { id: shift_id } = await openShift(till, { id: crypto.randomUUID(), float: {} }, ama)
  const out = {
    id: crypto.randomUUID(),
    shift_id,
    direction: 'OUT' as const,
    reason: 'SUPPLIES',
    note: 'Bags',
    amount: 5,
  }
  const opening = { id: crypto.randomUUID(), shift_id, reason: 'CHANGE', note: '' }
  await moveCash(till, out, ama)
  await openDrawer(till, opening, ama)
  await settle(till, [{ id: out.id, status: 'accepted' }])
  await show()
  const rowWith = (words: RegExp) => screen.getByText(words).closest('li')!
  await screen.findByText(/Paid out: Supplies/)
  expect(rowWith(/Paid out: Supplies/).textContent).toMatch(/^Cash move.*5\.00 · BagsSynced$/)
  expect(rowWith(/No sale: Give change/).textContent).toMatch(/^Drawer opened.*Not sent yet$/)
  fireEvent.click(screen.getByRole('button', { name: /^Synced/ }))
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1)
})

test("counts a day's sales apart from earlier ones in the list", async () => {
  const [earlier] = [
    await ringUp(till, aDraft()),
    await ringUp(till, aDraft({ lines: [{ product_variation_id: 2, quantity: 1, price: 30 }] })),
  ]
  await till.sales.update(earlier.id, { occurred_at: new Date(Date.now() - 26 * 3_600_000).toISOString() })
  await show()
  await screen.findByText(earlier.number)
  expect(screen.getByText(/· 1 sale ·/).textContent).toMatch(
    / · 1 sale · GH₵\u00A030\.00 · plus 1 sale from earlier days, not synced yet$/,
  )
})

test('shows a receipt again', async () => {
  await ringUp(till, aDraft())
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt T1-000118' }))
  const paper = await screen.findByRole('article', { name: 'Receipt T1-000118' })
  expect(paper.textContent).toContain('Slim jeans')
  expect(paper.textContent).toContain('Ama Mensah')
})

test('saves unsent sales to a file after asking, and keeps them here', async () => {
  await ringUp(till, aDraft())
  await show()
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export unsent' }).disabled).toBe(false),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export unsent' }))
  expect(saved).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Export to a file' }))
  await screen.findByText(/1 sale saved to/)
  expect(saved.mock.calls[0]![0]).toMatch(/^unsent-sales-T1-.*\.json$/)
  expect(await till.outbox.count()).toBe(1)
})

test("imports another till's file once, however often, and refuses a damaged one in words", async () => {
  const other = await aTill()
  await ringUp(other, aDraft())
  const { text, name } = await exportSales(other)
  await show()
  await importFile(text, name)
  await screen.findByText(/1 sale imported/)
  await importFile(text, name)
  await screen.findByText(/1 sale was here already/)
  expect(await till.outbox.count()).toBe(1)
  await importFile('{"nothing": true}', 'x.json')
  await screen.findByText('This file has no unsent sales, or is damaged.')
})

async function importFile(text: string, name: string) {
  // jsdom's files cannot be read.
  const file = Object.assign(new File([text], name), { text: async () => text })
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  fireEvent.change(await screen.findByLabelText('File of unsent sales'), { target: { files: [file] } })
}
