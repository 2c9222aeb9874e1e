import type { Payment } from '#sync/protocol/shop/checkout.ts'

let fresh: { token: string; payment: Payment } | null = null

/** Keeps the payment that came with a gift card for its page, in memory. */
export const handOver = (token: string, payment: Payment): void => {
  fresh = { token, payment }
}

/** The payment to open now. Returns it only once. */
export function takeOver(token: string): Payment | null {
  const waiting = fresh
  fresh = null
  return waiting?.token === token ? waiting.payment : null
}
