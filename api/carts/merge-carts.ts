import { leftFor } from '#api/carts/left-for.ts'
import { execute, insertRows, select } from '#api/db/database.ts'

interface Line {
  id: number
  user_id: number | null
  product_variation_id: number
  quantity: number
  price: number
  cut_from: number | null
  left_over: number
}

/**
 * Merges a guest's cart into a user's: the larger quantity of each, cut to the stock left. A sold-out item stays as a
 * line of one, and says so. Returns how many lines were cut. The caller has locked both owners and handed over the
 * guest's orders.
 */
export async function mergeCarts(guest: string, user_id: number): Promise<number> {
  const lines = await select<Line>(
    `SELECT c.id, c.user_id, c.product_variation_id, c.quantity, c.price, c.cut_from,
      ${leftFor({ user_id, session_id: null })} AS left_over
    FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id
    WHERE c.session_id = :guest OR c.user_id = :user_id ORDER BY c.id`,
    { guest, user_id },
  )
  const brought = lines.filter(line => line.user_id === null)
  if (brought.length === 0) return 0
  const own = new Map(lines.filter(line => line.user_id !== null).map(line => [line.product_variation_id, line]))
  const merged = brought.map(line => mergeLine(line, own.get(line.product_variation_id)))
  await execute('DELETE FROM cart_items WHERE session_id = ?', [guest])
  const changed = merged.filter(({ id }) => id !== null)
  if (changed.length > 0)
    await execute(
      `UPDATE cart_items
        SET quantity = CASE id ${changed.map(({ id, quantity }) => `WHEN ${id} THEN ${quantity}`).join(' ')} END,
    cut_from = CASE id ${changed.map(({ id, cut_from }) => `WHEN ${id} THEN ${cut_from ?? 'NULL'}`).join(' ')} END
    WHERE id IN (?)`,
      [changed.map(({ id }) => id)],
    )
  // In ascending id, as every sale locks its variations: a new line briefly locks its variation's row.
  await insertRows(
    'cart_items',
    merged
      .filter(({ id }) => id === null)
      .sort((a, b) => a.product_variation_id - b.product_variation_id)
      .map(({ id: _new, ...line }) => ({ user_id, ...line })),
  )
  return merged.filter(({ cut_from }) => cut_from !== null).length
}

/** `id` null: the user had no such line. */
function mergeLine({ product_variation_id, price, ...guest }: Line, own: Line | undefined) {
  const wanted = Math.max(guest.quantity, own?.quantity ?? 0)
  const quantity = Math.max(1, Math.min(wanted, guest.left_over))
  const cut_from = quantity < wanted ? wanted : (own?.cut_from ?? guest.cut_from)
  return { id: own?.id ?? null, product_variation_id, quantity, price: own?.price ?? price, cut_from }
}
