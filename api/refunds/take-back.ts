import { execute } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'

interface Taken {
  order_item_id: number
  given_by: number | null
  quantity: number
}
export interface Promised {
  order_id: number
  amount: number
  items: readonly Taken[]
}

/**
 * Promises an order's money and pieces back, never more than was paid, sold and given, even with parallel requests.
 * @throws 409 if more is wanted than is left
 */
export async function takeBack({ order_id, amount, items }: Promised): Promise<void> {
  for (const { given_by, ...item } of inOrder(items)) {
    const taken =
      given_by === null
        ? await execute(
            'UPDATE order_items SET refunded_quantity = refunded_quantity + :quantity WHERE id = :order_item_id AND order_id = :order_id AND refunded_quantity + :quantity <= quantity',
            { ...item, order_id },
          )
        : await execute(
            `UPDATE refund_items b JOIN refunds r ON r.id = b.refund_id
              SET b.refunded_quantity = b.refunded_quantity + :quantity
              WHERE b.id = :given_by AND b.order_item_id = :order_item_id
        AND r.order_id = :order_id AND b.handed_over_at IS NOT NULL AND b.refunded_quantity + :quantity <= b.quantity`,
            { ...item, given_by, order_id },
          )
    if (taken === 0)
      throw conflict(
        given_by === null
          ? 'You cannot return more items than were sold.'
          : 'You cannot return more items than were given in exchange.',
      )
  }
  if (amount <= 0) return
  const paid = await execute(
    'UPDATE orders SET refunded = refunded + :amount WHERE id = :order_id AND refunded + :amount <= total + collected',
    { order_id, amount },
  )
  if (paid === 0) throw conflict('This would refund more than was paid.')
}

/** Cancels a promise of money and pieces. */
export async function giveUp({ order_id, amount, items }: Promised): Promise<void> {
  for (const { order_item_id, given_by, quantity } of inOrder(items)) {
    if (given_by === null)
      await execute('UPDATE order_items SET refunded_quantity = refunded_quantity - ? WHERE id = ?', [
        quantity,
        order_item_id,
      ])
    else
      await execute('UPDATE refund_items SET refunded_quantity = refunded_quantity - ? WHERE id = ?', [
        quantity,
        given_by,
      ])
  }
  if (amount > 0) await execute('UPDATE orders SET refunded = refunded - ? WHERE id = ?', [amount, order_id])
}

const inOrder = (items: Promised['items']) =>
  [...items].sort((a, b) => a.order_item_id - b.order_item_id || (a.given_by ?? 0) - (b.given_by ?? 0))
