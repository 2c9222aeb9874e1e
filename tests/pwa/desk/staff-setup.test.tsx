// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CategoryList } from '#pwa/staff/categories/category-list.tsx'
import { CouponView } from '#pwa/staff/setup/coupon-view.tsx'
import { EntityAdd } from '#pwa/staff/setup/entity-add.tsx'
import { EntityList } from '#pwa/staff/setup/entity-list.tsx'
import { EntityView } from '#pwa/staff/setup/entity-view.tsx'
import { RowsField } from '#pwa/staff/setup/rows-field.tsx'
import { SETTINGS } from '#sync/protocol/settings.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const zone = {
  id: 4,
  region_code: 'GH-AH',
  region: { name: 'Ashanti' },
  name: 'Kumasi',
  code: 'KUMASI',
  locations: null,
  cost: 45,
  kind: 'DOOR',
  days_from: 1,
  days_to: null,
  pay_on_delivery: 0,
  deposit_percent: null,
  deposit_amount: null,
  created_at: MOMENT,
  updated_at: MOMENT,
}
const regions = [
  { id: 1, code: 'GH-AH', name: 'Ashanti' },
  { id: 2, code: 'GH-NP', name: 'Northern' },
].map(region => ({ ...region, country_code: 'GH', country: { name: 'Ghana' }, created_at: MOMENT, updated_at: MOMENT }))
const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })

let calls: Call[] = []
let refusal: object | null = null

function answer({ method, url }: Call): Response {
  if (method !== 'GET')
    return refusal ? json(refusal, 422) : json({ message: 'Delivery zone updated.', delivery_zone: zone })
  if (url.startsWith('/api/staff/regions')) return json({ regions: pageOf(regions) })
  return url.startsWith('/api/staff/delivery-zones/4')
    ? json({ delivery_zone: zone })
    : json({ delivery_zones: pageOf([zone]) })
}

async function open(path: string) {
  const routes = ['delivery-zones', 'colours'].flatMap(entity => [
    { path: `/staff/${entity}`, Component: EntityList },
    { path: `/staff/${entity}/add`, Component: EntityAdd },
    { path: `/staff/${entity}/:id/view`, Component: EntityView },
  ])
  const router = showRoutes(routes, [path])
  return router
}

const input = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const sent = () => JSON.parse(calls.findLast(({ method }) => method !== 'GET')!.body) as unknown

beforeEach(() => {
  refusal = null
  calls = shopThatAnswers(answer)
})

