import { execute, inTransaction, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { orderRefunded } from '#api/mail/order-letters.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import type { ProviderRefund, RefundStatus } from '#api/payments/read-reply.ts'
import { followMoney, holdReturn } from '#api/refunds/follow-money.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'

/** A refund in progress, with its payment. `amount` in pesewas. */
export interface SentRefund {
  id: number
  payment_id: number
  refund_id: number | null
  order_id: number
  amount: number
  reason: string
  tries: number
  provider_refund_id: string | null
  provider_transaction_id: string
}

const JOINED = `SELECT r.id, r.payment_id, r.refund_id, p.order_id, r.amount, r.reason, r.tries, r.provider_refund_id,
  p.provider_transaction_id
  FROM payment_refunds r JOIN payments p ON p.id = r.payment_id JOIN payment_attempts a ON a.id = p.attempt_id`
/** Longer than looking for a refund and sending it, so that no other process picks it up. */
const CLAIM_MINUTES = 2
/** Minutes after each failed try; then every six hours. */
const PAUSES = [1, 5, 15, 60, 180, 360]
/** After this many tries staff are told. */
const TRIES_UNTIL_STUCK = 5
const LATE_DAYS = 14

/**
 * Claims the next refund to send or to ask about. Refunds of one payment go one by one, so that one found at the
 * provider never counts twice.
 */
export const claimRefund = (refund_id: number | null = null): Promise<SentRefund | null> =>
  inTransaction(async () => {
    const refund = await selectOne<SentRefund>(
      `${JOINED} WHERE r.next_at <= NOW(3) AND (r.status_code IN ('SENT', 'NEEDS_ATTENTION') OR r.status_code = 'QUEUED'
    AND NOT EXISTS (SELECT 1 FROM payment_refunds b
      WHERE b.payment_id = r.payment_id AND b.status_code = 'QUEUED' AND b.id < r.id))
    ${refund_id === null ? '' : 'AND r.refund_id = :refund_id'} ORDER BY r.next_at, r.id
      LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { refund_id },
    )
    if (!refund) return null
    const tries = refund.tries + 1
    await execute(
      `UPDATE payment_refunds SET tries = ?, next_at = NOW(3) + INTERVAL ${CLAIM_MINUTES} MINUTE WHERE id = ?`,
      [tries, refund.id],
    )
    return { ...refund, tries }
  })

/** Sends what is queued, and checks what was sent. Stops at the first call without an answer. */
export async function sendRefunds(claim: () => Promise<SentRefund | null> = claimRefund): Promise<void> {
  for (let refund = await claim(); refund; refund = await claim()) if (!(await goOn(refund))) return
}

/** Sends one return's queued refunds at once. Without an answer they stay queued. Call outside any transaction. */
export const sendRefundsOf = (refund_id: number): Promise<void> => sendRefunds(() => claimRefund(refund_id))

async function goOn(refund: SentRefund): Promise<boolean> {
  try {
    if (refund.provider_refund_id === null) await send(refund)
    else await follow(refund)
    return true
  } catch (error) {
    if (!isSilence(error) && !(error instanceof PaymentDeclined)) throw error
    log.warn({ refund: refund.id, tries: refund.tries, error: { name: error.name } }, 'refund waits')
    await putOff(refund)
    if (refund.provider_refund_id === null && refund.tries >= TRIES_UNTIL_STUCK)
      await stuck(
        refund,
        error instanceof PaymentDeclined
          ? { reason: 'declined', why: `the provider says "${error.message}"` }
          : { reason: 'silent', why: 'the provider does not answer' },
      )
    return error instanceof PaymentDeclined
  }
}

/**
 * Sends one refund to the provider. It has no idempotency key, so a refund of this amount that matches none of ours is
 * this one, from a try whose answer was lost.
 */
async function send(refund: SentRefund): Promise<void> {
  const sent =
    (await findSent(refund)) ??
    (await provider().refund({
      transaction: refund.provider_transaction_id,
      amount: refund.amount,
      merchant_note: refund.reason,
    }))
  try {
    await note(refund, sent)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return void (await putOff(refund))
  }
  await hearWhatWasTold(refund)
}

const TOLD = `SELECT e.reference FROM payments p JOIN payment_attempts a ON a.id = p.attempt_id
  JOIN payment_events e ON e.reference = a.reference
  WHERE p.id = ? AND e.event LIKE 'refund.%' LIMIT 1`

/**
 * A webhook may arrive before we stored the refund's id and then match nothing, so follow it now. Without an answer, a
 * later run asks.
 */
async function hearWhatWasTold({ payment_id }: SentRefund): Promise<void> {
  const told = await selectOne<{ reference: string }>(TOLD, [payment_id])
  if (told)
    await followRefunds(told.reference).catch((error: unknown) => {
      if (!isSilence(error)) throw error
    })
}

async function findSent({ provider_transaction_id, amount }: SentRefund): Promise<ProviderRefund | null> {
  const known = await provider().refundsOf(provider_transaction_id)
  const ours =
    known.length === 0
      ? []
      : await select<{ id: string }>(
          'SELECT provider_refund_id AS id FROM payment_refunds WHERE provider_refund_id IN (?)',
          [known.map(({ id }) => id)],
        )
  return (
    known.find(sent => sent.amount === amount && sent.status !== 'failed' && !ours.some(({ id }) => id === sent.id)) ??
    null
  )
}

/** Asks about the refunds of a payment, by its reference. Skips those not sent yet. */
export async function followRefunds(reference: string): Promise<void> {
  for (const refund of await select<SentRefund>(
    `${JOINED} WHERE a.reference = ? AND r.provider_refund_id IS NOT NULL
      AND r.status_code NOT IN ('PROCESSED', 'FAILED')`,
    [reference],
  ))
    await follow(refund)
}

async function follow(refund: SentRefund): Promise<void> {
  const sent = await provider().fetchRefund(refund.provider_refund_id!)
  if (sent) await note(refund, sent)
  else await putOff(refund)
}

const STATUS = {
  pending: 'SENT',
  processing: 'SENT',
  processed: 'PROCESSED',
  failed: 'FAILED',
  'needs-attention': 'NEEDS_ATTENTION',
} as const satisfies Record<RefundStatus, string>
const WRONG = {
  failed: 'the provider could not carry it out',
  'needs-attention': 'the provider needs the bank details of the customer',
} as const

/** Stores the provider's progress. A final status stays; the return it pays follows. */
const note = (refund: SentRefund, { id, status }: ProviderRefund): Promise<void> =>
  inTransaction(async () => {
    if (refund.refund_id !== null) await holdReturn(refund.refund_id)
    const open = await execute(
      "UPDATE payment_refunds SET status_code = ?, provider_refund_id = ?, next_at = NOW(3) + INTERVAL IF(tries < 2, 1, 60) MINUTE WHERE id = ? AND status_code NOT IN ('PROCESSED', 'FAILED')",
      [STATUS[status], id, refund.id],
    )
    if (open > 0 && refund.refund_id !== null)
      await followMoney({ payment_refund_id: refund.id, refund_id: refund.refund_id, status: STATUS[status] })
    if (status === 'failed' || status === 'needs-attention')
      return stuck(refund, { reason: status, why: WRONG[status] })
    await writeToCustomer(refund.order_id, `refund-${refund.id}`, (order, around) =>
      orderRefunded(order, around, toCedis(refund.amount)),
    )
    const late = await selectOne(
      `SELECT id FROM payment_refunds WHERE id = ? AND status_code = 'SENT'
        AND created_at < NOW(3) - INTERVAL ${LATE_DAYS} DAY`,
      [refund.id],
    )
    if (late) await stuck(refund, { reason: 'late', why: `it has been on its way for ${LATE_DAYS} days` })
  })

const putOff = ({ id, tries }: SentRefund) =>
  execute('UPDATE payment_refunds SET next_at = NOW(3) + INTERVAL ? MINUTE WHERE id = ?', [
    PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 1,
    id,
  ])

/** Tells staff once per reason: after a silent provider they still hear of a failure. */
const stuck = (
  { id, order_id, amount }: SentRefund,
  { reason, why }: { reason: 'silent' | 'declined' | 'failed' | 'needs-attention' | 'late'; why: string },
) =>
  raiseException({
    code: 'REFUND_STUCK',
    once_key: `REFUND_STUCK ${id} ${reason}`,
    order_id,
    detail: `${formatCedis(toCedis(amount))} could not be given back by the provider: ${why}.`,
  })
