// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { CouponAdd } from '#pwa/staff/setup/coupon-add.tsx'
import { CouponView } from '#pwa/staff/setup/coupon-view.tsx'
import type { StaffCoupon } from '#sync/protocol/entities/coupon.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const category = (id: number, name: string, parent_id: number | null) => ({
  id,
  name,
  description: null,
  parent_id,
  icon_image: null,
  banner_image: null,
  products: 0,
  position: id,
  created_at: MOMENT,
  updated_at: MOMENT,
})
const CATEGORIES = [category(1, 'Tops', null), category(6, 'Crop Tops', 1), category(7, 'Jackets', null)]
const WELCOME: StaffCoupon = {
  id: 3,
  code: 'WELCOME10',
  name: 'Welcome',
  description: 'Ten off.',
  type: 'percentage',
  value: 10,
  minimum_subtotal: 100,
  max_usage: 50,
  max_per_customer: null,
  current_usage: 4,
  free_delivery: 0,
  starts_on: '2026-11-01',
  expires_on: null,
  shown: 1,
  status_code: 'ACTIVE',
  categories: [{ id: 6, name: 'Crop Tops' }],
  created_at: MOMENT,
  updated_at: MOMENT,
}

let calls: Call[] = []
let coupon = WELCOME
let refusal: { status: number; body: object } | null = null

const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })
function answer({ method, url }: Call): Response {
  if (url.startsWith('/api/staff/categories')) return json({ categories: pageOf(CATEGORIES) })
  if (url.includes('/uses')) return json({ uses: pageOf([]) })
  if (url.includes('/changes')) return json({ changes: pageOf([]) })
  if (method === 'GET') return json({ coupon })
  return refusal
    ? json(refusal.body, refusal.status)
    : json({ message: method === 'POST' ? 'Coupon added.' : 'Coupon updated.', coupon })
}

async function open(address: string) {
  showRoutes(
    [
      { path: '/staff/coupons/add', Component: CouponAdd },
      { path: '/staff/coupons/:id/view', Component: CouponView },
    ],
    [address],
  )
  await screen.findByLabelText('Jackets')
  await act(async () => {}) // its effects are through
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const tick = (name: string) => fireEvent.click(field(name))
function type(name: string | RegExp, value: string) {
  fireEvent.keyDown(field(name), { key: 'x' })
  fireEvent.input(field(name), { target: { value } })
}
const press = (name: string) => pressed(screen.getByRole('button', { name }))
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url, JSON.parse(body) as object])
const ticked = () => CATEGORIES.filter(({ name }) => field(name).checked).map(({ name }) => name)

beforeEach(() => {
  coupon = WELCOME
  refusal = null
  calls = shopThatAnswers(answer)
})

it('starts as a percentage with free delivery for all goods, and is empty again for the next', async () => {
  await open('/staff/coupons/add')
  expect([
    field('Type').value,
    field(/^Free delivery/).checked,
    field(/^Shown to customers/).checked,
    field('Status').value,
    ticked(),
    screen.queryByLabelText(/^Uses so far/),
  ]).toEqual(['percentage', true, true, 'ACTIVE', [], null])
  type(/^Code/, 'NOEL15')
  type('Name', ' Christmas ')
  type(/^Value/, '12.5')
  await press('Add Coupon')
  await screen.findByText('Coupon added.')
  expect(sent()).toEqual([
    [
      'POST',
      '/api/staff/coupons',
      {
        code: 'NOEL15',
        name: 'Christmas',
        description: null,
        type: 'percentage',
        value: 12.5,
        minimum_subtotal: null,
        max_usage: null,
        max_per_customer: null,
        free_delivery: 1,
        starts_on: null,
        expires_on: null,
        shown: 1,
        status_code: 'ACTIVE',
        category_ids: [],
      },
    ],
  ])
  expect([field(/^Code/).value, field('Name').value, field(/^Value/).value]).toEqual(['', '', ''])
})

it('takes an amount of cedis off some goods for some days, and sends 0 for unticked boxes', async () => {
  await open('/staff/coupons/add')
  for (const [name, value] of [
    [/^Code/, 'TOPS'],
    ['Name', 'Tops'],
    [/^Value/, '1,050.50'],
    [/^Maximum uses(?! per)/, '20'],
    [/^Valid from/, '2026-12-01'],
    [/^Valid until/, '2026-12-24'],
  ] as const)
    type(name, value)
  fireEvent.change(field('Type'), { target: { value: 'amount' } })
  for (const name of ['Crop Tops', 'Jackets']) tick(name)
  for (const name of [/^Free delivery/, /^Shown to customers/]) fireEvent.click(field(name))
  await press('Add Coupon')
  await screen.findByText('Coupon added.')
  expect(sent()).toMatchObject([
    [
      'POST',
      '/api/staff/coupons',
      {
        type: 'amount',
        value: 1050.5,
        max_usage: 20,
        starts_on: '2026-12-01',
        expires_on: '2026-12-24',
        free_delivery: 0,
        shown: 0,
        category_ids: [6, 7],
      },
    ],
  ])
  await waitFor(() => expect([ticked(), field(/^Free delivery/).checked]).toEqual([[], true]))
})

