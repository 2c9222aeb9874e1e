// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '#pwa/lib/format.ts'
import { ChangeList } from '#pwa/staff/kit/change-list.tsx'
import { deedOf, fieldsOf } from '#pwa/staff/kit/change-words.ts'
import { HistoryPanel } from '#pwa/staff/kit/history-panel.tsx'
import { ImportView } from '#pwa/staff/import/import-view.tsx'
import { CashCountView } from '#pwa/staff/ledger/cash-count-view.tsx'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const AMA = { id: 3, name: 'Ama' }
const change = (id: number, changes: Partial<StaffChange> = {}): StaffChange => ({
  id,
  user: AMA,
  ip: '10.0.0.7',
  subject: 'product',
  subject_id: 41,
  action: 'change',
  was: { name: `Name ${id}` },
  became: { name: `Name ${id + 1}` },
  created_at: MOMENT,
  ...changes,
})

let calls: Call[] = []
let rows: StaffChange[] = []
/** What every page is refused with from this one on. */
let refusedFrom = Infinity
const A_PAGE = 12

const searchOf = ({ url }: Call) => new URL(url, 'http://shop.test').searchParams
const COUNT = {
  id: 41,
  account_code: 'CASH',
  account: { name: 'Cash' },
  till: null,
  counted: 120,
  expected: 120,
  difference: 0,
  shift_id: null,
  since_last: 0,
  remains: 120,
  note: '',
  user: AMA,
  transaction_id: null,
  bookable: false,
  previous_at: null,
  created_at: MOMENT,
}
const FILE = {
  id: 41,
  file_name: 'goods.csv',
  format_code: 'own',
  status_code: 'CHECKING',
  done: 0,
  total: 0,
  summary: null,
  user: AMA,
  created_at: MOMENT,
  columns: [],
  given_up: null,
  error: null,
}

function answer(call: Call): Response {
  if (call.url.startsWith('/api/staff/cash-counts'))
    return json({ cash_count: COUNT, entries: [], total: 0, by_teller: [], by_hour: [], suspects: [] })
  if (call.url.startsWith('/api/staff/imports')) return json({ import: FILE })
  if (!call.url.startsWith('/api/staff/changes'))
    return json({ users: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 20 } })
  const page = Number(searchOf(call).get('page') ?? 1)
  if (page >= refusedFrom) return json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
  return json({
    changes: {
      data: rows.slice((page - 1) * A_PAGE, page * A_PAGE),
      total: rows.length,
      last_page: Math.max(1, Math.ceil(rows.length / A_PAGE)),
      current_page: page,
      per_page: A_PAGE,
    },
  })
}
const asked = () =>
  calls.filter(({ url }) => url.startsWith('/api/staff/changes')).map(call => Object.fromEntries(searchOf(call)))

const open = (address = '/staff/changes') =>
  showRoutes(
    [
      { path: '/staff/changes', Component: ChangeList },
      { path: '/staff/products/:id/view', element: <h1>A product</h1> },
    ],
    [address],
  )
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.trim())

beforeEach(() => {
  rows = [change(1)]
  refusedFrom = Infinity
  calls = shopThatAnswers(answer)
})

