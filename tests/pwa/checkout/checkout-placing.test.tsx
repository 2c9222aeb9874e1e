// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY, submissionOf } from '#pwa/checkout/draft.ts'
import { usePlaceOrder } from '#pwa/checkout/use-place-order.ts'
import { welcomeGuest } from '#pwa/session/session.ts'
import { usePayment } from '#pwa/paying/use-payment.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const TOTALS = { subtotal: 200, shipping_fee: 0, discount: 0, total: 200 }
const anOrder = (totals: Totals = TOTALS) => submissionOf({ ...EMPTY, first_name: 'Ama' }, { totals, coupon: null })

let answers: (() => Response)[]
let calls: Call[]
const away = () => {
  throw new TypeError('Failed to fetch')
}
const keysOf = (path: string) =>
  calls.filter(({ url, method }) => method === 'POST' && url === path).map(({ headers }) => headers['idempotency-key'])

beforeEach(() => {
  answers = []
  calls = shopThatAnswers(({ url }) =>
    url.includes('refresh')
      ? json({ token: 'g', user: null })
      : (answers.shift()?.() ??
        json({ message: 'Done.', order: { id: 1, status_code: 'UNPAID' }, payment: null }, 201)),
  )
  act(() => welcomeGuest('g'))
})

describe('ordering', () => {
  it('keeps its key while the reply is lost or the shop is busy, and takes a new one for other content or the next order', async () => {
    const { result } = renderHook(usePlaceOrder)
    answers = [away, () => json({ message: 'Busy.', code: 'unavailable' }, 503)]
    await act(() => result.current.place(anOrder()))
    expect(result.current.refusal).toEqual({
      kind: 'words',
      messages: ['No connection to the shop. Check the network and try again.'],
    })
    await act(() => result.current.place(anOrder()))
    await act(() => result.current.place(anOrder()))
    expect(result.current.refusal).toBeNull()
    await act(() => result.current.place(anOrder()))
    await act(() => result.current.place(anOrder({ ...TOTALS, total: 190 })))
    const keys = keysOf('/api/orders')
    expect(keys).toHaveLength(5)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(new Set(keys).size).toBe(3)
  })

  it('sends once, however often the button is pressed', async () => {
    const { result } = renderHook(usePlaceOrder)
    await act(async () => {
      await Promise.all([result.current.place(anOrder()), result.current.place(anOrder())])
    })
    expect(keysOf('/api/orders')).toHaveLength(1)
  })
})

describe('paying', () => {
  const payment = {
    provider: 'sandbox',
    public_key: 'pk',
    reference: '1-1',
    amount: 20_000,
    currency: 'GHS',
    email: 'order-1@shop.test',
    access_code: 'abc',
    authorization_url: '/sandbox',
  } as const
  const popUpThat = (end: 'onSuccess' | 'onCancel') =>
    vi.stubGlobal(
      'PaystackPop',
      class {
        resumeTransaction(_: string, callbacks: Record<typeof end, () => void>) {
          queueMicrotask(callbacks[end])
          return { id: '1' }
        }
      },
    )
  const notPaid = () => json({ message: 'Not paid.', code: 'payment_not_completed' }, 409)
  const paid = () => json({ message: 'Paid.', order: { id: 1, status_code: 'PROCESSING' } })

  it('believes only the shop: a closed pop-up may have been paid', async () => {
    popUpThat('onCancel')
    answers = [paid]
    const { result } = renderHook(() => usePayment({ id: 1, token: null }))
    await act(() => result.current.pay(payment))
    expect(result.current.stage).toBe('idle')
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(['PATCH /api/orders'])
  })

  it('says that the pop-up was closed when the shop has nothing, and can be tried again', async () => {
    popUpThat('onCancel')
    answers = [notPaid, () => json({ order: { id: 1, status_code: 'UNPAID' }, payment }), notPaid]
    const { result } = renderHook(() => usePayment({ id: 1, token: 'tok' }))
    await act(() => result.current.pay(payment))
    expect(result.current.stage).toBe('closed')
    await act(() => result.current.pay())
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PATCH /api/orders',
      'POST /api/orders/track/tok/pay',
      'PATCH /api/orders',
    ])
  })

  it('asks the shop once when somebody returns from the provider’s page', async () => {
    const gone = vi.fn<(to: string) => void>()
    vi.stubGlobal('location', { assign: gone })
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'iPhone', standalone: true })
    answers = [paid]
    const { result } = renderHook(() => usePayment({ id: 1, token: null }))
    await act(() => result.current.pay(payment))
    expect([result.current.stage, gone.mock.calls]).toEqual(['leaving', [['/sandbox']]])
    await act(async () => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    })
    expect([result.current.stage, calls]).toEqual(['leaving', []])
    await act(async () => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    await waitFor(() => expect(result.current.stage).toBe('idle'))
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(['PATCH /api/orders'])
  })

  it('asks patiently when the pop-up says paid, then says the payment is not confirmed yet', async () => {
    vi.useFakeTimers()
    popUpThat('onSuccess')
    answers = [notPaid, notPaid, away, notPaid]
    const { result } = renderHook(() => usePayment({ id: null, token: 'tok' }))
    await act(async () => {
      const end = result.current.pay(payment)
      await vi.advanceTimersByTimeAsync(20_000)
      await end
    })
    vi.useRealTimers()
    expect(result.current.stage).toBe('unheard')
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(4).fill('PATCH /api/orders/track/tok'))
  })
})
