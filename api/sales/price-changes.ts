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

const SINCE = `created_at > CAST(:oldest AS DATETIME(3)) - INTERVAL ${DAY_MS / 1000} SECOND`

/** Each of these cashiers who changed any product within a day before the oldest sale or since, for a UNION. */
export const CHANGED_PRODUCTS = `SELECT 'changed', u.id, NULL, NULL, NULL FROM users u WHERE u.id IN (:tellers)
  AND EXISTS (SELECT 1 FROM staff_changes c WHERE c.user_id = u.id AND c.${SINCE} AND c.subject = 'product')`

interface Within {
  tellers: readonly number[]
  products: readonly number[]
  /** When the oldest sale was rung up, as SQL has it. */
  oldest: string
}

/** What these cashiers changed of these products' prices within a day before the oldest sale and since, in order. */
export async function readPriceChanges({ tellers, products, oldest }: Within): Promise<PriceChange[]> {
  if (tellers.length === 0) return []
  const rows = await select<{ subject_id: number; user_id: number; created_at: Date; was: string; became: string }>(
    `SELECT subject_id, user_id, created_at, was, became FROM staff_changes
      WHERE subject = 'product' AND subject_id IN (:products) AND user_id IN (:tellers) AND ${SINCE}
        AND was IS NOT NULL AND (became LIKE '%"retail_price%' OR became LIKE '%"discount%') ORDER BY id`,
    { tellers: [...tellers], products: [...products], oldest },
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
