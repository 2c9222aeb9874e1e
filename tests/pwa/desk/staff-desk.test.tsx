// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { welcome } from '#pwa/session/session.ts'
import { Desk } from '#pwa/staff/desk/desk.tsx'
import type { StaffShift } from '#sync/protocol/staff/shift.ts'
import type { LeftNote } from '#sync/protocol/endpoints/notes.ts'
import type { CategorySold, DeskFigures, Waiting } from '#sync/protocol/staff/desk-figures.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'
import { patience } from '#tests/support/patience.ts'

const NOTHING_WAITS: Waiting = {
  exceptions: 0,
  refunds: 0,
  refunds_to_do: 0,
  payments: 0,
  old_orders: 0,
  low_stock: 0,
  reviews: 0,
  failed_jobs: null,
}
/** Of each sale 5 cedis are delivery, and each discount was 10 cedis. */
const sales = (gross: number, returns = 0) => {
  const net = gross - 10 - returns
  return { orders: 2, gross, discounts: 10, returns, net, delivery: 5, total: net + 5 }
}
const payments = (received: number, refunded = 0) => ({ orders: 2, received, refunded, total: received - refunded })
const category = (n: number, pieces: number): CategorySold => ({
  category_id: n,
  name: `Category ${n}`,
  pieces,
  on_hand: 6,
  sell_through: pieces / (pieces + 6),
  sizes: [
    { size_code: 'UK10', pieces, on_hand: 2 },
    { size_code: 'UK12', pieces: 0, on_hand: 4 },
  ],
})
const FIGURES: DeskFigures = {
  period: '7d',
  from: '2026-11-20',
  to: '2026-11-21',
  sales: { orders: 3, gross: 350.5, discounts: 10, returns: 20, net: 320.5, delivery: 15, total: 335.5 },
  days: [
    { day: '2026-11-20', ...sales(100), store: 100, website: 0 },
    { day: '2026-11-21', ...sales(250.5, 20), store: 50, website: 200.5 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    orders: hour === 10 ? 3 : 0,
    store: hour === 10 ? 150 : 0,
    website: hour === 10 ? 200.5 : 0,
  })),
  channels: [
    { type_code: 'STORE', ...sales(150) },
    { type_code: 'WEBSITE', ...sales(200.5, 20) },
  ],
  accounts: [
    { account_code: 'CASH', name: 'Cash', ...payments(150) },
    { account_code: null, name: 'Nothing to pay', ...payments(0) },
  ],
  tellers: [
    { teller_id: 7, name: 'Ama', ...sales(150) },
    { teller_id: null, name: 'Website', ...sales(200.5, 20) },
  ],
  best: [
    { product_id: 41, name: 'Ama jeans', pieces: 6, gross: 60, on_hand: 14 },
    { product_id: 42, name: 'Old jeans', pieces: 2, gross: 20, on_hand: null },
  ],
  worst: [{ product_id: 43, name: 'Esi skirt', pieces: 0, gross: 0, on_hand: 30 }],
  categories: Array.from({ length: 10 }, (_, n) => category(n + 1, 20 - n)),
  returns: [{ reason: 'MISFIT', refunds: 2, amount: 20 }],
  waiting: {
    exceptions: 1,
    refunds: 2,
    refunds_to_do: 3,
    payments: 4,
    old_orders: 5,
    low_stock: 6,
    reviews: 8,
    failed_jobs: 7,
  },
}

let calls: Call[]
let figures: DeskFigures
let refusal: Response | null
let notes: LeftNote[]
let shifts: StaffShift[] = []
beforeEach(() => {
  figures = FIGURES
  refusal = null
  notes = []
  shifts = []
  calls = shopThatAnswers(({ url, method }) => {
    if (url.startsWith('/api/staff/shifts'))
      return json({ shifts: { data: shifts, total: shifts.length, last_page: 1, current_page: 1, per_page: 5 } })
    if (!url.startsWith('/api/staff/notes')) return answerFigures(url)
    if (method === 'PATCH') notes = notes.filter(({ id }) => url !== `/api/staff/notes/${id}`)
    return json(
      method === 'PATCH'
        ? { message: 'Marked as read.' }
        : { notes: { data: notes, total: notes.length, last_page: 1, current_page: 1, per_page: 5 } },
    )
  })
})
const answerFigures = (url: string) =>
  refusal ?? json({ dashboard: { ...figures, period: new URL(url, 'http://shop.test').searchParams.get('period') } })

