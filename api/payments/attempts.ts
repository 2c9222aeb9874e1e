import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { Network } from '#sync/protocol/shop/wallet.ts'

/**
 * CREATED: the provider may know it or not. OPENED: it does. PENDING: the payer is paying. The other three are final,
 * unless a success still arrives.
 */
export type AttemptStatus = 'CREATED' | 'OPENED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'MISMATCH'

/**
 * One attempt to pay an order; `amount` in pesewas. `network` and `phone` are set if it asks a phone; `step` is then
 * what the payer has to do, until `ends_at`.
 */
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
  network: Network | null
  phone: string | null
  step: 'prompt' | 'code' | null
  ends_at: Date | null
  /** 1: the payer came by the link for somebody else. */
  by_link: number
}
/** The phone that an attempt asks. */
export type Wallet = { network: Network; phone: string; isByLink?: boolean }

const OPEN_STATUSES: readonly AttemptStatus[] = ['CREATED', 'OPENED', 'PENDING']
export const OPEN = `status_code IN ('${OPEN_STATUSES.join("', '")}')`
const COLUMNS = `id, order_id, reference, amount, email, status_code, reason, access_code, authorization_url,
  network, phone, step, ends_at, by_link`

/**
 * The attempt to pay an order with: the newest one with the right amount and an access code that was not lost, else a
 * new one, stored before the provider hears of it. The caller has locked the order.
 */
export async function attemptFor(order_id: number, amount: number): Promise<PaymentAttempt> {
  const made = await attemptsOf(order_id)
  return (
    made.find(attempt => attempt.amount === amount && isUsable(attempt)) ??
    createAttempt({ order_id, amount, last: made[0] })
  )
}

const isUsable = ({ status_code, access_code, network }: PaymentAttempt) =>
  network === null && (status_code === 'CREATED' || (OPEN_STATUSES.includes(status_code) && access_code !== null))

export const isOpen = ({ status_code }: PaymentAttempt) => OPEN_STATUSES.includes(status_code)

/** Every attempt to pay an order, the newest first. */
export const attemptsOf = (order_id: number) =>
  select<PaymentAttempt>(`SELECT ${COLUMNS} FROM payment_attempts WHERE order_id = ? ORDER BY id DESC`, [order_id])

interface NewAttempt {
  order_id: number
  amount: number
  last: PaymentAttempt | undefined
  wallet?: Wallet
}

/** Stores a new attempt under a reference of its own. The caller has locked the order. */
export async function createAttempt({ order_id, amount, last, wallet }: NewAttempt): Promise<PaymentAttempt> {
  const stamp = Math.max(Date.now(), Number(last?.reference.split('-')[1] ?? 0) + 1)
  const row = {
    order_id,
    reference: `${order_id}-${stamp}`,
    amount,
    email: `order-${order_id}@${payerDomain(env.shopUrl)}`,
    network: wallet?.network ?? null,
    phone: wallet?.phone ?? null,
    by_link: Number(wallet?.isByLink ?? false),
  }
  return {
    id: await insertRow('payment_attempts', row),
    ...row,
    status_code: 'CREATED',
    reason: null,
    access_code: null,
    authorization_url: null,
    step: null,
    ends_at: null,
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

/**
 * Whether the caller may open an attempt at the provider now; no other caller may for a while. Longer than the wait for
 * the provider. Opening it twice anyway fails because the reference is known.
 */
export const claimOpening = async ({ id }: PaymentAttempt): Promise<boolean> =>
  (await execute(
    `UPDATE payment_attempts SET opening_until = NOW(3) + INTERVAL ${OPENING_SECONDS} SECOND
  WHERE id = ? AND status_code = 'CREATED' AND access_code IS NULL
    AND (opening_until IS NULL OR opening_until < NOW(3))`,
    [id],
  )) === 1
const OPENING_SECONDS = 15

/** Stores an attempt's status. A success stays, whatever the provider says later, for example after a refund. */
export const markAttempt = (id: number, status_code: AttemptStatus, reason: string | null) =>
  execute(
    "UPDATE payment_attempts SET status_code = ?, reason = ?, checked_at = NOW(3) WHERE id = ? AND status_code <> 'SUCCESS'",
    [status_code, reason?.slice(0, 255) ?? null, id],
  )

/** The shop's host as the payer's email domain; an IP address, or a name without a dot, cannot be one. */
export function payerDomain(shopUrl: string): string {
  const { hostname } = new URL(shopUrl)
  return /^[\d.]+$|^\[|^[^.]+$/.test(hostname) ? 'shop.test' : hostname
}
