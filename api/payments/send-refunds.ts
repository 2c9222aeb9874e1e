import { execute, inTransaction, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { orderRefunded } from '#api/mail/order-letters.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { followGiftRefund, writeOfGiftRefund } from '#api/payments/gifts/refund-purchase.ts'
import { lockPurchase } from '#api/payments/gifts/purchases.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import type { ProviderRefund, RefundStatus } from '#api/payments/read-reply.ts'
import { REFUND_BOOKS, type RefundBook, type SentRefund } from '#api/payments/refund-books.ts'
import { followMoney, holdReturn, type ProviderStatus } from '#api/refunds/follow-money.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'

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
export async function claimRefund(refund_id: number | null = null): Promise<SentRefund | null> {
  if (refund_id !== null) return claimFrom('orders', { column: 'r.refund_id', value: refund_id })
  return (await claimFrom('orders')) ?? claimFrom('gifts')
}

/** The same for one gift card that was bought on the website. */
export const claimGiftRefund = (stored_value_id: number): Promise<SentRefund | null> =>
  claimFrom('gifts', { column: 'a.stored_value_id', value: stored_value_id })

const claimFrom = (name: RefundBook, of: { column: string; value: number } | null = null): Promise<SentRefund | null> =>
  inTransaction(async () => {
    const { table, source, joined } = REFUND_BOOKS[name]
    const refund = await selectOne<SentRefund>(
      `${joined} WHERE r.next_at <= NOW(3) AND (r.status_code IN ('SENT', 'NEEDS_ATTENTION') OR r.status_code = 'QUEUED'
    AND NOT EXISTS (SELECT 1 FROM ${table} b
      WHERE b.${source} = r.${source} AND b.status_code = 'QUEUED' AND b.id < r.id))
    ${of === null ? '' : `AND ${of.column} = :value`} ORDER BY r.next_at, r.id
      LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { value: of?.value ?? null },
    )
    if (!refund) return null
    const tries = refund.tries + 1
    await execute(`UPDATE ${table} SET tries = ?, next_at = NOW(3) + INTERVAL ${CLAIM_MINUTES} MINUTE WHERE id = ?`, [
      tries,
      refund.id,
    ])
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
          : { reason: 'silent', why: 'the provider is not responding' },
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

/**
 * A webhook may arrive before we stored the refund's id and then match nothing, so follow it now. Without an answer, a
 * later run asks.
 */
async function hearWhatWasTold({ reference }: SentRefund): Promise<void> {
  const told = await selectOne(
    "SELECT reference FROM payment_events WHERE reference = ? AND event LIKE 'refund.%' LIMIT 1",
    [reference],
  )
  if (told)
    await followRefunds(reference).catch((error: unknown) => {
      if (!isSilence(error)) throw error
    })
}

async function findSent({ book, provider_transaction_id, amount }: SentRefund): Promise<ProviderRefund | null> {
  const known = await provider().refundsOf(provider_transaction_id)
  const ours =
    known.length === 0
      ? []
      : await select<{ id: string }>(
          `SELECT provider_refund_id AS id FROM ${REFUND_BOOKS[book].table} WHERE provider_refund_id IN (?)`,
          [known.map(({ id }) => id)],
        )
  return (
    known.find(sent => sent.amount === amount && sent.status !== 'failed' && !ours.some(({ id }) => id === sent.id)) ??
    null
  )
}

/** Asks about the refunds of a payment, by its reference. Skips those not sent yet. */
export async function followRefunds(reference: string): Promise<void> {
  for (const { joined } of Object.values(REFUND_BOOKS))
    for (const refund of await select<SentRefund>(
      `${joined} WHERE a.reference = ? AND r.provider_refund_id IS NOT NULL
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
  failed: 'the provider could not make the refund',
  'needs-attention': 'the provider needs the bank details of the customer',
} as const

/** Stores the provider's progress. A final status stays; the return it pays, or the gift card, follows. */
const note = (refund: SentRefund, { id, status }: ProviderRefund): Promise<void> =>
  inTransaction(async () => {
    const { table } = REFUND_BOOKS[refund.book]
    if (refund.book === 'gifts') await lockPurchase(refund.source_id)
    if (refund.refund_id !== null) await holdReturn(refund.refund_id)
    const open = await execute(
      `UPDATE ${table} SET status_code = ?, provider_refund_id = ?, next_at = NOW(3) + INTERVAL IF(tries < 2, 1, 60) MINUTE
      WHERE id = ? AND status_code NOT IN ('PROCESSED', 'FAILED')`,
      [STATUS[status], id, refund.id],
    )
    if (open > 0) await passOn(refund, STATUS[status])
    if (status === 'failed' || status === 'needs-attention')
      return stuck(refund, { reason: status, why: WRONG[status] })
    await writeOf(refund)
    const late = await selectOne(
      `SELECT id FROM ${table} WHERE id = ? AND status_code = 'SENT'
        AND created_at < NOW(3) - INTERVAL ${LATE_DAYS} DAY`,
      [refund.id],
    )
    if (late) await stuck(refund, { reason: 'late', why: `it has been on its way for ${LATE_DAYS} days` })
  })

async function passOn({ book, id, source_id, refund_id, amount }: SentRefund, status: ProviderStatus): Promise<void> {
  if (book === 'gifts') await followGiftRefund({ id, gift_purchase_id: source_id, status, amount })
  if (refund_id !== null) await followMoney({ payment_refund_id: id, refund_id, status })
}

/** Tells the customer, once. */
async function writeOf({ book, id, source_id, order_id, amount }: SentRefund): Promise<void> {
  if (book === 'gifts') return writeOfGiftRefund(id, source_id, amount)
  await writeToCustomer(order_id!, `refund-${id}`, (order, around) => orderRefunded(order, around, toCedis(amount)))
}

const putOff = ({ book, id, tries }: SentRefund) =>
  execute(`UPDATE ${REFUND_BOOKS[book].table} SET next_at = NOW(3) + INTERVAL ? MINUTE WHERE id = ?`, [
    PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 1,
    id,
  ])

/** Tells staff once per reason: after a silent provider they still hear of a failure. */
const stuck = (
  { book, id, order_id, amount, reason: of }: SentRefund,
  { reason, why }: { reason: 'silent' | 'declined' | 'failed' | 'needs-attention' | 'late'; why: string },
) =>
  raiseException({
    code: 'REFUND_STUCK',
    once_key: `REFUND_STUCK ${book === 'gifts' ? 'gift ' : ''}${id} ${reason}`,
    order_id,
    detail: `${formatCedis(toCedis(amount))}${book === 'gifts' ? ` of ${of.toLowerCase()}` : ''} has not been refunded: ${why}.`,
  })
