import { notCompleted, providerSilent } from '#api/errors.ts'
import { selectOne } from '#api/db/database.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'

/**
 * Makes sure that an order is paid, or its deposit is, by asking the provider about its open attempts, at a limited
 * rate. Call outside any transaction.
 * @throws 409 payment_not_completed, 503 if the provider does not answer
 */
export async function checkPayment(order_id: number): Promise<void> {
  const settled = await settleAttempts(order_id, confirmInTurns)
  if (settled === 'no_answer') throw providerSilent()
  if (settled === 'unpaid' && !(await hasDeposit(order_id))) throw notCompleted()
}

const hasDeposit = async (order_id: number) =>
  (await selectOne('SELECT id FROM orders WHERE id = ? AND due > 0 AND deposit > 0', [order_id])) !== null