it('shows who changed what, when and from where, before and after, with links', async () => {
  rows = [
    change(9, {
      was: { retail_price: 150, status_code: 'LIVE' },
      became: { retail_price: 120, status_code: 'INACTIVE' },
    }),
    change(8, {
      user: null,
      ip: null,
      subject: 'period',
      subject_id: null,
      action: 'close',
      was: null,
      became: { period: '2026-10' },
    }),
    change(7, { subject: 'product', subject_id: 40, action: 'delete', was: { name: 'Old jeans' }, became: null }),
  ]
  const router = open()
  const [, first, second, third] = await screen.findAllByRole('row')
  expect(cells(first!)).toEqual([
    'Product 41Changed',
    'Ama',
    formatDate(MOMENT),
    '10.0.0.7',
    `Retail price ${formatCedis(150)} became ${formatCedis(120)}Status Live became Inactive`,
  ])
  expect(cells(second!)).toEqual(['MonthClosed', 'The shop', formatDate(MOMENT), '–', 'Period 2026-10'])
  expect(cells(third!)).toEqual(['Product 40Deleted', 'Ama', formatDate(MOMENT), '10.0.0.7', 'Name Old jeans'])
  expect(within(first!).getByRole('link', { name: 'Ama' }).getAttribute('href')).toBe('/staff/users/3/view')
  expect([second, third].map(row => within(row!).queryByRole('link', { name: /Period|Product/ }))).toEqual([null, null])
  fireEvent.click(screen.getByRole('link', { name: 'Product 41' }))
  await screen.findByRole('heading', { name: 'A product' })
  expect(router.state.location.pathname).toBe('/staff/products/41/view')
})

it('requests what its address says, and nothing impossible', async () => {
  open(
    '/staff/changes?subject=user&subject_id=5&user_id=7&start_date=2026-11-01&end_date=2026-11-30&search=Ama&page=2&order_column=id&order_direction=asc',
  )
  await waitFor(() =>
    expect(asked()).toEqual([
      {
        subject: 'user',
        subject_id: '5',
        user_id: '7',
        start_date: '2026-11-01',
        end_date: '2026-11-30',
        search: 'Ama',
        order_column: 'id',
        order_direction: 'asc',
        page: '2',
        per_page: '12',
      },
    ]),
  )
  cleanup()
  open('/staff/changes?subject_id=5.5&user_id=Ama&order_column=was')
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', per_page: '12' }))
})

it('keeps each filter in the address, and restarts at the first page', async () => {
  rows = Array.from({ length: 13 }, (_, n) => change(n + 1))
  const router = open('/staff/changes?page=2&search=Ama')
  fireEvent.change(screen.getByLabelText('What'), { target: { value: 'delivery_zone' } })
  await waitFor(() => expect(router.state.location.search).toBe('?search=Ama&subject=delivery_zone'))
  fireEvent.change(screen.getByLabelText('Id'), { target: { value: '4' } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-02' } })
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      search: 'Ama',
      subject: 'delivery_zone',
      subject_id: '4',
      start_date: '2026-11-02',
      page: '1',
      per_page: '12',
    }),
  )
  expect(
    within(screen.getByLabelText('What')).getByRole<HTMLOptionElement>('option', { name: 'Delivery zone' }).selected,
  ).toBe(true)
})

it('turns pages under the same filter', async () => {
  rows = Array.from({ length: 30 }, (_, n) => change(n + 1))
  const router = open('/staff/changes?subject=product')
  expect(await screen.findByText('30 results')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe(
    '/staff/changes?subject=product&page=3',
  )
  fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(screen.queryByText('Name 1')).toBeNull())
  expect([router.state.location.search, screen.getAllByText('Name 13')]).toEqual([
    '?subject=product&page=2',
    [expect.anything()],
  ])
  expect(asked().at(-1)).toEqual({ subject: 'product', page: '2', per_page: '12' })
})

it('says when there is nothing, why it could not be loaded, and loads it again', async () => {
  rows = []
  refusedFrom = 1
  open()
  await screen.findByText('The shop is closed for a moment.')
  expect(screen.queryByText('No changes found.')).toBeNull()
  refusedFrom = Infinity
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No changes found.')
  expect(screen.queryByText('The shop is closed for a moment.')).toBeNull()
})

