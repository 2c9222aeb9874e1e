// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExceptionList } from '#pwa/staff/exceptions/exception-list.tsx'
import { ImportList } from '#pwa/staff/import/import-list.tsx'
import { JobList } from '#pwa/staff/jobs/job-list.tsx'
import { Accounts } from '#pwa/staff/ledger/accounts.tsx'
import { CashCountList } from '#pwa/staff/ledger/cash-count-list.tsx'
import { OrderList } from '#pwa/staff/orders/order-list.tsx'
import { StaffRefundList } from '#pwa/staff/refunds/refund-list.tsx'
import { MovementList } from '#pwa/staff/stock/movement-list.tsx'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import type { StockMovement, StockRow } from '#sync/protocol/staff/stock.ts'
import { anOrder } from '#tests/support/people/letter-facts.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const variation: StockRow = {
  id: 3,
  product_id: 5,
  name: 'Slim jeans',
  sku: 'SLIM-3',
  barcode: null,
  size_code: 'UK12',
  size: 'UK 12',
  colour_code: null,
  colour: null,
  on_hand: 8,
  reserved: 0,
  available: 8,
  reorder_level: 2,
  own_reorder_level: null,
}
const movement = (id: number, changes: Partial<StockMovement>): StockMovement => ({
  id,
  reason: 'RECEIPT',
  cause: null,
  quantity: 3,
  on_hand_after: 8,
  reserved_after: 0,
  order_id: null,
  number: null,
  receipt_id: null,
  supplier: null,
  count_id: null,
  count_name: null,
  user: 'Efua',
  note: null,
  created_at: MOMENT,
  ...changes,
})
const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })

let moved: StockMovement[]
let orders: OrderSummary[]
let calls: Call[]

function answer({ url }: Call): Response {
  if (url.includes('/csv')) return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
  if (url.includes('/movements')) return json({ variation, cost: null, movements: pageOf(moved) })
  if (url.startsWith('/api/staff/products/5/stock'))
    return json({
      stock: { product_id: 5, name: 'Slim jeans', reorder_level: null, shop_reorder_level: 2, variations: [] },
    })
  if (url === '/api/staff/products/5') return json({ product: { name: 'Slim jeans' } })
  if (url.startsWith('/api/staff/jobs')) return json({ jobs: pageOf([]), rounds: [] })
  if (url.startsWith('/api/staff/imports')) return json({ imports: pageOf([]) })
  if (url.startsWith('/api/staff/cash-counts')) return json({ cash_counts: pageOf([]) })
  if (url.startsWith('/api/staff/exceptions')) return json({ exceptions: pageOf([]), open: {} })
  if (url.startsWith('/api/staff/accounts'))
    return json({ accounts: pageOf([{ id: 1, code: 'CASH', name: 'Cash', balance: 0, period: '2026-11' }]) })
  if (url.startsWith('/api/staff/tills'))
    return json({ tills: pageOf([{ id: 2, code: 'T2', name: 'Back', status_code: 'ACTIVE' }]) })
  if (url.startsWith('/api/staff/orders/options/users'))
    return json({ users: pageOf([{ id: 4, name: 'Kofi', email: 'kofi@shop.test', role_code: 'MANAGER' }]) })
  if (url.startsWith('/api/staff/orders')) return json({ orders: pageOf(orders) })
  if (url.startsWith('/api/staff/refunds')) return json({ refunds: pageOf([]) })
  if (url.startsWith('/api/staff/transactions'))
    return json({ summaries: { credits: 0, debits: 0, balance: 0 }, transactions: pageOf([]) })
  if (url.startsWith('/api/staff/periods'))
    return json({
      periods: pageOf([
        { period: '2026-11', status_code: 'OPEN', closable: false, accounts: [], closed_at: null, closed_by: null },
      ]),
    })
  if (url.startsWith('/api/staff/reconciliations')) return json({ reconciliations: pageOf([]) })
  return json({ categories: pageOf([]) })
}

beforeEach(() => {
  orders = [anOrder()]
  moved = [
    movement(9, { receipt_id: 7, supplier: 'Makola Mills' }),
    movement(8, { reason: 'COUNT', quantity: -1, count_id: 2, count_name: 'The window' }),
    movement(6, { reason: 'ADJUSTMENT', cause: 'DAMAGED', quantity: -2, note: 'A torn seam' }),
  ]
  calls = shopThatAnswers(answer)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
})

