import { randomBytes } from 'node:crypto'
import { execute, insertRow, isDuplicate, select, selectOne, sqlTime } from '#api/db/database.ts'
import { duplicateReference } from '#api/sandbox/refusals.ts'

export type Domain = 'test' | 'live'

/** A transaction in the sandbox. Amounts in pesewas; `metadata`, `auth` and `history` are JSON. */
export interface SandboxTransaction {
  id: number
  reference: string
  access_code: string
  domain: Domain
  status: 'abandoned' | 'pending' | 'success' | 'failed' | 'reversal-pending' | 'reversed'
  amount: number
  fees: number | null
  currency: string
  email: string
  metadata: string
  callback_url: string | null
  ip_address: string | null
  channel: 'card' | 'mobile_money' | null
  gateway_response: string | null
  auth: string
  history: string
  instrument: string | null
  steps_done: number
  offline_until: Date | null
  /** When the phone of a charge answers by itself. */
  answers_at: Date | null
  paid_at: Date | null
  created_at: Date
}

export type NewTransaction = Pick<
  SandboxTransaction,
  'domain' | 'amount' | 'currency' | 'email' | 'metadata' | 'callback_url' | 'ip_address'
> & { reference: string | null }

/** Opens an unpaid transaction. @throws duplicate_reference for a reference seen before, in any state */
export async function openTransaction({ reference, ...row }: NewTransaction, now: number): Promise<SandboxTransaction> {
  try {
    const id = await insertRow('sandbox_transactions', {
      ...row,
      reference: reference ?? code(10),
      access_code: code(15),
      status: 'abandoned',
      auth: '{}',
      history: '[]',
      created_at: sqlTime(now),
    })
    return (await transactionBy('id', id, now))!
  } catch (error) {
    throw isDuplicate(error) ? duplicateReference() : error
  }
}

/** A transaction by its id, reference or access code. One that waited too long for a phone has failed. */
export async function transactionBy(
  column: 'id' | 'reference' | 'access_code',
  value: string | number,
  now: number,
): Promise<SandboxTransaction | null> {
  await failUnanswered(now)
  return selectOne<SandboxTransaction>(`SELECT * FROM sandbox_transactions WHERE ${column} = ?`, [value])
}

/** The same, locked until the transaction ends. */
export const lockTransaction = (
  column: 'id' | 'reference' | 'access_code',
  value: string | number,
): Promise<SandboxTransaction | null> =>
  selectOne<SandboxTransaction>(`SELECT * FROM sandbox_transactions WHERE ${column} = ? FOR UPDATE`, [value])

export async function changeTransaction(
  id: number,
  columns: Partial<Omit<SandboxTransaction, 'id' | 'offline_until' | 'answers_at' | 'paid_at' | 'created_at'>> & {
    offline_until?: string | null
    answers_at?: string | null
    paid_at?: string
  },
): Promise<void> {
  const names = Object.keys(columns)
  await execute(`UPDATE sandbox_transactions SET ${names.map(name => `${name} = ?`).join(', ')} WHERE id = ?`, [
    ...Object.values(columns),
    id,
  ])
}

export interface TransactionFilter {
  status?: string
  amount?: number
  from?: string
  to?: string
  email?: string
}

/** Newest first, with the total. */
export async function listTransactions(
  filter: TransactionFilter,
  { page, perPage, now }: { page: number; perPage: number; now: number },
): Promise<{ rows: SandboxTransaction[]; total: number; volume: number }> {
  await failUnanswered(now)
  const where = CLAUSES.filter(([name]) => filter[name] !== undefined)
  const sql = where.length > 0 ? `WHERE ${where.map(([, clause]) => clause).join(' AND ')}` : ''
  const [rows, sums] = await Promise.all([
    select<SandboxTransaction>(
      `SELECT * FROM sandbox_transactions ${sql} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
      { ...filter, limit: perPage, offset: (page - 1) * perPage },
    ),
    selectOne<{ total: number; volume: number | null }>(
      `SELECT COUNT(*) AS total, SUM(amount) AS volume FROM sandbox_transactions ${sql}`,
      { ...filter },
    ),
  ])
  return { rows, total: sums!.total, volume: Number(sums!.volume ?? 0) }
}

const CLAUSES: readonly (readonly [keyof TransactionFilter, string])[] = [
  ['status', 'status = :status'],
  ['amount', 'amount = :amount'],
  ['from', 'created_at >= :from'],
  ['to', 'created_at <= :to'],
  ['email', 'email = :email'],
]

/** Reads first, because an update without rows still takes locks, and payments at the same moment would deadlock. */
async function failUnanswered(now: number): Promise<void> {
  const late = await select<{ id: number }>(
    "SELECT id FROM sandbox_transactions WHERE status = 'pending' AND offline_until < ?",
    [sqlTime(now)],
  )
  if (late.length > 0)
    await execute(
      "UPDATE sandbox_transactions SET status = 'failed', gateway_response = 'Transaction timed out', offline_until = NULL WHERE id IN (:ids) AND status = 'pending'",
      { ids: late.map(({ id }) => id) },
    )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const code = (length: number) => Array.from(randomBytes(length), byte => LETTERS[byte % LETTERS.length]).join('')
