import { inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { payOrder, retakeOrder } from '#api/orders/settle-order.ts'
import { settlePurchase } from '#api/payments/gifts/pay-purchase.ts'
import { attemptBy, markAttempt, lockAttempt, type PaymentAttempt } from '#api/payments/attempts.ts'
import { isFinal, judge } from '#api/payments/judge.ts'
import { takeDeposit } from '#api/payments/on-delivery/deposits.ts'
import { domainOf } from '#api/payments/paystack.ts'
import { provider } from '#api/payments/provider.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import type { ProviderTransaction } from '#api/payments/read-reply.ts'
import type { OrderEventCode } from '#sync/protocol/shop/checkout.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'
import { beside } from '#api/stored-value/holds.ts'
import { formatCedis, toCedis, toPesewas } from '#sync/protocol/money.ts'

/** What a confirmation depends on. */
export interface Means {
  judge: typeof judge
  lockOrder: typeof lockOrder
  lockAttempt: typeof lockAttempt
}
export const MEANS: Means = { judge, lockOrder, lockAttempt }

/**
 * Asks the provider what became of an attempt, and acts on it: the only way an order becomes paid by card. Call outside
 * any transaction. Repeating it, even in parallel, changes nothing.
 * @throws NoAnswer, ProviderUnreachable if the outcome is unknown; then nothing has changed
 */
export async function confirm(reference: string, means = MEANS): Promise<void> {
  const attempt = await attemptBy('reference', reference)
  if (attempt?.status_code === 'SUCCESS') return
  const told = await provider().verify(reference)
  if (!attempt) return (await settlePurchase(reference, told)) ? undefined : noteUnknown(reference, told)
  await inTransaction(async () => {
    const order = await means.lockOrder(attempt.order_id)
    const locked = (await means.lockAttempt(reference))!
    if (locked.status_code !== 'SUCCESS') await settle(locked, order, { told, means })
  })
}

interface Told {
  told: ProviderTransaction | null
  means: Means
}

async function settle(attempt: PaymentAttempt, order: LockedOrder, { told, means }: Told): Promise<void> {
  const { verdict, reason } = means.judge(told, { ...attempt, domain: domainOf(env.payments!.secretKey) })
  if (verdict === 'pending') await markAttempt(attempt.id, openStatus(attempt, told), reason)
  else if (verdict === 'failed') await markAttempt(attempt.id, 'FAILED', reason)
  else if (verdict === 'mismatch') await mismatched(attempt, reason!)
  else await paid(attempt, order, told!)
}

/** Only a success reopens a failed or mismatched attempt. */
function openStatus({ status_code }: PaymentAttempt, told: ProviderTransaction | null) {
  if (told === null || status_code === 'FAILED' || status_code === 'MISMATCH') return status_code
  return told.status === 'abandoned' ? 'OPENED' : 'PENDING'
}

async function mismatched({ id, order_id, reference }: PaymentAttempt, reason: string): Promise<void> {
  await markAttempt(id, 'MISMATCH', reason)
  await raiseException({
    code: 'PAYMENT_MISMATCH',
    once_key: `PAYMENT_MISMATCH ${reference}`,
    order_id,
    detail: `Payment ${reference}: ${reason}.`,
  })
}

/** Money arrived. Takes each of the provider's transactions once: it pays the order or goes back. */
async function paid(attempt: PaymentAttempt, order: LockedOrder, told: ProviderTransaction): Promise<void> {
  if (await selectOne('SELECT id FROM payments WHERE provider_transaction_id = ?', [told.id])) return
  const oddity = await whyNot(attempt, order)
  const payment_id = await insertRow('payments', {
    attempt_id: attempt.id,
    order_id: order.id,
    provider_transaction_id: told.id,
    amount: told.amount,
    channel: told.channel?.slice(0, 20) ?? null,
    paid_at: sqlTime(told.paid_at === null ? Date.now() : Date.parse(told.paid_at) || Date.now()),
    status_code: oddity ? 'RETURNED' : 'APPLIED',
  })
  await markAttempt(attempt.id, 'SUCCESS', oddity?.reason ?? null)
  if (!oddity && isDeposit(attempt, order)) return takeDeposit(order, attempt.reference)
  if (!oddity) return payOrder(order, { account_code: 'PAYSTACK', user_id: null, detail: attempt.reference })
  await queueRefund({ payment_id, amount: told.amount, reason: oddity.reason })
  const sum = formatCedis(toCedis(told.amount))
  await noteEvent({ order_id: order.id, code: oddity.event, detail: `${sum}: ${oddity.reason}` })
  if (oddity.exception)
    await raiseException({
      code: oddity.exception,
      once_key: `${oddity.exception} ${attempt.reference}`,
      order_id: order.id,
      detail: `Payment ${attempt.reference} of ${sum} is to be refunded: ${oddity.reason}.`,
    })
}

/** Why money goes back instead of paying; `exception`: staff are told. */
interface Oddity {
  reason: string
  event: OrderEventCode
  exception: ExceptionCode | null
}

/** Why a success does not pay its order; null if it does. Takes an expired order's goods again first. */
async function whyNot({ amount }: PaymentAttempt, order: LockedOrder): Promise<Oddity | null> {
  const isDue = order.due > 0
  const isPaid = order.paid_at !== null || (isDue && order.deposit > 0)
  if (isPaid || (order.status_code !== 'UNPAID' && order.status_code !== 'CANCELLED' && !isDue))
    return { reason: 'the order was paid already', event: 'PAID_AGAIN', exception: 'PAID_TWICE' }
  if (order.cancelled_by === 'PERSON') return { reason: 'the order was cancelled', event: 'RETURNED', exception: null }
  if (amount !== toPesewas(beside(order)) && !isDeposit({ amount }, order))
    return { reason: 'the order total has changed', event: 'RETURNED', exception: null }
  if (order.status_code === 'UNPAID' || isDue || (await retakeOrder(order))) return null
  return { reason: 'it arrived too late, and the items are sold', event: 'RETURNED', exception: 'PAID_TOO_LATE' }
}

/** Whether a payment is the deposit that an order waits for, and not its total. */
const isDeposit = ({ amount }: { amount: number }, { deposit, due, ...order }: LockedOrder) =>
  deposit > 0 && due === 0 && amount === toPesewas(deposit) && amount !== toPesewas(beside(order))

/** Tells staff about a payment the shop does not know, whatever the provider answers. */
async function noteUnknown(reference: string, told: ProviderTransaction | null): Promise<void> {
  const words =
    told === null
      ? 'the provider has no record of it either'
      : isFinal(told.status)
        ? `the provider says ${told.status}, ${told.currency} ${toCedis(told.amount).toFixed(2)}`
        : `the provider says it is ${told.status}`
  await raiseException({
    code: 'UNKNOWN_PAYMENT',
    once_key: `UNKNOWN_PAYMENT ${reference}`,
    order_id: null,
    detail: `Payment ${reference} has no order: ${words}.`,
  })
}
