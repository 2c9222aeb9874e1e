import { select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

/**
 * Whether the money of an entry `t`, with its order `o` if any, moved in the drawer of till `k`: the named till, else
 * the one that rang up the order.
 */
export const IS_IN_DRAWER = '(t.till_id = k.id OR t.till_id IS NULL AND o.till_code = k.code)'

/** The till whose drawer the money moves in; null if none is named. @throws 422 for an unknown till */
export async function drawerOf(till_id: number | null | undefined): Promise<{ id: number; name: string } | null> {
  if (!till_id) return null
  const till = await selectOne<{ id: number; name: string }>('SELECT id, name FROM tills WHERE id = ?', [till_id])
  if (!till) throw invalid({ till_id: ['This till does not exist.'] })
  return till
}

/**
 * Whether an entry `t`, with its order `o` if any, was booked in the back office, such as a refund paid from a drawer:
 * no till told of it.
 */
export const IS_OF_DESK = `(NOT (t.type_code = 'SALE' AND o.sale_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM cash_moves x WHERE x.transaction_id = t.id)
  AND NOT EXISTS (SELECT 1 FROM sale_voids x WHERE x.refund_id = t.refund_id))`

/**
 * The back office's entries `t` in the drawer of till `k` during shift `s`, which `c` ended, if it has ended. They have
 * no place in the till's chain, so the times decide; an entry falls in the last shift that began before it.
 */
const IN_SHIFT = `JOIN tills k ON k.device_id = s.device_id
  JOIN transactions t ON t.account_code = '${CASH}' AND t.created_at > s.occurred_at
    AND (c.occurred_at IS NULL OR t.created_at <= c.occurred_at)
  LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN users u ON u.id = t.user_id
  WHERE s.id = :id AND ${IS_IN_DRAWER} AND ${IS_OF_DESK}
    AND NOT EXISTS (SELECT 1 FROM shifts n WHERE n.device_id = s.device_id AND n.seq > s.seq
      AND n.occurred_at < t.created_at)`

/** What the back office moved in a drawer during a shift that ended, in cedis: below 0 if it was paid out. */
export async function deskIn(shift: { id: number; closing_id: number | null }): Promise<number> {
  const { id, closing_id } = shift
  const row = await selectOne<{ moved: number }>(
    `SELECT COALESCE(SUM(t.amount), 0) AS moved FROM shifts s JOIN shift_closings c ON c.id = :closing_id ${IN_SHIFT}`,
    { id, closing_id },
  )
  return row!.moved
}

/** An entry of the back office in a drawer; `amount` in cedis, below 0 if it was paid out. */
export interface DeskEntry {
  type_code: 'SALE' | 'REFUND' | 'MANUAL'
  description: string
  amount: number
  user_id: number
  user_name: string
  created_at: Date
}

/** What the back office moved in a drawer during a shift, the first one first. */
export const deskEntries = (shift_id: number): Promise<DeskEntry[]> =>
  select<DeskEntry>(
    `SELECT t.type_code, t.description, t.amount, COALESCE(u.id, 0) AS user_id, COALESCE(u.name, 'Website') AS user_name,
      t.created_at
    FROM shifts s LEFT JOIN shift_closings c ON c.id = (SELECT e.id FROM shift_closings e
      WHERE e.shift_mutation_id = s.mutation_id AND e.device_id = s.device_id AND e.seq > s.seq
      ORDER BY e.seq, e.id LIMIT 1) ${IN_SHIFT} ORDER BY t.id`,
    { id: shift_id },
  )
