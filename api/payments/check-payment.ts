import { notCompleted, providerSilent } from '#api/errors.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'

/**
 * Makes sure that an order is paid, by asking the provider about its open attempts, though not about each as often as
 * somebody likes. To be called outside of any transaction.
 * @throws 409 payment_not_completed, 503 where the provider does not answer
 */
export async function checkPayment(order_id: number): Promise<void> {
  const settled = await settleAttempts(order_id, confirmInTurns)
  if (settled === 'no_answer') throw providerSilent()
  if (settled === 'unpaid') throw notCompleted()
}