const LISTS = [
  {
    path: '/staff/stock/3/movements',
    route: '/staff/stock/:id/movements',
    Component: MovementList,
    asks: '/api/staff/variations/3/movements',
  },
  { path: '/staff/jobs', Component: JobList, asks: '/api/staff/jobs' },
  { path: '/staff/imports', Component: ImportList, asks: '/api/staff/imports' },
  { path: '/staff/cash-counts', Component: CashCountList, asks: '/api/staff/cash-counts' },
  { path: '/staff/exceptions', Component: ExceptionList, asks: '/api/staff/exceptions' },
  { path: '/staff/orders', Component: OrderList, asks: '/api/staff/orders' },
  { path: '/staff/refunds', Component: StaffRefundList, asks: '/api/staff/refunds' },
  { path: '/staff/accounts', Component: Accounts, asks: '/api/staff/transactions' },
]
const open = (at: string) =>
  showRoutes(
    [
      ...LISTS.map(({ path, route = path, Component }) => ({ path: route, Component })),
      { path: '*', element: <p>Elsewhere</p> },
    ],
    [at],
  )
const asked = (path: string) =>
  calls.map(({ url }) => new URL(url, 'http://shop.test')).findLast(({ pathname }) => pathname === path)?.searchParams
const wordsOf = (search: URLSearchParams | undefined) => search && Object.fromEntries([...search].sort())

const SHARED = { search: 'mak', start_date: '2026-11-01', end_date: '2026-11-30' }
const FILTERS: Record<string, Record<string, string>> = {
  '/staff/stock/3/movements': { ...SHARED, reason: 'RECEIPT', user_id: '4' },
  '/staff/jobs': { ...SHARED, status_code: 'FAILED', kind: 'order-export', user_id: '4' },
  '/staff/imports': { ...SHARED, status_code: 'DONE', format_code: 'shopify', user_id: '4' },
  '/staff/cash-counts': { ...SHARED, account_code: 'CASH', till_id: '2', user_id: '4' },
  '/staff/exceptions': { ...SHARED, status_code: 'RESOLVED', code: 'OVERSOLD', till_id: '2' },
  '/staff/orders': {
    ...SHARED,
    status_code: 'COMPLETED',
    type_code: 'STORE',
    delivery_method_code: 'delivery',
    user_id: '4',
  },
  '/staff/refunds': {
    ...SHARED,
    status_code: 'APPROVED',
    action: 'EXCHANGE',
    reason: 'DEFECTIVE',
    money_status: 'PENDING',
    goods_status: 'AWAITED',
  },
  '/staff/accounts': {
    ...SHARED,
    account_code: 'CASH',
    type_code: 'SALE',
    period: '2026-11',
    user_id: '4',
    business_from: '2026-10-31',
    business_to: '2026-11-29',
  },
}
const ORDERS: Record<string, string> = {
  '/staff/stock/3/movements': 'quantity',
  '/staff/jobs': 'finished_at',
  '/staff/imports': 'file_name',
  '/staff/cash-counts': 'counted',
  '/staff/exceptions': 'code',
  '/staff/orders': 'total',
  '/staff/refunds': 'amount',
  '/staff/accounts': 'business_date',
}

for (const { path, asks } of LISTS) {
  const filters = FILTERS[path]!
  it(`${asks} is requested as the address says, and its file the same without a page`, async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const order = { order_column: ORDERS[path]!, order_direction: 'asc' }
    open(`${path}?${new URLSearchParams({ ...filters, ...order, page: '2' })}`)
    await waitFor(() =>
      expect(wordsOf(asked(asks))).toEqual(
        wordsOf(new URLSearchParams({ ...filters, ...order, page: '2', per_page: '12' })),
      ),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
    expect(wordsOf(asked(`${asks}/csv`))).toEqual(
      wordsOf(new URLSearchParams(path === '/staff/refunds' ? { ...filters, ...order } : filters)),
    )
  })

  it(`${asks} shows each of its filters, and a search that / leads to`, async () => {
    open(path)
    await screen.findByRole('button', { name: 'Download CSV' })
    const bar = screen.getByRole('search')
    expect([...bar.querySelectorAll('[name]')].map(field => field.getAttribute('name')).sort()).toEqual(
      Object.keys(filters).sort(),
    )
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement?.getAttribute('name')).toBe('search')
  })

  it(`${asks} is requested with nothing it does not know`, async () => {
    open(
      `${path}?status_code=GONE&reason=GONE&kind=gone&format_code=gone&user_id=gone&till_id=gone&order_column=password_hash`,
    )
    await waitFor(() => expect(asked(asks)).toBeTruthy())
    expect(wordsOf(asked(asks))).toEqual({
      page: '1',
      per_page: '12',
      ...(path === '/staff/exceptions' && { status_code: 'OPEN', grouped: 'true' }),
    })
  })
}

