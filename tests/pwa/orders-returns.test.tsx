// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Track } from '#pwa/checkout/track.tsx'
import { OrderView } from '#pwa/account/order-view.tsx'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { forget } from '#pwa/lib/session.ts'
import { RefundForm } from '#pwa/orders/refund-form.tsx'
import { goodsLeft, type GoodsLeft } from '#pwa/orders/returning.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { OrderItem } from '#sync/protocol/order-view.ts'
import { anOrder } from '#tests/support/letter-facts.ts'
import { showRoutes } from '#tests/support/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/shop-answers.ts'

const item = (id: number, name: string, quantity: number): OrderItem => ({
  id, quantity, price: 50, product_variation_id: id,
  product_variation: { id, sku: `J-${id}`, size_code: 'UK10', colour_code: null, product: { id, name, slug: name }, size: { id: 1, code: 'UK10', name: 'UK 10' }, colour: null },
})
const ORDER = anOrder({ id: 5, type_code: 'WEBSITE', status_code: 'COMPLETED', shipping_region_code: null, paid_at: new Date().toJSON(), completed_at: new Date().toJSON(), items: [item(21, 'Slim jeans', 1), item(22, 'Belt', 3)] })
const GOODS: GoodsLeft[] = goodsLeft(ORDER, [])

let refuse: object | null
let away: boolean
let calls: Call[]

function answer({ method, url }: Call): Response {
  if (method === 'POST') return refuse ? json(refuse, 422) : json({ message: 'Sent.' }, 201)
  if (url.includes('/refunds')) return away ? json({ message: 'Not now.', code: 'conflict' }, 409) : json({ refunds: url.includes('/track/') ? [] : { data: [] } })
  return json(url.includes('/orders/') ? { order: ORDER } : {})
}

const press = (name: string) => act(async () => { fireEvent.click(screen.getByRole('button', { name })) })
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) { this.open = false }
  queries.clear()
  refuse = null
  away = false
  calls = shopThatAnswers(answer)
})
afterEach(() => {
  cleanup()
  act(forget)
  vi.unstubAllGlobals()
})

const Asking = () => (
  <>
    <RefundForm goods={GOODS} send={body => api('POST /api/account/refunds', { body: { ...body, order_id: 5 } })} />
    <Link to="/elsewhere">Elsewhere</Link>
  </>
)
const open = () => showRoutes([{ path: '/', Component: Asking }, { path: '/elsewhere', element: <h1>Elsewhere</h1> }])
const send = async () => {
  await press('Send request')
  await act(async () => {})
}

it('says beside its goods what is wrong with them, and names them above', async () => {
  open()
  const belt = screen.getByRole('checkbox', { name: /Belt/ })
  fireEvent.click(belt)
  refuse = { message: 'Please correct the errors shown.', code: 'validation', errors: { 'items.0.quantity': ['Only 2 of this can be sent back.'], note: ['Too long.'] } }
  await send()
  expect(within(screen.getByRole('alert')).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Belt, UK 10: Only 2 of this can be sent back.', 'Too long.'])
  const beside = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent
  expect([beside(belt), belt.getAttribute('aria-invalid'), beside(screen.getByRole('checkbox', { name: /Slim jeans/ }))]).toEqual(['Only 2 of this can be sent back.', 'true', undefined])
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^What is wrong with it/)
  expect([beside(note), note.maxLength]).toEqual(['Too long.', 500])
  refuse = null
  await send()
  expect([screen.queryByRole('alert'), sent().length]).toEqual([null, 2])
})

it('asks before what was chosen is left, and not once it is sent', async () => {
  const leave = () => act(async () => { fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' })) })
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
  await act(async () => { fireEvent.click(within(dialog).getByRole('button', { name: 'Stay here' })) })
  expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /Belt/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Belt/ }))
  await leave()
  await act(async () => { fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' })) })
  await screen.findByRole('heading', { name: 'Elsewhere' })
})

it.each([
  { who: 'a guest', address: '/orders/track/abc', path: '/orders/track/:token', Component: Track },
  { who: 'a customer', address: '/account-area/orders/5/view', path: '/account-area/orders/:id/view', Component: OrderView },
])(
  'offers $who no refund while nobody knows what is on its way back already', async ({ address, path, Component }) => {
    away = true
    showRoutes([{ path, Component }], [address])
    await screen.findByText('What you asked to send back of this order could not be read.')
    const offer = () => screen.queryByRole('button', { name: 'Request a refund' }) ?? screen.queryByRole('link', { name: 'Request a refund' })
    expect(offer()).toBeNull()
    away = false
    await press('Try again')
    await vi.waitFor(() => expect(offer()).not.toBeNull())
    expect(screen.queryByText('What you asked to send back of this order could not be read.')).toBeNull()
  },
)
