import { execute, insertRows, select } from '#api/db/database.ts'
import { invalid, unknownVariation } from '#api/errors.ts'

export type Reason = 'SALE' | 'RETURN' | 'RESERVATION' | 'RELEASE' | 'COUNT' | 'RECEIPT' | 'ADJUSTMENT'

/** One change of stock and why. What can still be sold is the sum of all of a variation's movements. */
export interface Movement { product_variation_id: number; order_id: number | null; reason: Reason; quantity: number; user_id: number | null }

export interface LockedVariation { id: number; product_id: number; on_hand: number; reserved: number }

/**
 * Locks variations in ascending id, so that two sales of the same goods queue instead of deadlocking.
 * @throws unknown_variation
 */
export async function lockVariations(ids: readonly number[]): Promise<Map<number, LockedVariation>> {
  const rows = await select<LockedVariation>(
    'SELECT id, product_id, on_hand, reserved FROM product_variations FORCE INDEX (PRIMARY) WHERE id IN (:ids) ORDER BY id FOR UPDATE', { ids: [...new Set(ids)] })
  const found = new Map(rows.map(row => [row.id, row]))
  const missing = ids.filter(id => !found.has(id))
  if (missing.length > 0) throw unknownVariation([...new Set(missing)])
  return found
}

/**
 * Writes movements and moves on hand, or what is reserved, by them. It never refuses: a till sale is a fact.
 * The caller has locked the variations.
 */
export async function moveStock(movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  await insertRows('stock_movements', movements)
  const shifts = new Map<number, { on_hand: number; reserved: number }>()
  for (const { product_variation_id: id, reason, quantity } of movements) {
    const { on_hand, reserved } = shifts.get(id) ?? { on_hand: 0, reserved: 0 }
    shifts.set(id, isHolding(reason) ? { on_hand, reserved: reserved - quantity } : { on_hand: on_hand + quantity, reserved })
  }
  const ids = [...shifts.keys()].sort((a, b) => a - b)
  const cases = (member: 'on_hand' | 'reserved') => `CASE id ${ids.map(id => `WHEN ${id} THEN ${shifts.get(id)![member]}`).join(' ')} END`
  const columns = (['on_hand', 'reserved'] as const).filter(member => ids.some(id => shifts.get(id)![member] !== 0))
  if (columns.length === 0) return
  // Without the hint a long list makes the server scan, and so lock, rows that nobody named: two such scans deadlock.
  await execute(`UPDATE product_variations FORCE INDEX (PRIMARY) SET ${columns.map(member => `${member} = ${member} + ${cases(member)}`).join(', ')} WHERE id IN (?)`, [ids])
}

const isHolding = (reason: Reason) => reason === 'RESERVATION' || reason === 'RELEASE'

/**
 * Holds goods for a website order, which is a request: all of it, or none.
 * @throws 422 that names the variation and says how many are left
 */
export async function reserveStock(order_id: number, lines: readonly { product_variation_id: number; quantity: number }[]): Promise<void> {
  for (const { product_variation_id: id, quantity } of [...lines].sort((a, b) => a.product_variation_id - b.product_variation_id)) {
    const taken = await execute('UPDATE product_variations SET reserved = reserved + :quantity WHERE id = :id AND on_hand - reserved >= :quantity', { id, quantity })
    if (taken === 0) throw invalid({ [`variation_${id}`]: [`Only ${await leftOf(id)} left.`] })
  }
  await insertRows('stock_movements', lines.map(({ product_variation_id, quantity }): Movement =>
    ({ product_variation_id, order_id, reason: 'RESERVATION', quantity: -quantity, user_id: null })))
}

async function leftOf(id: number): Promise<number> {
  const [row] = await select<{ available: number }>('SELECT on_hand - reserved AS available FROM product_variations WHERE id = ? FOR UPDATE', [id])
  return Math.max(0, row?.available ?? 0)
}
