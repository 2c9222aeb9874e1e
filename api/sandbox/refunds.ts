import { execute, inTransaction, insertRow, select, selectOne, sqlTime } from '#api/db/database.ts'
import type { Chaos } from '#api/sandbox/chaos.ts'
import { instrumentNamed } from '#api/sandbox/instruments.ts'
import {
  fullyReversed,
  insufficientBalance,
  noAttentionNeeded,
  notPaid,
  refundNotFound,
  refundOtherCurrency,
  refundTooLarge,
  refundTooSmall,
  transactionNotFound,
} from '#api/sandbox/refusals.ts'
import { changeTransaction, lockTransaction, type SandboxTransaction } from '#api/sandbox/transactions.ts'
import { readAmount } from '#api/sandbox/read-request.ts'
import type { Event } from '#api/sandbox/webhooks.ts'

const LEAST = 100

/** A refund in the sandbox; `amount` in pesewas. */
export interface SandboxRefund {
  id: number
  transaction_id: number
  amount: number
  currency: string
  status: 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'
  customer_note: string
  merchant_note: string
  created_at: Date
  updated_at: Date
}

/** Queues a refund of part or all of a paid transaction. @throws in the provider's words if it is not allowed */
export const createRefund = (
  body: Record<string, unknown>,
  chaos: Chaos,
  now: number,
): Promise<{ refund: SandboxRefund; row: SandboxTransaction }> =>
  inTransaction(async () => {
    const row = await lockNamed(body.transaction)
    if (!row) throw transactionNotFound()
    const refunded = await refundedOf(row.id)
    if (row.status === 'reversed' || (refunded >= row.amount && row.status !== 'success')) throw fullyReversed()
    if (row.status !== 'success' && row.status !== 'reversal-pending') throw notPaid()
    if (body.currency !== undefined && body.currency !== row.currency) throw refundOtherCurrency()
    const amount = body.amount === undefined || body.amount === null ? row.amount : readAmount(body.amount)
    if (amount < LEAST) throw refundTooSmall()
    if (refunded + amount > row.amount) throw refundTooLarge()
    if (chaos.refund === 'no-balance') throw insufficientBalance()
    const id = await insertRow('sandbox_refunds', {
      transaction_id: row.id,
      amount,
      currency: row.currency,
      status: 'pending',
      created_at: sqlTime(now),
      updated_at: sqlTime(now),
      customer_note: noteOf(body.customer_note) ?? `Refund for transaction ${row.reference}`,
      merchant_note: noteOf(body.merchant_note) ?? `Refund for transaction ${row.reference} by shop@sandbox.test`,
    })
    await changeTransaction(row.id, { status: 'reversal-pending' })
    return { refund: await refundById(id), row: { ...row, status: 'reversal-pending' } }
  })

/** Finishes a queued refund, and returns the provider's events, in order. */
export const finishRefund = (id: number, chaos: Chaos, now: number): Promise<Event[]> =>
  inTransaction(async () => {
    const refund = await selectOne<SandboxRefund>(
      "SELECT * FROM sandbox_refunds WHERE id = ? AND status = 'pending' FOR UPDATE",
      [id],
    )
    if (!refund || chaos.refund === 'hold') return []
    const row = (await lockTransaction('id', refund.transaction_id))!
    const end =
      chaos.refund === null || chaos.refund === 'no-balance'
        ? (instrumentNamed(row.instrument)?.refund ?? 'processed')
        : chaos.refund
    await execute('UPDATE sandbox_refunds SET status = ?, updated_at = ? WHERE id = ?', [end, sqlTime(now), id])
    await settle(row)
    const states: SandboxRefund['status'][] = ['pending', 'processing', end]
    const events = states.map(status => eventOf({ ...refund, status }, row))
    return chaos.refund_events_reversed ? events.reverse() : events
  })

