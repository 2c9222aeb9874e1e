// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/locks.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportSales } from '#sync/till/carry.ts'
import { markSent, settle } from '#sync/till/outbox.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { accepted, aDraft, aTill, DEVICE, rejected } from '#tests/support/till.ts'

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
  await Promise.all([till.outbox.clear(), till.sales.clear()])
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

test('each sale says how far it has come, and the filter shows those of one state', async () => {
  const sales = []
  for (let count = 0; count < 4; count += 1) sales.push(await ringUp(till, aDraft()))
  const [, sent, done, refused] = sales
  await markSent(till, await till.outbox.where({ id: sent!.id }).toArray(), Date.now())
  await settle(till, [accepted(done!.id, 5012), rejected(refused!.id, 'The account is not known.')])
  await show()
  await screen.findByText('T1-000118')
  expect(rowOf('T1-000118').textContent).toContain('On this device')
  expect(rowOf('T1-000119').textContent).toContain('Sent')
  expect(rowOf('T1-000120').textContent).toContain('Accepted as #5012')
  expect(rowOf('T1-000121').textContent).toContain('Needs attention')
  expect(rowOf('T1-000121').textContent).toContain('The account is not known.')
  fireEvent.click(screen.getByRole('button', { name: /^Accepted/ }))
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1)
})

test('a refused sale goes out again when somebody says so', async () => {
  const sale = await ringUp(till, aDraft())
  await settle(till, [rejected(sale.id)])
  await show('/staff/till/sales?state=attention')
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('No sales in this state')
  expect((await till.outbox.toArray())[0]!.held).toBe(0)
})

test('yesterday’s sale stays in the list until the shop has accepted it', async () => {
  const sale = await ringUp(till, aDraft())
  await till.sales.update(sale.id, { occurred_at: new Date(Date.now() - 26 * 3_600_000).toISOString() })
  await show()
  await screen.findByText(sale.number)
  await act(() => settle(till, [accepted(sale.id)]))
  await screen.findByText('No sales today yet')
  expect(screen.queryByText(sale.number)).toBeNull()
})

test('what a day has sold is that day’s alone; what is listed of earlier days is told apart', async () => {
  const [earlier] = [
    await ringUp(till, aDraft()),
    await ringUp(till, aDraft({ lines: [{ product_variation_id: 2, quantity: 1, price: 30 }] })),
  ]
  await till.sales.update(earlier.id, { occurred_at: new Date(Date.now() - 26 * 3_600_000).toISOString() })
  await show()
  await screen.findByText(earlier.number)
  expect(screen.getByText(/· 1 sale ·/).textContent).toMatch(
    / · 1 sale · GH₵\u00A030\.00 · and 1 sale of earlier days, not accepted yet$/,
  )
})

test('a receipt can be shown again', async () => {
  await ringUp(till, aDraft())
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Receipt T1-000118' }))
  const paper = await screen.findByRole('article', { name: 'Receipt T1-000118' })
  expect(paper.textContent).toContain('Slim jeans')
  expect(paper.textContent).toContain('Ama Mensah')
})

test('unsent sales go into a file after a question, and stay here', async () => {
  await ringUp(till, aDraft())
  await show()
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export unsent' }).disabled).toBe(false),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export unsent' }))
  expect(saved).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Export to a file' }))
  await screen.findByText(/1 sale written to/)
  expect(saved.mock.calls[0]![0]).toMatch(/^unsent-sales-T1-.*\.json$/)
  expect(await till.outbox.count()).toBe(1)
})

test('sales of another till come in from its file once, however often it is imported; a damaged file is refused in words', async () => {
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
  await screen.findByText('This file holds no unsent sales, or it is damaged.')
})

async function importFile(text: string, name: string) {
  // jsdom's files cannot be read.
  const file = Object.assign(new File([text], name), { text: async () => text })
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  fireEvent.change(await screen.findByLabelText('File of unsent sales'), { target: { files: [file] } })
}
