import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict, paymentsUnavailable, providerSilent, unavailable } from '#api/errors.ts'
import { log } from '#api/http/log.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { attemptFor, claimOpening, markAttempt, type PaymentAttempt } from '#api/payments/attempts.ts'
import { beside } from '#api/stored-value/holds.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import { PaymentDeclined, ProviderUnreachable } from '#api/payments/provider-errors.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { formatCedis, toCedis, toPesewas } from '#sync/protocol/money.ts'

const PATIENCE_MS = 10_000

/**
 * Opens an order's attempt at the provider and returns how to pay it. Call outside any transaction; two calls at once
 * open one attempt. `chosen`: the attempt just stored with the order.
 * @throws 404, 409 if the order does not wait for payment, 503 if there is no provider or it does not answer: the order
 * stays and can be paid later
 */
export async function startPayment(order_id: number, chosen: PaymentAttempt | null = null): Promise<Payment> {
  if (!env.payments) throw paymentsUnavailable()
  const until = Date.now() + PATIENCE_MS
  for (let attempt = chosen ?? (await chooseAttempt(order_id)); ; attempt = await chooseAttempt(order_id)) {
    if (attempt.access_code !== null) return paymentOf(attempt)
    if (await claimOpening(attempt)) {
      const opened = await open(attempt)
      if (opened) return paymentOf(opened)
    } else if (Date.now() > until) throw unavailable()
    await sleep(100)
  }
}

const chooseAttempt = (order_id: number): Promise<PaymentAttempt> =>
  inTransaction(async () => attemptFor(order_id, await lockToPay(order_id)))

/**
 * Locks an order that waits for payment. Returns what is to be paid now, in pesewas.
 * @throws 404, 409 if it does not wait
 */
export async function lockToPay(order_id: number): Promise<number> {
  const order = await lockOrder(order_id)
  if (order.status_code !== 'UNPAID') throw conflict('This order is not waiting for payment.')
  if (order.reserved_until !== null && order.reserved_until.getTime() < Date.now())
    throw conflict('The time to pay for this order has run out. Please order again.')
  return toPesewas(toPayNow(order))
}

/** What an unpaid order waits for, in cedis: its deposit if the payer chose to pay the rest on delivery. */
export const toPayNow = ({ deposit, ...order }: { total: number; deposit: number; gift: number }) =>
  deposit > 0 ? deposit : beside(order)

/** The same, where the payer may have been shown an earlier total, in cedis. @throws 409 also if it has changed */
export async function lockShownToPay(order_id: number, shown: number | undefined): Promise<number> {
  const amount = await lockToPay(order_id)
  if (shown !== undefined && toPesewas(shown) !== amount)
    throw conflict(`The total is now ${formatCedis(toCedis(amount))}. Check the order, then pay.`)
  return amount
}

/**
 * The attempt with its access code, or null if a new one must replace it: the provider knows it from a call whose
 * answer was lost, and gives an access code only once.
 */
async function open(attempt: PaymentAttempt): Promise<PaymentAttempt | null> {
  try {
    const { access_code, authorization_url } = await provider().initialize(requestOf(attempt))
    await execute(
      "UPDATE payment_attempts SET access_code = ?, authorization_url = ?, opening_until = NULL, status_code = IF(status_code = 'CREATED', 'OPENED', status_code) WHERE id = ?",
      [access_code, authorization_url, attempt.id],
    )
    return { ...attempt, access_code, authorization_url }
  } catch (error) {
    const isDeclined = error instanceof PaymentDeclined
    if (isDeclined && error.code !== 'duplicate_reference') return refused(attempt, error)
    if (!isDeclined && !isSilence(error)) throw error
    const isKnown = !(error instanceof ProviderUnreachable) && (await isKnownToProvider(attempt))
    await execute(
      "UPDATE payment_attempts SET opening_until = NULL, status_code = IF(? AND status_code = 'CREATED', 'OPENED', status_code) WHERE id = ?",
      [isKnown, attempt.id],
    )
    if (!isKnown) throw providerSilent()
    return null
  }
}

/**
 * Whether an attempt that may have been opened was. If the provider does not say, ask again later under the same
 * reference.
 */
async function isKnownToProvider({ reference }: PaymentAttempt): Promise<boolean> {
  try {
    return (await provider().verify(reference)) !== null
  } catch (error) {
    if (isSilence(error)) return false
    throw error
  }
}

async function refused({ id, reference }: PaymentAttempt, { message, code }: PaymentDeclined): Promise<never> {
  await markAttempt(id, 'FAILED', message)
  log.error({ reference, code }, 'the provider does not take this payment')
  throw paymentsUnavailable()
}

function requestOf({ order_id, reference, amount, email }: PaymentAttempt) {
  const back = `${env.shopUrl}/checkout/return?order=${order_id}`
  return { email, amount, reference, callback_url: back, metadata: { order_id: String(order_id), cancel_action: back } }
}

function paymentOf({ reference, amount, email, access_code, authorization_url }: PaymentAttempt): Payment {
  const { provider: name, publicKey } = env.payments!
  return {
    provider: name,
    public_key: publicKey,
    reference,
    amount,
    currency: 'GHS',
    email,
    access_code: access_code!,
    authorization_url: authorization_url!,
  }
}
