import { execute, select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import {
  isPossiblePrice,
  isSamePrice,
  priceCharged,
  pricedAs,
  type OwnPrice,
  type Priced,
} from '#sync/protocol/pricing.ts'

/** A variation with its own price, as the rules look at it. */
export interface OwnPriced {
  id: number
  product_id: number
  sku: string
  retail_price: number | null
  discount: number | null
}

export const isRepriced = (was: Priced, becomes: Priced) =>
  !isSamePrice(was.retail_price, becomes.retail_price) || !isSamePrice(was.discount, becomes.discount)

/** The variations of these products that have a price or a discount of their own. */
export const ownPricedOf = (ids: readonly number[]) =>
  select<OwnPriced>(
    `SELECT id, product_id, sku, retail_price, discount FROM product_variations
    WHERE product_id IN (:ids) AND (retail_price IS NOT NULL OR discount IS NOT NULL) ORDER BY id`,
    { ids: [0, ...ids] },
  )

/** Why a variation cannot cost this; null if it can. */
export function problemWith(variation: OwnPrice & { sku: string }, product: Priced): string | null {
  if (isPossiblePrice(variation, product)) return null
  const { retail_price, discount } = pricedAs(variation, product)
  return `${variation.sku} costs ${formatCedis(retail_price)}: a discount of ${formatCedis(discount)} leaves ${formatCedis(priceCharged(variation, product))}.`
}

/** @throws 422 if a variation with its own price cannot take the product's new price and discount */
export async function refuseForVariations(id: number, product: Priced): Promise<void> {
  const problems = (await ownPricedOf([id])).flatMap(variation => problemWith(variation, product) ?? [])
  if (problems.length > 0) throw invalid({ discount: problems.slice(0, MOST_NAMED) })
}
const MOST_NAMED = 5

/** Writes variations' own prices and discounts. The caller has locked their products. */
export async function writeOwnPrices(rows: readonly (OwnPrice & { id: number })[]): Promise<void> {
  if (rows.length === 0) return
  const sorted = [...rows].sort((a, b) => a.id - b.id)
  const cases = (name: 'retail_price' | 'discount') =>
    `CASE id ${sorted.map(({ id, [name]: value }) => `WHEN ${id} THEN ${value ?? 'NULL'}`).join(' ')} END`
  await execute(
    `UPDATE product_variations FORCE INDEX (PRIMARY)
      SET retail_price = ${cases('retail_price')}, discount = ${cases('discount')} WHERE id IN (?)`,
    [sorted.map(({ id }) => id)],
  )
}
