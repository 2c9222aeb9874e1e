import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { attemptsOf, isOpen, type PaymentAttempt } from '#api/payments/attempts.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { toPayNow } from '#api/payments/start-payment.ts'
import { isSilence } from '#api/payments/provider.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import { depositFor } from '#api/payments/on-delivery/may-pay.ts'
import { stillAsks } from '#api/payments/wallet/choose-try.ts'
import { holdOf } from '#api/stored-value/holds.ts'
import type { GiftPart } from '#sync/protocol/shop/gift-card.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'
import type { WalletStanding, WalletTry } from '#sync/protocol/shop/wallet.ts'

/** An order, and whether the caller came by the link that lets somebody else pay it. */
export interface Found {
  order_id: number
  isByLink: boolean
}

/** The latest attempt from a phone, or the one named. Who came by the link finds only what came by it. */
export async function findTry(
  { order_id, isByLink }: Found,
  reference?: string | null,
): Promise<PaymentAttempt | null> {
  const made = await attemptsOf(order_id)
  return (
    made.find(
      ({ network, by_link, ...attempt }) =>
        network !== null && (!isByLink || by_link === 1) && (!reference || attempt.reference === reference),
    ) ?? null
  )
}

/** Asks the provider about an attempt that is open, at a limited rate. Without an answer nothing changes. */
export async function askAbout(attempt: PaymentAttempt): Promise<void> {
  if (!isOpen(attempt)) return
  await confirmInTurns(attempt.reference).catch((error: unknown) => {
    if (!isSilence(error) && !(error instanceof PaymentDeclined)) throw error
  })
}

/** Where an order and its attempt stand, as far as the shop knows. @throws 404 */
export async function standingOf(found: Found, reference?: string | null): Promise<WalletStanding> {
  const { order_id, isByLink } = found
  const order = await selectOne<{ status_code: OrderStatus; total: number; deposit: number; gift: number }>(
    'SELECT status_code, total, deposit, gift FROM orders WHERE id = ?',
    [order_id],
  )
  if (!order) throw notFound('Order')
  const attempt = await findTry(found, reference)
  const isUnpaid = order.status_code === 'UNPAID'
  const deposit = !isByLink && isUnpaid ? await depositFor(order_id) : null
  return {
    status_code: isByLink ? shownToPayer(order.status_code) : order.status_code,
    wallet: attempt && walletFrom(attempt),
    on_delivery: deposit !== null,
    deposit: deposit ?? 0,
    to_pay: isUnpaid ? toPayNow(order) : 0,
    gift: isUnpaid && order.gift > 0 ? await giftPartOf(order_id) : null,
  }
}

async function giftPartOf(order_id: number): Promise<GiftPart | null> {
  const hold = await holdOf(order_id, 'HELD')
  return hold && { code_end: hold.code_end, amount: hold.amount }
}

/** How far a paid order has come is not the payer's business. */
const shownToPayer = (status: OrderStatus) => (status === 'UNPAID' || status === 'CANCELLED' ? status : 'PROCESSING')

const walletFrom = (attempt: PaymentAttempt): WalletTry => ({
  reference: attempt.reference,
  network: attempt.network!,
  phone: hidden(attempt.phone!),
  amount: attempt.amount,
  state: stateOf(attempt),
  reason: attempt.status_code === 'FAILED' ? attempt.reason : null,
  ends_at: attempt.ends_at?.toJSON() ?? null,
})

function stateOf(attempt: PaymentAttempt): WalletTry['state'] {
  const { status_code, step } = attempt
  if (status_code === 'SUCCESS') return 'paid'
  if (status_code === 'FAILED') return 'failed'
  if (status_code === 'MISMATCH') return 'mismatch'
  if (status_code === 'CREATED') return 'unsent'
  if (!stillAsks(attempt)) return 'late'
  return step === 'code' ? 'code' : 'waiting'
}

/** '024 *** *456': the order's link may be in other hands. */
const hidden = (phone: string) => phone.replace(/^\+233(\d\d)\d{4}(\d{3})$/, '0$1 *** *$2')
