import { takeFromCart } from '#api/carts/take-from-cart.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { orderOnDelivery } from '#api/mail/order-letters.ts'
import type { LockedOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { formatCedis } from '#sync/protocol/money.ts'

/**
 * Enters the deposit of a locked order, which now waits for the rest. The goods are not sold yet, so the shop owes the
 * deposit until the rest is collected. Call in the transaction that stores the payment.
 */
export async function takeDeposit(order: LockedOrder, reference: string): Promise<void> {
  await execute(
    "UPDATE orders SET status_code = 'PROCESSING', due = total - deposit - gift, reserved_until = NULL WHERE id = ?",
    [order.id],
  )
  await takeFromCart(order, order.id)
  await noteEvent({ order_id: order.id, code: 'DEPOSIT_PAID', detail: `${formatCedis(order.deposit)}, ${reference}` })
  await writeToCustomer(order.id, 'confirmed', orderOnDelivery)
  await enter([
    entryOf(order, { account_code: 'PAYSTACK', amount: order.deposit, what: 'Deposit' }),
    entryOf(order, { account_code: 'DEPOSITS', amount: -order.deposit, what: 'Deposit' }),
  ])
}

/**
 * Sends the deposit of a locked order that is being cancelled back the way it came, or keeps it as the shop's money.
 * Call in the transaction that cancels it.
 */
export async function endDeposit(order: LockedOrder, isKept: boolean): Promise<void> {
  const payment = await selectOne<{ id: number; amount: number }>(
    "SELECT id, amount FROM payments WHERE order_id = ? AND status_code = 'APPLIED' FOR UPDATE",
    [order.id],
  )
  if (!payment) throw new Error(`The deposit of order ${order.id} has no payment.`)
  if (isKept) {
    await noteEvent({ order_id: order.id, code: 'DEPOSIT_KEPT', detail: formatCedis(order.deposit) })
    return enter([entryOf(order, { account_code: 'DEPOSITS', amount: order.deposit, what: 'Deposit kept' })])
  }
  await execute("UPDATE payments SET status_code = 'RETURNED' WHERE id = ?", [payment.id])
  await queueRefund({ payment_id: payment.id, amount: payment.amount, reason: 'The order was cancelled' })
  await noteEvent({ order_id: order.id, code: 'RETURNED', detail: `${formatCedis(order.deposit)}: deposit` })
  await enter([
    entryOf(order, { account_code: 'PAYSTACK', amount: -order.deposit, what: 'Deposit given back' }),
    entryOf(order, { account_code: 'DEPOSITS', amount: order.deposit, what: 'Deposit given back' }),
  ])
}

async function enter(entries: readonly Entry[]): Promise<void> {
  await addEntries(entries)
  await raiseBalances(entries)
}

const entryOf = (
  { id }: LockedOrder,
  { account_code, amount, what }: { account_code: string; amount: number; what: string },
): Entry => ({
  account_code,
  type_code: 'MANUAL',
  order_id: id,
  user_id: null,
  amount,
  description: `${what}, order ${id}`,
})