it('shows a declared row: references by name, its code read-only, money with two decimals', async () => {
  await open('/staff/delivery-zones/4/view')
  await screen.findByRole('option', { name: 'Northern' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kumasi')
  expect([
    input(/^Region/).value,
    input(/^Code/).readOnly,
    input(/^Delivery fee/).value,
    input(/^Locations/).required,
  ]).toEqual(['GH-AH', true, '45.00', false])
  expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('/staff/delivery-zones')
  expect(screen.getByRole('button', { name: 'Update Delivery Zone' })).toBeTruthy()
})

it('sends what was typed by its types, with the row as read, and shows the answer', async () => {
  await open('/staff/delivery-zones/4/view')
  await screen.findByRole('option', { name: 'Northern' })
  fireEvent.change(input(/^Region/), { target: { value: 'GH-NP' } })
  fireEvent.change(input(/^Delivery fee/), { target: { value: '1,050.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update Delivery Zone' }))
  expect(await screen.findByText('Delivery zone updated.')).toBeTruthy()
  expect(sent()).toEqual({
    region_code: 'GH-NP',
    name: 'Kumasi',
    code: 'KUMASI',
    locations: null,
    cost: 1050.5,
    kind: 'DOOR',
    days_from: 1,
    days_to: null,
    pay_on_delivery: 0,
    deposit_percent: null,
    deposit_amount: null,
    updated_at: MOMENT,
  })
})

it('shows refusals beside their field, and keeps what was typed', async () => {
  refusal = {
    message: 'Please correct the errors shown.',
    code: 'validation',
    errors: { cost: ['Delivery fee must be a number.'] },
  }
  await open('/staff/delivery-zones/4/view')
  await screen.findByRole('option', { name: 'Northern' })
  fireEvent.change(input(/^Delivery fee/), { target: { value: 'free' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update Delivery Zone' }))
  await waitFor(() => expect(input(/^Delivery fee/).getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(input(/^Delivery fee/).getAttribute('aria-describedby')!)!.textContent).toBe(
    'Delivery fee must be a number.',
  )
  expect([sent(), input(/^Delivery fee/).value]).toMatchObject([{ cost: 'free' }, 'free'])
})

it("adds one after another: the form empties behind the shop's words", async () => {
  await open('/staff/colours/add')
  fireEvent.change(input(/^Code/), { target: { value: '1B2A41' } })
  fireEvent.change(input(/^Name/), { target: { value: 'Indigo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Colour' }))
  await screen.findByText('Delivery zone updated.')
  expect(sent()).toEqual({ code: '1B2A41', name: 'Indigo' })
  await waitFor(() => expect([input(/^Code/).value, input(/^Name/).value]).toEqual(['', '']))
})

it('lists the declared columns, and requests only declared filters and orders', async () => {
  await open('/staff/delivery-zones?region_code=GH-AH&status_code=GONE&order_column=secret&search=ku')
  const row = (await screen.findByRole('link', { name: '4' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['4', 'Ashanti', 'Kumasi', 'Door', 'GH₵\u00A045.00'])
  const asked = calls.map(({ url }) => url).find(url => url.startsWith('/api/staff/delivery-zones'))!
  expect([...new URL(asked, 'http://shop.test').searchParams.keys()].sort()).toEqual([
    'page',
    'per_page',
    'region_code',
    'search',
  ])
})

it('keeps a list as rows that can be added, removed and moved', () => {
  const { container } = render(
    <RowsField known={SETTINGS.shop_hours} value={'Sunday: Closed\nMonday: 8 to 7'} errors={undefined} />,
  )
  const value = () => container.querySelector<HTMLInputElement>('input[name=value]')!.value
  fireEvent.click(screen.getByRole('button', { name: 'Move row 2 up' }))
  expect(value()).toBe('Monday: 8 to 7\nSunday: Closed')
  fireEvent.click(screen.getByRole('button', { name: 'Add a row' }))
  expect([document.activeElement?.getAttribute('aria-label'), value()]).toEqual([
    'Days 3',
    'Monday: 8 to 7\nSunday: Closed',
  ])
  fireEvent.change(screen.getByLabelText('Days 3'), { target: { value: 'Tuesday' } })
  fireEvent.change(screen.getByLabelText('Hours 3'), { target: { value: '9 to 5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Remove row 2' }))
  const here = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  expect([value(), here()]).toEqual(['Monday: 8 to 7\nTuesday: 9 to 5', 'Move row 2 up'])
  for (const [name, then] of [
    ['Move row 1 down', 'Move row 2 up'],
    ['Move row 2 up', 'Move row 1 down'],
    ['Remove row 2', 'Remove row 1'],
    ['Remove row 1', 'Add a row'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }))
    expect([name, here()]).toEqual([name, then])
  }
})

it('shows all categories in one tree, however many pages, and moves each among its siblings', async () => {
  const all = Array.from({ length: 250 }, (_, n) => ({
    id: n + 1,
    name: `Rail ${n + 1}`,
    description: null,
    parent_id: n < 2 ? null : 1 + (n % 2),
    icon_image: null,
    banner_image: null,
    products: 0,
    position: n,
    created_at: MOMENT,
    updated_at: MOMENT,
  }))
  calls = shopThatAnswers(({ method, url }) => {
    if (method === 'PATCH') return json({ message: 'Positions saved.' })
    const page = Number(new URL(url, 'http://shop').searchParams.get('page'))
    return json({
      categories: {
        data: all.slice((page - 1) * 100, page * 100),
        total: 250,
        last_page: 3,
        current_page: page,
        per_page: 100,
      },
    })
  })
  showRoutes([{ path: '/staff/categories', Component: CategoryList }], ['/staff/categories'])
  expect(await screen.findAllByRole('listitem')).toHaveLength(250)
  const doors = within(screen.getByRole('list')).getAllByRole<HTMLElement>('link')
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['End', 249],
    ['ArrowUp', 248],
    ['Home', 0],
  ] as const) {
    fireEvent.keyDown(
      document.activeElement === document.body ? screen.getByLabelText('Search') : document.activeElement!,
      { key },
    )
    expect([key, doors.indexOf(document.activeElement as HTMLElement)]).toEqual([key, at])
  }
  fireEvent.click(screen.getByRole('button', { name: 'Move Rail 250 up' }))
  const before = Array.from({ length: 122 }, (_, n) => 4 + 2 * n)
  await waitFor(() =>
    expect(sent()).toEqual({ parent_id: 2, order: [...before, 250, 248], as_read: [...before, 248, 250] }),
  )
})

it('pages who used a coupon, twelve at a time, beside its form', async () => {
  const coupon = {
    id: 5,
    code: 'JEANS10',
    name: 'Jeans',
    description: null,
    type: 'percentage',
    value: 10,
    minimum_subtotal: null,
    max_usage: null,
    max_per_customer: null,
    current_usage: 205,
    free_delivery: 0,
    starts_on: null,
    expires_on: null,
    shown: 1,
    status_code: 'ACTIVE',
    categories: [],
    created_at: MOMENT,
    updated_at: MOMENT,
  }
  const use = (n: number) => ({
    id: n,
    order_id: n,
    number: String(n),
    status_code: 'COMPLETED',
    user: null,
    customer_name: `Buyer ${n}`,
    customer_phone: null,
    discount: 1,
    total: 9,
    created_at: MOMENT,
  })
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/uses/csv')) return new Response('order\r\n', { headers: { 'content-type': 'text/csv' } })
    const page = Number(new URL(url, 'http://shop').searchParams.get('page'))
    if (url.includes('/uses'))
      return json({
        uses: {
          data: Array.from({ length: page === 18 ? 1 : 12 }, (_, n) => use((page - 1) * 12 + n + 1)),
          total: 205,
          last_page: 18,
          current_page: page,
          per_page: 12,
        },
      })
    return url.includes('/coupons/') ? json({ coupon }) : json({ categories: { ...pageOf([]), per_page: 100 } })
  })
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const router = showRoutes([{ path: '/staff/coupons/:id/view', Component: CouponView }], ['/staff/coupons/5/view'])
  await screen.findByText('Buyer 12')
  expect([screen.queryByText('Buyer 13'), screen.getByText('205 uses').tagName]).toEqual([null, 'SPAN'])
  fireEvent.change(input(/^Name/), { target: { value: 'Jeans and skirts' } })
  fireEvent.click(screen.getByRole('link', { name: 'Page 18' }))
  await screen.findByText('Buyer 205')
  expect([router.state.location.pathname + router.state.location.search, input(/^Name/).value]).toEqual([
    '/staff/coupons/5/view?page=18',
    'Jeans and skirts',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(calls.some(({ url }) => url === '/api/staff/coupons/5/uses/csv')).toBe(true)
  vi.restoreAllMocks()
})
