import { selectOne, sqlTime } from '#api/db/database.ts'
import type { Session } from '#api/http/access.ts'
import { reaches } from '#api/shop/limits.ts'
import { sumCedis } from '#sync/protocol/money.ts'

const DAY_MS = 86_400_000
const member = (name: string) => `JSON_VALUE(c.became, '$.${name}')`
const AMOUNT = `CAST(${member('amount')} AS DECIMAL(16, 2))`

/**
 * What one person paid out: refunds, entries by hand with missing cash, gift cards given away, filled or paid back, and
 * deposits given back.
 */
const PAID_OUT = `SELECT COALESCE(SUM(CASE
    WHEN c.subject = 'refund' AND ${member('money_status')} IN ('PROCESSING', 'DONE') THEN GREATEST(r.amount, 0)
    WHEN c.subject = 'transaction' AND c.action = 'record' THEN GREATEST(-${AMOUNT}, 0)
    WHEN c.subject = 'gift_card' AND c.action IN ('give', 'adjust') THEN GREATEST(${AMOUNT}, 0)
    WHEN c.subject = 'gift_card' AND c.action = 'void' AND ${member('account_code')} IS NOT NULL THEN GREATEST(-${AMOUNT}, 0)
    WHEN c.subject = 'order' AND ${member('status_code')} = 'CANCELLED' AND EXISTS (SELECT 1 FROM payments p
      WHERE p.order_id = o.id AND p.status_code = 'RETURNED') THEN o.deposit
  END), 0) AS paid
  FROM staff_changes c LEFT JOIN refunds r ON c.subject = 'refund' AND r.id = c.subject_id
    LEFT JOIN orders o ON c.subject = 'order' AND o.id = c.subject_id
  WHERE c.user_id = :user_id AND c.created_at > :since`

/**
 * Whether paying out an amount asks for a second factor again. What the same person paid out within a day, since they
 * last showed it here, counts together, so that parts do not pass where the whole would not. `amount` in cedis.
 */
export async function asksAgain(session: Session | null, amount: number): Promise<boolean> {
  if (amount <= 0 || !session?.user || !session.standing) return false
  if (await reaches('step_up_limit', amount)) return true
  const since = Math.max(Date.now() - DAY_MS, session.standing.proved_at?.getTime() ?? 0)
  const row = await selectOne<{ paid: number }>(PAID_OUT, { user_id: session.user.id, since: sqlTime(since) })
  return reaches('step_up_limit', sumCedis([amount, row!.paid]))
}
