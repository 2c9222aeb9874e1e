import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'

/** @throws 404 for somebody else's order */
export async function requireOwnOrder(user_id: number, id: number): Promise<void> {
  if (!(await selectOne('SELECT id FROM orders WHERE id = ? AND user_id = ?', [id, user_id]))) throw notFound('Order')
}