it('shows each refusal beside its field, and keeps what was typed and ticked', async () => {
  refusal = {
    status: 422,
    body: {
      message: 'Please correct the errors shown.',
      code: 'validation',
      errors: { value: ['Value must be 100 or less.'], category_ids: ['One of these is no category.'] },
    },
  }
  await open('/staff/coupons/add')
  for (const [name, value] of [
    [/^Code/, 'NOEL15'],
    ['Name', 'Christmas'],
    [/^Value/, '150'],
  ] as const)
    type(name, value)
  tick('Jackets')
  await press('Add Coupon')
  await waitFor(() => expect(field(/^Value/).getAttribute('aria-invalid')).toBe('true'))
  expect(
    document.getElementById(
      field(/^Value/)
        .getAttribute('aria-describedby')!
        .split(' ')
        .at(-1)!,
    )!.textContent,
  ).toBe('Value must be 100 or less.')
  expect(
    within(screen.getByRole('group', { name: 'Categories' })).getByText('One of these is no category.'),
  ).toBeTruthy()
  expect([field(/^Value/).value, ticked()]).toEqual(['150', ['Jackets']])
})

it("shows a coupon as stored, and sends it whole except the shop's own counts", async () => {
  await open('/staff/coupons/3/view')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Coupon WELCOME10')
  expect([
    field(/^Value/).value,
    field(/^Minimum subtotal/).value,
    field(/^Uses so far/).value,
    field(/^Uses so far/).readOnly,
    field(/^Free delivery/).checked,
    field(/^Valid from/).value,
    ticked(),
  ]).toEqual(['10.00', '100.00', '4', true, false, '2026-11-01', ['Crop Tops']])
  tick('Crop Tops')
  tick('Tops')
  fireEvent.change(field('Status'), { target: { value: 'INACTIVE' } })
  await press('Update Coupon')
  await screen.findByText('Coupon updated.')
  expect(sent()).toEqual([
    [
      'PATCH',
      '/api/staff/coupons/3',
      {
        code: 'WELCOME10',
        name: 'Welcome',
        description: 'Ten off.',
        type: 'percentage',
        value: 10,
        minimum_subtotal: 100,
        max_usage: 50,
        max_per_customer: null,
        free_delivery: 0,
        starts_on: '2026-11-01',
        expires_on: null,
        shown: 1,
        status_code: 'INACTIVE',
        category_ids: [1],
        updated_at: MOMENT,
      },
    ],
  ])
})

it('names the categories that somebody else chose in between', async () => {
  await open('/staff/coupons/3/view')
  tick('Jackets')
  coupon = { ...WELCOME, value: 15, categories: [{ id: 1, name: 'Tops' }], updated_at: '2026-11-22T10:00:00.000Z' }
  refusal = { status: 409, body: { message: 'Someone changed this while you were editing.', code: 'stale', coupon } }
  await press('Update Coupon')
  const lines = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(lines).toEqual(['FieldYoursTheirs', 'Value10.0015', 'CategoriesCrop Tops, JacketsTops'])
  refusal = null
  await press('Take theirs')
  await waitFor(() => expect([field(/^Value/).value, ticked()]).toEqual(['15.00', ['Tops']]))
})

it('says why one could not be loaded, and loads it again', async () => {
  calls = shopThatAnswers(call =>
    call.url === '/api/staff/coupons/3'
      ? json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
      : answer(call),
  )
  showRoutes([{ path: '/staff/coupons/:id/view', Component: CouponView }], ['/staff/coupons/3/view'])
  await screen.findByText('The shop is closed for a moment.')
  calls = shopThatAnswers(answer)
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Coupon WELCOME10' })).toBeTruthy()
})

it('leaves the categories alone when their list could not be loaded', async () => {
  calls = shopThatAnswers(call =>
    call.url.startsWith('/api/staff/categories')
      ? json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
      : answer(call),
  )
  showRoutes([{ path: '/staff/coupons/:id/view', Component: CouponView }], ['/staff/coupons/3/view'])
  await screen.findByText('The shop is closed for a moment.')
  type('Name', 'Welcome to us')
  await press('Update Coupon')
  await screen.findByText('Coupon updated.')
  expect(sent()).toMatchObject([['PATCH', '/api/staff/coupons/3', { name: 'Welcome to us', category_ids: [6] }]])
})
