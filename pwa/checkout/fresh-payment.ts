import { getDefaultStore, atom } from 'jotai'
import type { Payment } from '#sync/protocol/shop/checkout.ts'

/** The payment that came with an order, in memory until the next step opens it. */
const fresh = atom<{ order_id: number; payment: Payment } | null>(null)

export const handOver = (order_id: number, payment: Payment): void =>
  getDefaultStore().set(fresh, { order_id, payment })

/** The payment to open now. Returns it only once. */
export function takeOver(order_id: number): Payment | null {
  const store = getDefaultStore()
  const waiting = store.get(fresh)
  store.set(fresh, null)
  return waiting?.order_id === order_id ? waiting.payment : null
}
