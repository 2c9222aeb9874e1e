import { select } from '#api/db/database.ts'
import { formatCedis } from '#sync/protocol/money.ts'

/** For how long a changed price is told of, in ms. */
const DAY_MS = 86_400_000

/** A change of a product's prices by a member of staff. `at`: epoch ms. The members are those of the change log. */
export interface PriceChange {
  product_id: number
  user_id: number
  at: number
  was: Record<string, unknown>
  became: Record<string, unknown>
}

/**
 * Ids of changes of prices by these cashiers within a day before the oldest sale and since, for a UNION of five
 * columns. Their texts are read apart, because texts in a UNION are sorted on disk.
 */
export const PRICE_CHANGES = `SELECT 'price', id, NULL, NULL, NULL FROM staff_changes
  WHERE subject = 'product' AND subject_id IN (:products) AND user_id IN (:tellers)
    AND created_at > CAST(:oldest AS DATETIME(3)) - INTERVAL ${DAY_MS / 1000} SECOND AND was IS NOT NULL
    AND (became LIKE '%"retail_price%' OR became LIKE '%"discount%')`

/** In the order they were made. */
export async function readPriceChanges(ids: readonly number[]): Promise<PriceChange[]> {
  if (ids.length === 0) return []
  const rows = await select<{ subject_id: number; user_id: number; created_at: Date; was: string; became: string }>(
    'SELECT subject_id, user_id, created_at, was, became FROM staff_changes WHERE id IN (:ids) ORDER BY id',
    { ids: [...ids] },
  )
  return rows.map(({ subject_id: product_id, user_id, created_at, was, became }) => ({
    product_id,
    user_id,
    at: created_at.getTime(),
    was: JSON.parse(was) as Record<string, unknown>,
    became: JSON.parse(became) as Record<string, unknown>,
  }))
}

const MEMBER = /^(retail_price|discount)(?:: (.+))?$/

/** What a cashier changed of a product's prices within a day before a sale, in words; null for nothing. */
export function priceChangedBefore(
  { teller_id, product_id, sold_at }: { teller_id: number; product_id: number; sold_at: number },
  changes: readonly PriceChange[],
): string | null {
  const last = changes.findLast(
    ({ product_id: of, user_id, at }) =>
      of === product_id && user_id === teller_id && at <= sold_at && at > sold_at - DAY_MS,
  )
  const name = last && Object.keys(last.became).find(member => MEMBER.test(member))
  if (!last || name === undefined) return null
  const [, member, variant] = MEMBER.exec(name)!
  const what = `${member === 'discount' ? 'discount' : 'price'}${variant ? ` of ${variant}` : ''}`
  const at = new Date(last.at).toISOString().slice(0, 16).replace('T', ' ')
  return `Its cashier had changed the ${what} from ${amount(last.was[name])} to ${amount(last.became[name])}, at ${at} (UTC).`
}

const amount = (value: unknown): string =>
  value === null || value === undefined || Number.isNaN(Number(value)) ? 'none' : formatCedis(Number(value))
