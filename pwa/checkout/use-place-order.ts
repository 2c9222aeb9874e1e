import { useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { ApiError, fieldErrorsOf, messagesOf } from '#pwa/lib/api-error.ts'
import { beSomebody } from '#pwa/session/sign-in.ts'
import { useIntent } from '#pwa/lib/use-intent.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import type { FieldErrors } from './check-information.ts'

/** Why the order was refused: different amounts, errors beside fields or lines, or a message. */
export type Refusal =
  | { kind: 'stale'; was: Totals; now: Totals }
  | { kind: 'fields'; errors: FieldErrors }
  | { kind: 'words'; messages: string[] }

export type Placed = ReplyOf<'POST /api/orders'>

/**
 * Sends an order once, however often the button is pressed: the key stays the same for the same content until the shop
 * has answered with an order. So a repeat after a lost reply does not order again.
 */
export function usePlaceOrder() {
  const { keyOf, done } = useIntent()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  /** The placed order, or the refusal; null if it is already being sent. */
  async function place(submission: OrderSubmission & Totals): Promise<Placed | Refusal | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await beSomebody()
      const placed = await api('POST /api/orders', { body: submission, key: keyOf(JSON.stringify(submission)) })
      done()
      return placed
    } catch (error) {
      const refused = refusalFrom(error, submission)
      setRefusal(refused)
      return refused
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { place, busy, refusal }
}

export function refusalFrom(error: unknown, seen: Totals): Refusal {
  if (error instanceof ApiError && error.body.code === 'stale_total') {
    const { subtotal, shipping_fee, discount, total } = seen
    const was = { subtotal, shipping_fee, discount, total }
    return { kind: 'stale', was, now: { ...was, ...error.body.totals } }
  }
  const errors = fieldErrorsOf(error)
  return Object.keys(errors).length > 0 ? { kind: 'fields', errors } : { kind: 'words', messages: messagesOf(error) }
}

/** The amounts that changed, in the order of calculation. */
export const changesBetween = (was: Totals, now: Totals) =>
  (Object.keys(deliveryWords.amounts) as (keyof Totals)[])
    .filter(name => was[name] !== now[name])
    .map(name => ({ name: deliveryWords.amounts[name], was: was[name], now: now[name] }))