it('names what a row refers to once, and shows flags, lists and counts as such', () => {
  const words = (subject: string, was: Record<string, unknown> | null, became: Record<string, unknown> | null) =>
    fieldsOf({ subject, was, became }).map(field => [field.name, field.was, field.became])
  expect(
    words(
      'user',
      { role_code: 'CUSTOMER', role: { id: 1, name: 'Customer' } },
      { role_code: 'MANAGER', role: { id: 3, name: 'Manager' } },
    ),
  ).toEqual([['Role', 'Customer', 'Manager']])
  expect(
    words(
      'delivery_zone',
      { region_code: 'GH-AH', region: { name: 'Ashanti' } },
      { region_code: 'GH-NP', region: { name: 'Northern' } },
    ),
  ).toEqual([['Region', 'Ashanti', 'Northern']])
  expect(words('coupon', { free_delivery: 1, max_usage: null }, { free_delivery: 0, max_usage: 1500 })).toEqual([
    ['Free delivery', 'Yes', 'No'],
    ['Maximum uses', '–', '1,500'],
  ])
  expect(words('product', { features: '["Five pockets","High rise"]' }, { features: '[]' })).toEqual([
    ['Features', 'Five pockets; High rise', '–'],
  ])
  expect(words('refund', null, { order_id: 12_345, amount: 1149.5 })).toEqual([
    ['Order id', '–', '12345'],
    ['Amount', '–', formatCedis(1149.5)],
  ])
  expect(words('product', { description: 'a'.repeat(200) }, { description: '' })).toEqual([
    ['Description', `${'a'.repeat(160)} …`, '–'],
  ])
  expect(['order', 'set password', 'add variations', 'hand over'].map(deedOf)).toEqual([
    'Reordered',
    'Set a password',
    'Added variants',
    'Hand over',
  ])
})

function openPanel() {
  showRoutes([{ path: '/', element: <HistoryPanel subject="product" id={41} /> }])
  unfold()
}

function unfold() {
  const panel = screen.getByRole('heading', { name: 'History' }).closest('details')!
  expect(asked()).toEqual([])
  act(() => {
    panel.open = true
    fireEvent(panel, new Event('toggle'))
  })
}

it.each([
  ['cash_count', CashCountView],
  ['import', ImportView],
] as const)('appears on the page of one %s', async (subject, Component) => {
  showRoutes([{ path: '/:id', Component }], ['/41'])
  await screen.findByRole('heading', { name: 'History' })
  unfold()
  expect(await screen.findByText('Name 2')).toBeTruthy()
  expect(asked()).toEqual([{ subject, subject_id: '41', page: '1', per_page: '12' }])
})

it("loads a row's history when unfolded, and older changes after it", async () => {
  rows = Array.from({ length: 14 }, (_, n) => change(n + 1))
  openPanel()
  expect(await screen.findAllByText('Ama')).toHaveLength(12)
  expect(screen.getByText('Name 1').closest('li')!.closest('ol')!.firstElementChild!.textContent).toContain(
    `Ama · Changed${formatDate(MOMENT)} · from 10.0.0.7Name Name 1 became Name 2`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show older changes' }))
  await waitFor(() => expect(screen.getAllByText('Ama')).toHaveLength(14))
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
  expect(asked()).toEqual(
    [1, 2].map(page => ({ subject: 'product', subject_id: '41', page: String(page), per_page: '12' })),
  )
})

it('keeps the loaded history when older changes fail, and loads them again', async () => {
  rows = Array.from({ length: 14 }, (_, n) => change(n + 1))
  refusedFrom = 2
  openPanel()
  fireEvent.click(await screen.findByRole('button', { name: 'Show older changes' }))
  await screen.findByText('The shop is closed for a moment.')
  expect(screen.getAllByText('Ama')).toHaveLength(12)
  refusedFrom = Infinity
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getAllByText('Ama')).toHaveLength(14))
  expect(screen.queryByText('The shop is closed for a moment.')).toBeNull()
})

it('says that nobody changed a row, or why its history could not be loaded', async () => {
  rows = []
  refusedFrom = 1
  openPanel()
  await screen.findByText('The shop is closed for a moment.')
  refusedFrom = Infinity
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No changes yet.')).toBeTruthy()
})