/** Retries a refund that waits for the customer's bank details. */
export const retryRefund = (id: number, now: number): Promise<{ refund: SandboxRefund; events: Event[] }> =>
  inTransaction(async () => {
    const refund = await selectOne<SandboxRefund>('SELECT * FROM sandbox_refunds WHERE id = ? FOR UPDATE', [id])
    if (!refund) throw refundNotFound()
    if (refund.status !== 'needs-attention') throw noAttentionNeeded()
    const row = (await lockTransaction('id', refund.transaction_id))!
    await execute("UPDATE sandbox_refunds SET status = 'processed', updated_at = ? WHERE id = ?", [sqlTime(now), id])
    await settle(row)
    return { refund: { ...refund, status: 'processing' }, events: [eventOf({ ...refund, status: 'processed' }, row)] }
  })

/** @throws 404 */
export async function refundById(id: number): Promise<SandboxRefund> {
  const refund = Number.isSafeInteger(id)
    ? await selectOne<SandboxRefund>('SELECT * FROM sandbox_refunds WHERE id = ?', [id])
    : null
  if (!refund) throw refundNotFound()
  return refund
}

/**
 * A page, newest first, and the total. As with Paystack, only a transaction's numeric id finds its refunds, not its
 * reference.
 */
export async function listRefunds(
  { transaction, from }: { transaction?: string | undefined; from?: string | undefined },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: SandboxRefund[]; total: number }> {
  if (transaction !== undefined && !/^\d+$/.test(transaction)) return { rows: [], total: 0 }
  const where = `WHERE TRUE${transaction === undefined ? '' : ' AND transaction_id = :transaction'}${from ? ' AND created_at >= :from' : ''}`
  const [rows, count] = await Promise.all([
    select<SandboxRefund>(`SELECT * FROM sandbox_refunds ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`, {
      transaction,
      from,
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
    selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM sandbox_refunds ${where}`, { transaction, from }),
  ])
  return { rows, total: count!.total }
}

const lockNamed = async (name: unknown) =>
  typeof name !== 'string' && typeof name !== 'number'
    ? null
    : ((await lockTransaction('reference', String(name))) ??
      (/^\d{1,18}$/.test(String(name)) ? await lockTransaction('id', String(name)) : null))

const refundedOf = async (id: number) =>
  Number(
    (await selectOne<{ sum: number | null }>(
      "SELECT SUM(amount) AS sum FROM sandbox_refunds WHERE transaction_id = ? AND status <> 'failed'",
      [id],
    ))!.sum ?? 0,
  )

/** A transaction counts as reversed once all of it went back; if every refund failed, it is a plain success again. */
async function settle({ id, amount }: SandboxTransaction): Promise<void> {
  const refunds = await select<{ status: string; amount: number }>(
    'SELECT status, amount FROM sandbox_refunds WHERE transaction_id = ?',
    [id],
  )
  const back = refunds.filter(({ status }) => status === 'processed').reduce((sum, refund) => sum + refund.amount, 0)
  await changeTransaction(id, {
    status:
      back === amount
        ? 'reversed'
        : refunds.every(({ status }) => status === 'failed')
          ? 'success'
          : 'reversal-pending',
  })
}

/** Amounts are text on success and numbers on failure, because Paystack sends them so. */
function eventOf(
  { id, status, amount, currency, customer_note, merchant_note }: SandboxRefund,
  row: SandboxTransaction,
): Event {
  const wrong = status === 'failed' || status === 'needs-attention'
  const customer = { first_name: null, last_name: null, email: row.email }
  const data = {
    status,
    transaction_reference: row.reference,
    refund_reference: status === 'pending' || status === 'processing' ? null : String(id * 10_007),
    amount: wrong ? amount : String(amount),
    currency,
    ...(status !== 'needs-attention' && { processor: 'mpgs_zen' }),
    customer,
    integration: 412829,
    domain: row.domain,
    ...(status === 'needs-attention' && { id: String(id), customer_note, merchant_note }),
  }
  return { event: `refund.${status}`, domain: row.domain, data }
}

const noteOf = (note: unknown) => (typeof note === 'string' && note !== '' ? note.slice(0, 500) : null)
