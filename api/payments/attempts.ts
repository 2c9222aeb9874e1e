import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'

/**
 * CREATED: the provider may know it or not. OPENED: it does. PENDING: the payer is paying. The other three are final,
 * unless a success still arrives.
 */
export type AttemptStatus = 'CREATED' | 'OPENED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'MISMATCH'

/** One attempt to pay an order; `amount` in pesewas. */
export interface PaymentAttempt {
  id: number
  order_id: number
  reference: string
  amount: number
  email: string
  status_code: AttemptStatus
  reason: string | null
  access_code: string | null
  authorization_url: string | null
}

const OPEN_STATUSES: readonly AttemptStatus[] = ['CREATED', 'OPENED', 'PENDING']
export const OPEN = `status_code IN ('${OPEN_STATUSES.join("', '")}')`
const COLUMNS = 'id, order_id, reference, amount, email, status_code, reason, access_code, authorization_url'

/**
 * The attempt to pay an order with: the newest one with the right amount and an access code that was not lost, else a
 * new one, stored before the provider hears of it. The caller has locked the order.
 */
export async function attemptFor(order_id: number, amount: number): Promise<PaymentAttempt> {
  const made = await select<PaymentAttempt>(
    `SELECT ${COLUMNS} FROM payment_attempts WHERE order_id = ? ORDER BY id DESC`,
    [order_id],
  )
  return (
    made.find(attempt => attempt.amount === amount && isUsable(attempt)) ??
    createAttempt({ order_id, amount, last: made[0] })
  )
}

const isUsable = ({ status_code, access_code }: PaymentAttempt) =>
  status_code === 'CREATED' || (OPEN_STATUSES.includes(status_code) && access_code !== null)

async function createAttempt({
  order_id,
  amount,
  last,
}: {
  order_id: number
  amount: number
  last: PaymentAttempt | undefined
}): Promise<PaymentAttempt> {
  const stamp = Math.max(Date.now(), Number(last?.reference.split('-')[1] ?? 0) + 1)
  const row = {
    order_id,
    reference: `${order_id}-${stamp}`,
    amount,
    email: `order-${order_id}@${payerDomain(env.shopUrl)}`,
  }
  return {
    id: await insertRow('payment_attempts', row),
    ...row,
    status_code: 'CREATED',
    reason: null,
    access_code: null,
    authorization_url: null,
  }
}

export const attemptBy = (column: 'id' | 'reference', value: number | string) =>
  selectOne<PaymentAttempt>(`SELECT ${COLUMNS} FROM payment_attempts WHERE ${column} = ?`, [value])

/** The same, locked until the transaction ends. Lock its order first. */
export const lockAttempt = (reference: string) =>
  selectOne<PaymentAttempt>(`SELECT ${COLUMNS} FROM payment_attempts WHERE reference = ? FOR UPDATE`, [reference])

export const openAttemptsOf = (order_id: number) =>
  select<{ reference: string }>(`SELECT reference FROM payment_attempts WHERE order_id = ? AND ${OPEN} ORDER BY id`, [
    order_id,
  ])

/** Stores an attempt's status. A success stays, whatever the provider says later, for example after a refund. */
export const markAttempt = (id: number, status_code: AttemptStatus, reason: string | null) =>
  execute(
    "UPDATE payment_attempts SET status_code = ?, reason = ?, checked_at = NOW(3) WHERE id = ? AND status_code <> 'SUCCESS'",
    [status_code, reason?.slice(0, 255) ?? null, id],
  )

/** The shop's host as the payer's email domain; an IP address, or a name without a dot, cannot be one. */
function payerDomain(shopUrl: string): string {
  const { hostname } = new URL(shopUrl)
  return /^[\d.]+$|^\[|^[^.]+$/.test(hostname) ? 'shop.test' : hostname
}