it('starts with orders in work, searches in every status, and opens each in its own tab', async () => {
  open('/staff/orders')
  const row = await screen.findByRole('link', { name: '5' })
  expect([row.getAttribute('href'), row.getAttribute('target')]).toEqual(['/staff/orders/5/view', '_blank'])
  expect(screen.getByRole('link', { name: 'New Order' }).getAttribute('href')).toBe('/staff/orders/add')
  expect([
    screen.getByLabelText<HTMLSelectElement>('Status').value,
    asked('/api/staff/orders')?.get('status_code'),
  ]).toEqual(['PROCESSING', 'PROCESSING'])
  cleanup()
  open('/staff/orders?search=0244123456')
  await waitFor(() => expect(asked('/api/staff/orders')?.get('search')).toBe('0244123456'))
  expect(asked('/api/staff/orders')?.get('status_code')).toBeNull()
})

it('shows when a sale arrived beside when it was sold, where one of the page came later', async () => {
  open('/staff/orders')
  await screen.findByRole('link', { name: '5' })
  expect(screen.queryByRole('columnheader', { name: 'Arrived' })).toBeNull()
  cleanup()
  orders = [
    anOrder(),
    anOrder({ id: 6, number: 'T1-6', ordered_at: '2026-11-20T23:50:00.000Z', arrived_at: '2026-11-21T08:05:00.000Z' }),
  ]
  open('/staff/orders?status_code=ANY')
  const row = (await screen.findByRole('link', { name: 'T1-6' })).closest('tr')!
  expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending')
  screen.getByRole('columnheader', { name: 'Arrived' })
  expect([...row.cells].slice(1, 3).map(({ textContent }) => textContent)).toEqual([
    'November 20th 2026, 11:50 pm',
    'November 21st 2026, 8:05 am',
  ])
})

it('names what a link filtered the orders by, and removes it', async () => {
  open(
    '/staff/orders?status_code=ANY&sold_from=2026-11-20&sold_to=2026-11-21&product_id=5&account_code=CASH&teller_id=4',
  )
  await waitFor(() =>
    expect(screen.getByText(/^Only what was/).textContent).toBe(
      'Only what was sold from November 20th 2026 to November 21st 2026, sold with Slim jeans, paid into Cash, sold by Kofi. Show all',
    ),
  )
  expect(wordsOf(asked('/api/staff/orders'))).toMatchObject({
    sold_from: '2026-11-20',
    sold_to: '2026-11-21',
    product_id: '5',
    account_code: 'CASH',
    teller_id: '4',
  })
  fireEvent.click(screen.getByRole('link', { name: 'Show all' }))
  await waitFor(() => expect(wordsOf(asked('/api/staff/orders'))).toEqual({ page: '1', per_page: '12' }))
  expect(screen.queryByText(/^Only what was/)).toBeNull()
})

it('names what a movement belongs to, sorts by its heads, and starts at the first page of a choice', async () => {
  const router = open('/staff/stock/3/movements?page=2')
  await screen.findByRole('link', { name: 'Receipt 7, Makola Mills' })
  expect(screen.getByRole('link', { name: 'Count 2, The window' }).getAttribute('href')).toBe('/staff/stock/counts/2')
  expect(screen.getByRole('columnheader', { name: 'When' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.change(screen.getByRole('combobox', { name: 'What' }), { target: { value: 'ADJUSTMENT' } })
  await waitFor(() => expect(router.state.location.search).toBe('?reason=ADJUSTMENT'))
  fireEvent.click(screen.getByRole('link', { name: 'Pieces' }))
  await waitFor(() =>
    expect(router.state.location.search).toBe('?reason=ADJUSTMENT&order_column=quantity&order_direction=desc'),
  )
  expect(screen.getByText('On hand', { selector: 'dt' }).nextSibling?.textContent).toBe('8')
})

it('says that nothing has moved only when no filter hides it', async () => {
  moved = []
  open('/staff/stock/3/movements')
  await screen.findByText('No movements yet.')
  cleanup()
  open('/staff/stock/3/movements?reason=SALE')
  await screen.findByText('No movements match.')
  expect(screen.queryByText('No movements yet.')).toBeNull()
})

it('moves from a search into the rows by an arrow, except from a field that suggests people', async () => {
  open('/staff/stock/3/movements')
  const first = await screen.findByRole('link', { name: 'Receipt 7, Makola Mills' })
  const person = screen.getByLabelText('Who')
  person.focus()
  expect(fireEvent.keyDown(person, { key: 'ArrowDown' })).toBe(true)
  expect(document.activeElement).toBe(person)
  const search = screen.getByLabelText('Order, receipt, count or note')
  search.focus()
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(first)
})
