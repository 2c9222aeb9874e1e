import { execute } from '#api/db/database.ts'

/** Moves a guest's orders to a user. The caller has locked both owners. */
export const handOverOrders = (guest: string, user_id: number) =>
  execute('UPDATE orders SET user_id = ?, session_id = NULL WHERE session_id = ?', [user_id, guest])
