import { takeFromCart } from '#api/carts/take-from-cart.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { orderOnDelivery } from '#api/mail/order-letters.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { passGates } from '#api/orders/unpaid-limits.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { depositFor } from '#api/payments/on-delivery/may-pay.ts'
import { lockToPay } from '#api/payments/start-payment.ts'

/** Most orders of one phone that wait to be paid on delivery: their goods are held until staff end it. */
const MOST_OF_A_PHONE = 2

/**
 * Lets an unpaid order be paid when it is handed over. Its goods stay reserved, and no money is entered until staff
 * collect it. Where the zone asks for a deposit, the order stays unpaid and waits for that. Call inside a transaction.
 * @throws 404, 409 if it does not wait for payment, its zone or total does not allow it, or its phone has too many
 */
export async function payOnDelivery(order_id: number): Promise<void> {
  await lockToPay(order_id)
  const deposit = await depositFor(order_id)
  if (deposit === null) throw conflict('This order cannot be paid on delivery.')
  const { phone } = (await selectOne<{ phone: string }>('SELECT customer_phone AS phone FROM orders WHERE id = ?', [
    order_id,
  ]))!
  await passGates({ phone, address: null })
  const { open } = (await selectOne<{ open: number }>(
    'SELECT COUNT(*) AS open FROM orders WHERE customer_phone = ? AND due > 0',
    [phone],
  ))!
  if (open >= MOST_OF_A_PHONE)
    throw conflict('You have two orders to pay on delivery already. Please pay for this one now.')
  if (deposit > 0) {
    await execute('UPDATE orders SET deposit = ? WHERE id = ?', [deposit, order_id])
    return
  }
  await execute(
    "UPDATE orders SET status_code = 'PROCESSING', due = total - gift, reserved_until = NULL WHERE id = ?",
    [order_id],
  )
  await takeFromCart(await lockOrder(order_id), order_id)
  await noteEvent({ order_id, code: 'ON_DELIVERY' })
  await writeToCustomer(order_id, 'confirmed', orderOnDelivery)
}

/** Lets an order that waits for a deposit wait for its total again. Call inside a transaction. @throws 404, 409 */
export async function payWholeOrder(order_id: number): Promise<void> {
  await lockToPay(order_id)
  await execute('UPDATE orders SET deposit = 0 WHERE id = ?', [order_id])
}