async function open(role_code: 'MANAGER' | 'ADMINISTRATOR' = 'MANAGER', address = '/staff?period=7d') {
  welcome('a-token', aUser({ role_code }))
  const router = showRoutes([{ path: '/staff', Component: Desk }], [address])
  await screen.findByRole('heading', { name: 'Products' })
  return router
}
const table = (name: string) => screen.getByRole('table', { name, hidden: true })
const leadsTo = (place: HTMLElement, name: string) =>
  within(place)
    .getAllByRole('link', { name, hidden: true })
    .map(link => link.getAttribute('href'))
const DAYS = 'from=2026-11-20&sold_to=2026-11-21'

it('links every figure to its rows, except sums of other figures', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Show all 10' }))
  const cells = [...document.querySelectorAll('dd, td')].filter(({ textContent }) => /\d/.test(textContent))
  expect(cells.length).toBeGreaterThan(80)
  const without = cells.filter(cell => !cell.querySelector('a'))
  expect([...new Set(without.map(cell => cell.getAttribute('data-head')))]).toEqual(['Share sold'])
  expect(
    [...document.querySelectorAll('main a, a')].every(link => link.getAttribute('href')!.startsWith('/staff')),
  ).toBe(true)
})

it('leads from gross sales over discounts and returns to net sales, and with delivery to the total', async () => {
  await open()
  const shown = [...document.querySelectorAll('dl > div')].map(row => [
    row.querySelector('dt')!.textContent,
    row.querySelector('a')!.textContent,
  ])
  expect(shown).toEqual([
    ['Gross sales', formatCedis(350.5)],
    ['Discounts', formatCedis(-10)],
    ['Returns', formatCedis(-20)],
    ['Net sales', formatCedis(320.5)],
    ['Delivery', formatCedis(15)],
    ['Total sales', formatCedis(335.5)],
  ])
  const headsOf = (name: string) =>
    within(table(name))
      .getAllByRole('columnheader', { hidden: true })
      .map(({ textContent }) => textContent)
  expect(headsOf('Sales by cashier')).toEqual(['Cashier', 'Orders', 'Gross sales', 'Discounts', 'Returns', 'Net sales'])
  expect(headsOf('Payments by account')).toEqual(['Account', 'Orders', 'Payments', 'Refunds', 'Net payments'])
  expect(headsOf('Best sellers')).toEqual(['Product', 'Sold', 'Gross sales', 'On hand'])
  expect(headsOf('Sell-through')).toEqual(['Category', 'Sold', 'On hand', 'Share sold'])
})

it("links each channel's hourly and daily income to its orders", async () => {
  await open()
  expect(leadsTo(table('Gross sales by day'), '21 Nov')).toEqual([
    '/staff/orders?status_code=ANY&sold_from=2026-11-21&sold_to=2026-11-21',
  ])
  expect(leadsTo(table('Gross sales by day'), formatCedis(200.5))).toEqual([
    '/staff/orders?status_code=ANY&sold_from=2026-11-21&sold_to=2026-11-21&type_code=WEBSITE',
  ])
  expect(leadsTo(table('Gross sales by hour'), formatCedis(150))).toEqual([
    `/staff/orders?status_code=ANY&sold_${DAYS}&type_code=STORE&sold_hour=10`,
  ])
  expect(
    within(table('Gross sales by hour'))
      .getAllByRole('row', { hidden: true })
      .map(row => row.firstElementChild!.textContent),
  ).toEqual(['Hour', ...Array.from({ length: 12 }, (_, i) => `${i + 8}:00`)])
  expect(leadsTo(document.body, '3 orders')).toEqual([`/staff/orders?status_code=ANY&sold_${DAYS}`])
})

