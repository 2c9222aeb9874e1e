import { setTimeout as sleep } from 'node:timers/promises'
import { execute, selectOne } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import type { LockedOrder } from '#api/orders/lock-order.ts'
import type { Promised } from '#api/refunds/take-back.ts'

/** Reads an order without locking it, for the controls. */
export const readOrder = async (id: number): Promise<LockedOrder> =>
  (await selectOne<LockedOrder>('SELECT * FROM orders WHERE id = ?', [id]))!

/** Reads what was returned and then writes the sum: refunds more than was paid, for the controls. */
export async function promiseCarelessly({ order_id, amount, items }: Promised): Promise<void> {
  for (const { order_item_id, given_by, quantity } of items) {
    const [table, id] =
      given_by === null ? (['order_items', order_item_id] as const) : (['refund_items', given_by] as const)
    const line = (await selectOne<{ quantity: number; refunded_quantity: number }>(
      `SELECT quantity, refunded_quantity FROM ${table} WHERE id = ?`,
      [id],
    ))!
    if (line.refunded_quantity + quantity > line.quantity) throw conflict('Too many.')
    await sleep(20)
    await execute(`UPDATE ${table} SET refunded_quantity = ? WHERE id = ?`, [line.refunded_quantity + quantity, id])
  }
  await execute('UPDATE orders SET refunded = refunded + ? WHERE id = ?', [amount, order_id])
}
