import { insertRow, selectOne } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'

/** `amount` in pesewas, of a row of `payments`. `refund_id`: the return it pays. */
export interface QueuedRefund {
  payment_id: number
  amount: number
  reason: string
  refund_id?: number
}

/**
 * Queues money to go back the way it came, in the transaction that decides it. Returns the id in payment_refunds; it is
 * sent within a minute.
 * @throws 409 if more would go back than came
 */
export async function queueRefund({ payment_id, amount, reason, refund_id }: QueuedRefund): Promise<number> {
  const payment = (await selectOne<{ amount: number }>('SELECT amount FROM payments WHERE id = ? FOR UPDATE', [
    payment_id,
  ]))!
  const { queued } = (await selectOne<{ queued: number }>(
    "SELECT COALESCE(SUM(amount), 0) AS queued FROM payment_refunds WHERE payment_id = ? AND status_code <> 'FAILED' LOCK IN SHARE MODE",
    [payment_id],
  ))!
  if (Number(queued) + amount > Number(payment.amount)) throw conflict('This would refund more than was paid.')
  return insertRow('payment_refunds', {
    payment_id,
    refund_id: refund_id ?? null,
    amount,
    reason: reason.slice(0, 255),
  })
}
