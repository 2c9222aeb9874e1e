// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Track } from '#pwa/checkout/track.tsx'
import { OrderView } from '#pwa/account/order-view.tsx'
import { RefundView } from '#pwa/account/refund-view.tsx'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { RefundForm } from '#pwa/returns/refund-form.tsx'
import { goodsLeft, type GoodsLeft } from '#pwa/returns/returning.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { OrderItem } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { anOrder } from '#tests/support/people/letter-facts.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const item = (id: number, name: string, quantity: number): OrderItem => ({
  id,
  quantity,
  price: 50,
  product_variation_id: id,
  product_variation: {
    id,
    sku: `J-${id}`,
    size_code: 'UK10',
    colour_code: null,
    product: { id, name, slug: name, images: [] },
    size: { id: 1, code: 'UK10', name: 'UK 10' },
    colour: null,
  },
})
const ORDER = anOrder({
  id: 5,
  type_code: 'WEBSITE',
  status_code: 'COMPLETED',
  shipping_region_code: null,
  paid_at: new Date().toJSON(),
  completed_at: new Date().toJSON(),
  items: [item(21, 'Slim jeans', 1), item(22, 'Belt', 3)],
})
const GOODS: GoodsLeft[] = goodsLeft(ORDER, [])
const ASKED: Refund = {
  id: 9,
  action: 'REFUND',
  reason: 'MISFIT',
  note: null,
  order_id: 5,
  number: '5',
  status_code: 'REQUESTED',
  money_status: 'NONE',
  goods_status: 'AWAITED',
  provider_status: null,
  amount: 50,
  decision_note: null,
  photos: [],
  created_at: new Date().toJSON(),
  items: [
    {
      id: 1,
      order_item_id: 21,
      given_by: null,
      quantity: 1,
      product_variation: item(21, 'Slim jeans', 1).product_variation,
      exchange_variation_id: null,
      exchange_variation: null,
      handed_over_at: null,
      disposition: null,
    },
  ],
}

let refuse: object | null
let away: boolean
let order: typeof ORDER
let calls: Call[]

function answer({ method, url }: Call): Response {
  if (method === 'POST') return refuse ? json(refuse, 422) : json({ message: 'Sent.' }, 201)
  if (url.endsWith('/refunds/9')) return json({ refund: ASKED })
  if (url.includes('/refunds'))
    return away
      ? json({ message: 'Not now.', code: 'conflict' }, 409)
      : json({ refunds: url.includes('/track/') ? [] : { data: [] } })
  if (url.endsWith('/reviews')) return json({ reviews: [] })
  return json(url.includes('/orders/') ? { order } : {})
}

const press = (name: string) => pressed(screen.getByRole('button', { name }))
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)

beforeEach(() => {
  refuse = null
  away = false
  order = ORDER
  calls = shopThatAnswers(answer)
})

const Asking = () => (
  <>
    <RefundForm goods={GOODS} send={body => api('POST /api/account/refunds', { body: { ...body, order_id: 5 } })} />
    <Link to="/elsewhere">Elsewhere</Link>
  </>
)
const open = () =>
  showRoutes([
    { path: '/', Component: Asking },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
  ])
const send = () => press('Send request')

