import { execute, insertRows, select } from '#api/db/database.ts'
import { invalid, unknownVariation } from '#api/errors.ts'
import type { AdjustmentCause, MovementReason } from '#sync/protocol/staff/stock.ts'

export type Reason = MovementReason

/** One change of stock and its reason. Available stock is the sum of all movements of a variation. */
export interface Movement {
  product_variation_id: number
  order_id: number | null
  reason: Reason
  quantity: number
  user_id: number | null
  /** Set on all movements of a call, or on none. */
  cause?: AdjustmentCause
  note?: string | null
  receipt_id?: number
  count_id?: number
}

export interface LockedVariation {
  id: number
  product_id: number
  on_hand: number
  reserved: number
  /** Its own, in cedis; null: the product's. */
  retail_price: number | null
  discount: number | null
}

/**
 * Locks variations in ascending id, so that two sales of the same goods queue instead of deadlocking.
 * @throws unknown_variation
 */
export async function lockVariations(ids: readonly number[]): Promise<Map<number, LockedVariation>> {
  if (ids.length === 0) return new Map()
  const rows = await select<LockedVariation>(
    `SELECT id, product_id, on_hand, reserved, retail_price, discount
      FROM product_variations FORCE INDEX (PRIMARY) WHERE id IN (:ids) ORDER BY id FOR UPDATE`,
    { ids: [...new Set(ids)] },
  )
  const found = new Map(rows.map(row => [row.id, row]))
  const missing = ids.filter(id => !found.has(id))
  if (missing.length > 0) throw unknownVariation([...new Set(missing)])
  return found
}

/**
 * Writes movements and updates on hand and reserved stock. Never refuses, because a till sale is a fact. The caller has
 * locked the variations; if it passes their earlier state, a manager is told of oversold goods.
 */
export async function moveStock(
  movements: readonly Movement[],
  locked?: ReadonlyMap<number, LockedVariation>,
): Promise<void> {
  if (movements.length === 0) return
  await insertRows('stock_movements', movements)
  const shifts = shiftsOf(movements)
  if (locked) await tellOversold(movements, shifts, locked)
  const ids = [...shifts.keys()].sort((a, b) => a - b)
  const cases = (member: 'on_hand' | 'reserved') =>
    `CASE id ${ids.map(id => `WHEN ${id} THEN ${shifts.get(id)![member]}`).join(' ')} END`
  const columns = (['on_hand', 'reserved'] as const).filter(member => ids.some(id => shifts.get(id)![member] !== 0))
  if (columns.length === 0) return
  // Without the hint, a long list makes the server scan, and so lock, other rows: two scans then deadlock.
  await execute(
    `UPDATE product_variations FORCE INDEX (PRIMARY)
      SET ${columns.map(member => `${member} = ${member} + ${cases(member)}`).join(', ')} WHERE id IN (?)`,
    [ids],
  )
}

type Shifts = Map<number, Pick<LockedVariation, 'on_hand' | 'reserved'>>

/** How much movements change on hand and reserved stock. */
function shiftsOf(movements: readonly Movement[]): Shifts {
  const shifts: Shifts = new Map()
  for (const { product_variation_id: id, reason, quantity } of movements) {
    const { on_hand, reserved } = shifts.get(id) ?? { on_hand: 0, reserved: 0 }
    shifts.set(
      id,
      isHolding(reason) ? { on_hand, reserved: reserved - quantity } : { on_hand: on_hand + quantity, reserved },
    )
  }
  return shifts
}

/** Oversold: fewer on the shelf than were sold or reserved. If it was oversold before, only an increase is reported. */
async function tellOversold(
  movements: readonly Movement[],
  shifts: Shifts,
  locked: ReadonlyMap<number, LockedVariation>,
): Promise<void> {
  const worse = [...shifts].flatMap(([id, shift]) => {
    const was = locked.get(id)!
    const [on_hand, reserved] = [was.on_hand + shift.on_hand, was.reserved + shift.reserved]
    const left = on_hand - reserved
    const isWorse = (on_hand < 0 && on_hand < was.on_hand) || (left < 0 && left < was.on_hand - was.reserved)
    return isWorse ? [{ id, left }] : []
  })
  await insertRows(
    'exceptions',
    worse.map(({ id, left }) => ({
      code: 'OVERSOLD',
      order_id: movements.find(({ product_variation_id }) => product_variation_id === id)!.order_id,
      product_variation_id: id,
      detail: oversoldBy(-left),
    })),
  )
}

export const oversoldBy = (pieces: number) => `${pieces} more sold or reserved than on hand.`

const isHolding = (reason: Reason) => reason === 'RESERVATION' || reason === 'RELEASE'

/**
 * Reserves goods for a website order, which is a request: all or nothing.
 * @throws 422 that names each variation that is short, and how many are left
 */
export async function reserveStock(
  order_id: number,
  lines: readonly { product_variation_id: number; quantity: number }[],
): Promise<void> {
  const wanted = new Map<number, number>()
  for (const { product_variation_id: id, quantity } of lines) wanted.set(id, (wanted.get(id) ?? 0) + quantity)
  const found = await lockVariations([...wanted.keys()])
  const short = [...found.values()]
    .filter(({ id, on_hand, reserved }) => on_hand - reserved < wanted.get(id)!)
    .map(({ id }) => id)
  if (short.length > 0) throw invalid(await whatIsLeft(short))
  await moveStock(
    lines.map(({ product_variation_id, quantity }): Movement => ({
      product_variation_id,
      order_id,
      reason: 'RESERVATION',
      quantity: -quantity,
      user_id: null,
    })),
  )
}

/** What is left of each variation, in words for the shopper, by 'variation_41'. */
async function whatIsLeft(ids: readonly number[]): Promise<Record<string, string[]>> {
  const rows = await select<{ id: number; left_over: number; name: string }>(
    `SELECT v.id, GREATEST(0, v.on_hand - v.reserved) AS left_over, CONCAT_WS(', ', p.name, s.name, c.name) AS name
    FROM product_variations v JOIN products p ON p.id = v.product_id JOIN sizes s ON s.code = v.size_code
    LEFT JOIN colours c ON c.code = v.colour_code WHERE v.id IN (:ids)`,
    { ids },
  )
  return Object.fromEntries(
    rows.map(({ id, left_over, name }) => [
      `variation_${id}`,
      [left_over > 0 ? `${name}: only ${left_over} left.` : `${name}: sold out, 0 left.`],
    ]),
  )
}