it('links refunds to the entries for management, and to the returns for everybody else', async () => {
  await open('MANAGER')
  expect(
    screen.getByText('Returns', { selector: 'dt' }).nextElementSibling!.querySelector('a')!.getAttribute('href'),
  ).toBe('/staff/refunds?paid_from=2026-11-20&paid_to=2026-11-21')
  cleanup()
  await open('ADMINISTRATOR')
  expect(
    screen.getByText('Returns', { selector: 'dt' }).nextElementSibling!.querySelector('a')!.getAttribute('href'),
  ).toBe('/staff/accounts?type_code=REFUND&business_from=2026-11-20&business_to=2026-11-21')
})

it('lists open tasks, each linked, and says when there are none', async () => {
  await open()
  const waiting = () =>
    within(screen.getByRole('region', { name: 'Waiting for you' }))
      .queryAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')])
  expect(waiting()).toEqual([
    ['4 payments to check', '/staff/exceptions?code=PAYMENTS'],
    ['1 sales exception', '/staff/exceptions?code=SALES'],
    ['2 returns to review', '/staff/refunds?status_code=REQUESTED'],
    ['3 returns to refund or receive', '/staff/refunds?status_code=TO_DO'],
    ['5 orders older than 10 days', '/staff/orders?status_code=ANY&late=1'],
    ['8 reviews to check', '/staff/reviews'],
    ['6 variants low in stock', '/staff/stock/low'],
    ['7 jobs failed in 7 days', '/staff/jobs?status_code=FAILED&start_date=2026-11-15'],
  ])
  cleanup()
  queries.clear()
  figures = { ...FIGURES, waiting: NOTHING_WAITS }
  await open()
  expect([waiting(), screen.queryByText('Nothing is waiting. All done.') !== null]).toEqual([[], true])
})

it('keeps another period in the address, and shows old figures while it loads', async () => {
  const router = await open()
  expect(
    within(screen.getByRole('navigation', { name: 'Days' })).getByRole('link', { current: true }).textContent,
  ).toBe('7 days')
  figures = { ...FIGURES, from: '2026-10-23', sales: sales(1_000) }
  fireEvent.click(screen.getByRole('link', { name: '30 days' }))
  await waitFor(() => expect(document.body.textContent).toContain(formatCedis(1_000)))
  expect([
    router.state.location.search,
    calls
      .map(({ url }) => url)
      .filter(url => url.includes('dashboard'))
      .at(-1),
  ]).toEqual(['?period=30d', '/api/staff/dashboard?period=30d'])
})

it('shows the sizes of any category, and all categories after the first eight', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: '9' } })
  const sizes = table('Sizes of Category 9, share of pieces')
  expect(
    within(sizes)
      .getAllByRole('row', { hidden: true })
      .map(row => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Size', 'Sold', 'On hand'],
    ['UK10', '100.0 %', '33.3 %'],
    ['UK12', '0.0 %', '66.7 %'],
  ])
  expect(leadsTo(sizes, '66.7 %')).toEqual(['/staff/stock?own_category_id=9&size_code=UK12'])
  const names = () =>
    within(table('Sell-through'))
      .getAllByRole('row')
      .slice(1)
      .map(row => row.querySelector('th')!.textContent)
  expect(names()).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 10' }))
  expect(names().slice(-2)).toEqual(['Category 9', 'Category 10'])
  fireEvent.click(screen.getByRole('button', { name: 'Show the first 8' }))
  expect(names()).toHaveLength(8)
})