it('shows what is wrong beside the goods, and names them above', async () => {
  open()
  const belt = screen.getByRole('checkbox', { name: /Belt/ })
  fireEvent.click(belt)
  refuse = {
    message: 'Please correct the errors shown.',
    code: 'validation',
    errors: { 'items.0.quantity': ['Only 2 of this can be returned.'], note: ['Too long.'] },
  }
  await send()
  expect(
    within(screen.getByRole('alert'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Belt, UK 10: Only 2 of this can be returned.', 'Too long.'])
  const beside = (control: HTMLElement) =>
    document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
  expect([
    beside(belt),
    belt.getAttribute('aria-invalid'),
    beside(screen.getByRole('checkbox', { name: /Slim jeans/ })),
  ]).toEqual(['Only 2 of this can be returned.', 'true', undefined])
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^What is wrong with it/)
  expect([beside(note), note.maxLength]).toEqual(['Too long.', 500])
  fireEvent.click(belt)
  fireEvent.click(belt)
  expect([beside(belt), belt.getAttribute('aria-invalid')]).toEqual([undefined, null])
  expect(beside(note)).toBe('Too long.')
  refuse = null
  await send()
  expect([screen.queryByRole('alert'), sent().length]).toEqual([null, 2])
})

it('asks before leaving unsent choices, and not once they are sent', async () => {
  const leave = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    })
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  open()
  expect(unload()).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: /Belt/ }))
  expect(unload()).toBe(true)
  await leave()
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' })
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay here' }))
  })
  expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /Belt/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Belt/ }))
  await leave()
  await act(async () => {
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }))
  })
  await screen.findByRole('heading', { name: 'Elsewhere' })
})

const OWNERS = [
  { who: 'a guest', address: '/orders/track/abc', path: '/orders/track/:token', Component: Track },
  {
    who: 'a customer',
    address: '/account-area/orders/5/view',
    path: '/account-area/orders/:id/view',
    Component: OrderView,
  },
]

it.each(OWNERS)('tells $who when the days for returns are over', async ({ address, path, Component }) => {
  order = { ...ORDER, completed_at: new Date(Date.now() - 4 * 24 * 60 * 60_000).toJSON() }
  showRoutes([{ path, Component }], [address])
  await screen.findByText(/^The return period of 3 days is over\./)
  expect(
    screen.queryByRole('button', { name: 'Request a refund' }) ??
      screen.queryByRole('link', { name: 'Request a refund' }),
  ).toBeNull()
})

it.each(OWNERS)(
  'offers $who no refund until it is known what is being returned already',
  async ({ address, path, Component }) => {
    away = true
    showRoutes([{ path, Component }], [address])
    await screen.findByText('Returns of this order could not be loaded.')
    const offer = () =>
      screen.queryByRole('button', { name: 'Request a refund' }) ??
      screen.queryByRole('link', { name: 'Request a refund' })
    expect(offer()).toBeNull()
    away = false
    await press('Try again')
    await vi.waitFor(() => expect(offer()).not.toBeNull())
    expect(screen.queryByText('Returns of this order could not be loaded.')).toBeNull()
  },
)

it('requests nothing of an order begun from another', async () => {
  const router = showRoutes([{ path: '/orders/track/:token', Component: Track }], ['/orders/track/abc'])
  const go = async (token: string) => {
    await act(async () => {
      await router.visit(`/orders/track/${token}`)
    })
    await screen.findByRole('button', { name: 'Request a refund' })
  }
  await go('def')
  await go('abc')
  await press('Request a refund')
  expect(screen.getByRole('form', { name: 'Request a refund' })).toBeTruthy()
  await go('def')
  expect(screen.queryByRole('form')).toBeNull()
})

it('lets a request be changed while its goods can be returned, and not later', async () => {
  const open = async () => {
    showRoutes([{ path: '/account-area/refunds/:id/view', Component: RefundView }], ['/account-area/refunds/9/view'])
    await screen.findByRole('heading', { name: 'Refund #9' })
    await vi.waitFor(() => expect(calls.filter(({ url }) => /orders\/5$|order_id=5/.test(url))).toHaveLength(2))
    await act(() => vi.waitFor(() => expect(queries.isFetching()).toBe(0)))
  }
  await open()
  await screen.findByRole('button', { name: 'Change request' })
  await press('Change request')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ name, checked }) => [name, checked])).toEqual([
    ['item_21', true],
    ['item_22', false],
  ])
  cleanup()
  queries.clear()
  calls.length = 0
  order = { ...ORDER, completed_at: new Date(Date.now() - 4 * 24 * 60 * 60_000).toJSON() }
  await open()
  expect(screen.queryByRole('button', { name: 'Change request' })).toBeNull()
})
