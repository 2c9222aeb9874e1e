import { selectOne } from '#api/db/database.ts'
import { secondPerson } from '#api/errors.ts'
import type { LockedRefund } from '#api/refunds/lock-refund.ts'
import { reaches } from '#api/shop/limits.ts'
import { sumCedis } from '#sync/protocol/money.ts'

/** Finds a person who sold the order, took its payment, placed it, or asked for the refund. */
const INVOLVED = `SELECT o.id FROM orders o JOIN refunds r ON r.order_id = o.id
  WHERE r.id = :id AND (:user_id IN (o.teller_id, o.user_id, r.user_id)
  OR EXISTS (SELECT 1 FROM transactions t WHERE t.order_id = o.id AND t.type_code = 'SALE' AND t.user_id = :user_id))
  LIMIT 1`

/**
 * Refuses the person who sold or asked when money back reaches the limit. All refunds of an order count together, so
 * splitting one does not help. `amount` in cedis. Two accounts of one person look like two people. @throws 409
 * second_person
 */
export async function refuseSamePerson(
  { id, order_id }: Pick<LockedRefund, 'id' | 'order_id'>,
  amount: number,
  user_id: number,
): Promise<void> {
  if (amount <= 0) return
  const { others } = (await selectOne<{ others: number }>(
    "SELECT COALESCE(SUM(amount), 0) AS others FROM refunds WHERE order_id = ? AND id <> ? AND amount > 0 AND status_code IN ('APPROVED', 'COMPLETED')",
    [order_id, id],
  ))!
  if (!(await reaches('two_person_limit', sumCedis([amount, others])))) return
  if (await selectOne(INVOLVED, { id, user_id }))
    throw secondPerson('You sold this or asked for the money back. Somebody else must approve and pay it.')
}

/** Whether paying this refund asks for a second factor again. */
export async function payoutGuarded(id: number): Promise<boolean> {
  const refund = await selectOne<{ amount: number }>(
    "SELECT amount FROM refunds WHERE id = ? AND money_status IN ('PENDING', 'NEEDS_ATTENTION')",
    [id],
  )
  return refund !== null && reaches('step_up_limit', refund.amount)
}