it('says for each figure that nothing happened on an empty day', async () => {
  figures = {
    ...FIGURES,
    sales: { orders: 0, gross: 0, discounts: 0, returns: 0, net: 0, delivery: 0, total: 0 },
    days: [],
    hours: FIGURES.hours.map(hour => ({ ...hour, orders: 0, store: 0, website: 0 })),
    channels: [],
    accounts: [],
    tellers: [],
    best: [],
    worst: [],
    categories: [],
    returns: [],
  }
  await open('MANAGER', '/staff')
  for (const words of ['Everything for sale is new or sold out.', 'No products yet.', 'No returns.'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getAllByText('Nothing was sold.')).toHaveLength(4)
  expect(screen.getByRole('img', { name: /^Gross sales by hour/ }).getAttribute('aria-label')).toContain(
    'All values are zero.',
  )
})

it('says that figures could not be loaded, and loads them again by a button', async () => {
  refusal = json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
  welcome('a-token', aUser())
  showRoutes([{ path: '/staff', Component: Desk }], ['/staff'])
  await screen.findByText(/The shop is closed for a moment/)
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Products' })).toBeTruthy()
  expect(screen.queryByText(/The shop is closed/)).toBeNull()
})

it('keeps old figures, and says they are old, when they cannot be loaded', async () => {
  await open()
  refusal = json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
  await act(() => queries.invalidateQueries())
  await screen.findByText('The latest version could not be loaded.')
  expect(screen.getByRole('heading', { name: 'Products' })).toBeTruthy()
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The latest version could not be loaded.')).toBeNull())
})

it("shows today's shifts with what each drawer is off by, and the way to each", async () => {
  const aShift = {
    id: 4,
    till_code: 'T2',
    till: { id: 2, code: 'T2', name: 'Back counter' },
    teller: { id: 7, name: 'Ama' },
    opened_at: '2026-11-21T08:00:00.000Z',
    float: 100,
    closed_at: '2026-11-21T17:00:00.000Z',
    closed_by: { id: 7, name: 'Ama' },
    expected: 120,
    counted: 115,
    difference: -5,
    revision: 1,
    paid_in: 0,
    paid_out: 0,
    no_sales: 0,
    note: '',
  }
  const ended = { closed_at: null, closed_by: null, expected: null, counted: null, difference: null, revision: 0 }
  shifts = [{ ...aShift, ...ended, id: 5, till: null, paid_in: null, paid_out: null, no_sales: null }, aShift]
  await open()
  const shown = await screen.findByRole('region', { name: 'Shifts today' })
  const [still, closed] = within(shown).getAllByRole('listitem')
  expect(still!.textContent).toMatch(/^T2Opened by Ama, .*Open$/)
  expect(closed!.textContent?.replaceAll('\u00A0', ' ')).toMatch(/^T2 · Back counterOpened by Ama, .*, closed .*5\.00/)
  expect(within(closed!).getByRole('link').getAttribute('href')).toBe('/staff/shifts/4/view')
  expect(calls.some(({ url }) => /shifts\?start_date=2026-\d\d-\d\d&end_date=/.test(url))).toBe(true)
})

it("shows cashiers' notes until somebody has read them", async () => {
  notes = [
    {
      id: 4,
      text: 'The drawer jams.',
      teller: { id: 7, name: 'Ama' },
      till_code: 'T2',
      occurred_at: '2026-11-21T10:00:00.000Z',
      read_by: null,
      read_at: null,
    },
  ]
  await open()
  const shown = await screen.findByRole('region', { name: 'Notes from the till' })
  expect(shown.textContent).toMatch(/The drawer jams\.Ama, till T2, /)
  fireEvent.click(within(shown).getByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notes from the till' })).toBeNull())
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ url }) => url)).toEqual(['/api/staff/notes/4'])
})

it('says that there is no connection, leads to the till, and shows its figures once the shop answers', async () => {
  let isOnline = false
  calls = shopThatAnswers(({ url }) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return url.startsWith('/api/staff/notes')
      ? json({ notes: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 5 } })
      : answerFigures(url)
  })
  welcome('a-token', aUser())
  showRoutes([{ path: '/staff', Component: Desk }], ['/staff'])
  await screen.findByText('No connection to the shop')
  expect(screen.getByRole('link', { name: 'Open the till' }).getAttribute('href')).toBe('/staff/orders/add')
  isOnline = true
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'Products' }, { timeout: patience(30_000) })
  expect(screen.queryByText('No connection to the shop')).toBeNull()
})
