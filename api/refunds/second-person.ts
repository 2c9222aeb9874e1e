import { selectOne } from '#api/db/database.ts'
import { secondPerson } from '#api/errors.ts'
import { asksAgain } from '#api/factors/money-out.ts'
import type { Session } from '#api/http/access.ts'
import { SOLD } from '#api/exceptions/who-sold.ts'
import type { LockedRefund } from '#api/refunds/lock-refund.ts'
import { reaches } from '#api/shop/limits.ts'
import { sumCedis } from '#sync/protocol/money.ts'

/** A refund's amount with all others of its order that were approved. In cedis. */
async function withOthers({ id, order_id, amount }: Pick<LockedRefund, 'id' | 'order_id' | 'amount'>): Promise<number> {
  const { others } = (await selectOne<{ others: number }>(
    "SELECT COALESCE(SUM(amount), 0) AS others FROM refunds WHERE order_id = ? AND id <> ? AND amount > 0 AND status_code IN ('APPROVED', 'COMPLETED')",
    [order_id, id],
  ))!
  return sumCedis([amount, others])
}

/** Finds a person who sold the order, or asked for the refund. */
const INVOLVED = `SELECT o.id FROM orders o JOIN refunds r ON r.order_id = o.id
  WHERE r.id = :id AND (:user_id = r.user_id OR ${SOLD}) LIMIT 1`

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
  if (!(await reaches('two_person_limit', await withOthers({ id, order_id, amount })))) return
  if (await selectOne(INVOLVED, { id, user_id }))
    throw secondPerson('You sold this, booked it or requested the refund. Someone else must approve and pay it.')
}

/**
 * Whether a void gave back an amount that reaches the limit, with all that went back before, to the person who sold; a
 * person whom nothing proves counts as the same. `amount` in cedis.
 */
export async function isSamePerson(
  { teller_id, proved }: { teller_id: number; proved: 0 | 1 },
  { order_id, amount }: { order_id: number; amount: number },
): Promise<boolean> {
  if (!(await reaches('two_person_limit', amount))) return false
  if (proved === 0) return true
  return (
    (await selectOne(`SELECT o.id FROM orders o WHERE o.id = :order_id AND ${SOLD}`, {
      order_id,
      user_id: teller_id,
    })) !== null
  )
}

/**
 * Whether paying this refund asks for a second factor again: all refunds of its order count together, and all that the
 * same person paid out.
 */
export async function payoutGuarded(id: number, session: Session | null): Promise<boolean> {
  const refund = await selectOne<Pick<LockedRefund, 'id' | 'order_id' | 'amount'>>(
    "SELECT id, order_id, amount FROM refunds WHERE id = ? AND amount > 0 AND money_status IN ('PENDING', 'NEEDS_ATTENTION')",
    [id],
  )
  if (!refund) return false
  return (await reaches('step_up_limit', await withOthers(refund))) || asksAgain(session, refund.amount)
}
