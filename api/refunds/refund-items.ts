import { PICTURE_OF_CHOICE, picturesIn } from '#api/catalogue/picture-of-choice.ts'
import { select } from '#api/db/database.ts'
import type { RefundItem } from '#sync/protocol/shop/refund.ts'

type Variation = RefundItem['product_variation']
type Row = Omit<RefundItem, 'product_variation' | 'exchange_variation' | 'handed_over_at'> & {
  refund_id: number
  product_variation_id: number
  handed_over_at: Date | null
}

/** The items of refunds, with returned and exchange goods in words. */
export async function itemsOf(refund_ids: readonly number[]): Promise<(RefundItem & { refund_id: number })[]> {
  const rows = await select<Row>(
    `SELECT g.id, g.refund_id, g.order_item_id, g.given_by, g.quantity,
      COALESCE(b.exchange_variation_id, i.product_variation_id) AS product_variation_id, g.exchange_variation_id,
      g.handed_over_at, g.disposition
    FROM refund_items g JOIN order_items i ON i.id = g.order_item_id LEFT JOIN refund_items b ON b.id = g.given_by
    WHERE g.refund_id IN (:refund_ids) ORDER BY g.id`,
    { refund_ids },
  )
  const variations = await variationsOf(
    rows.flatMap(({ product_variation_id, exchange_variation_id }) =>
      [product_variation_id, exchange_variation_id ?? []].flat(),
    ),
  )
  return rows.map(({ product_variation_id, handed_over_at, ...row }) => ({
    ...row,
    product_variation: variations.get(product_variation_id)!,
    exchange_variation: row.exchange_variation_id === null ? null : variations.get(row.exchange_variation_id)!,
    handed_over_at: handed_over_at?.toJSON() ?? null,
  }))
}

type VariationRow = Omit<Variation, 'product' | 'size' | 'colour'> & {
  product_id: number
  product_name: string
  slug: string
  image: string | null
  size_id: number
  size_name: string
  colour_name: string | null
}

async function variationsOf(ids: readonly number[]): Promise<Map<number, Variation>> {
  const rows = await select<VariationRow>(
    `SELECT v.id, v.sku, v.size_code, v.colour_code, p.id AS product_id, p.name AS product_name, p.slug,
      ${PICTURE_OF_CHOICE} AS image,
      s.id AS size_id, s.name AS size_name, c.name AS colour_name
    FROM product_variations v JOIN products p ON p.id = v.product_id JOIN sizes s ON s.code = v.size_code
    LEFT JOIN colours c ON c.code = v.colour_code WHERE v.id IN (:ids)`,
    { ids: [0, ...ids] },
  )
  return new Map(
    rows.map(({ product_id, product_name, slug, image, size_id, size_name, colour_name, ...row }) => [
      row.id,
      {
        ...row,
        product: { id: product_id, name: product_name, slug, images: picturesIn(image) },
        size: { id: size_id, code: row.size_code, name: size_name },
        colour: row.colour_code === null ? null : { code: row.colour_code, name: colour_name! },
      },
    ]),
  )
}
