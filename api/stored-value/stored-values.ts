import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import type { GiftCardStatus } from '#sync/protocol/shop/gift-card.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { GIFT_CARDS as TENDER } from '#sync/protocol/sale.ts'
import type { GiftReason } from '#sync/protocol/staff/gift-card.ts'

/** The account in which the shop owes what is on gift cards: its balance is their sum, below zero. */
export const GIFT_CARDS = 'GIFT_CARDS' satisfies typeof TENDER

/** Stored value locked until the transaction ends; lock orders and goods first, accounts after it. Money in cedis. */
export interface LockedValue {
  id: number
  code_end: string
  status_code: GiftCardStatus
  balance: number
  held: number
  /** The last day on which it can be spent, YYYY-MM-DD. */
  expires_on: string | null
  is_expired: 0 | 1
  note: string | null
  updated_at: Date
}

/** @throws 404 */
export async function lockValue(id: number): Promise<LockedValue> {
  const value = await selectOne<LockedValue>(
    `SELECT id, code_end, status_code, balance, held, DATE_FORMAT(expires_on, '%Y-%m-%d') AS expires_on,
      COALESCE(expires_on < UTC_DATE(), 0) AS is_expired, note, updated_at
    FROM stored_values WHERE id = ? FOR UPDATE`,
    [id],
  )
  if (!value) throw notFound('Gift card')
  return value
}

/** What can be spent now, in cedis. */
export const availableOf = ({ status_code, balance, held, is_expired }: Omit<LockedValue, 'updated_at' | 'note'>) =>
  status_code === 'ACTIVE' && is_expired === 0 ? sumCedis([balance, -held]) : 0

/** Why nothing can be spent, in words. */
export function whyNot({ status_code, is_expired }: LockedValue): string {
  if (status_code === 'VOID') return 'This card is no longer valid.'
  return is_expired === 1 ? 'This card has expired.' : 'This card has no balance left.'
}

export interface ValueChange {
  stored_value_id: number
  reason: GiftReason
  /** In cedis; negative takes from the balance. */
  amount: number
  order_id?: number | null
  refund_id?: number | null
  user_id: number | null
}

/** Changes a balance by an entry. The caller holds its lock, and enters the same amount in the ledger. */
export async function changeValue({ stored_value_id, amount, ...entry }: ValueChange): Promise<void> {
  await insertRow('stored_value_entries', { order_id: null, refund_id: null, ...entry, stored_value_id, amount })
  await execute('UPDATE stored_values SET balance = balance + ? WHERE id = ?', [amount, stored_value_id])
}
