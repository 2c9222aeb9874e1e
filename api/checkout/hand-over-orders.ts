import { execute, select } from '#api/db/database.ts'
import { noteOwner } from '#api/seal/seal-notes.ts'

/** Moves a guest's orders to a user. The caller has locked both owners. */
export async function handOverOrders(guest: string, user_id: number): Promise<void> {
  const orders = await select<{ id: number }>('SELECT id FROM orders WHERE session_id = ?', [guest])
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  await execute('UPDATE orders SET user_id = ?, session_id = NULL WHERE id IN (?)', [user_id, ids])
  await noteOwner(ids, user_id)
  // A review of a product that the user has reviewed already stays the guest's.
  await execute(
    "UPDATE IGNORE reviews SET user_id = :user_id, writer = CONCAT('user ', :user_id) WHERE order_id IN (:ids)",
    { user_id, ids },
  )
}
