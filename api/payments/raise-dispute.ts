import { selectOne } from '#api/db/database.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import type { PaymentEvent } from '#api/payments/payment-events.ts'

/**
 * Tells staff when a customer disputes a payment at their bank, and again when it is decided. Staff answer it in the
 * provider's dashboard; reminders add nothing.
 */
export async function raiseDispute({ event, reference, due }: PaymentEvent): Promise<void> {
  const isOver = event === 'charge.dispute.resolve'
  const attempt = await selectOne<{ order_id: number }>('SELECT order_id FROM payment_attempts WHERE reference = ?', [
    reference,
  ])
  const until =
    due && !Number.isNaN(Date.parse(due))
      ? ` until ${new Date(due).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      : ''
  await raiseException({
    code: 'DISPUTED',
    once_key: `DISPUTED ${reference}${isOver ? ' over' : ''}`,
    order_id: attempt?.order_id ?? null,
    detail: isOver
      ? `The dispute of payment ${reference} is decided. See in the provider's dashboard whether its money went back, and record it if so.`
      : `Payment ${reference} is disputed by the customer's bank. Answer it in the provider's dashboard${until}.`,
  })
}
