import { recordChange } from '#api/audit/record-change.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { afterCommit, inTransaction, select, selectOne } from '#api/db/database.ts'
import { invalid, notFound, stale } from '#api/errors.ts'
import { atMostAll } from '#api/stock/booked-lines.ts'
import { findProductStock } from '#api/stock/list-stock.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { ProductStock } from '#sync/protocol/staff/stock.ts'

/**
 * Corrects the stock of a product's variations by a count. Writes the difference as a COUNT movement under the row's
 * lock, so that sales before or after it stay sold. With `as_read`, the latest movement the screen showed, the
 * difference is to the stock at that point, so that sales during typing are not given back. Never overwrites another
 * kind of change, and books the same count only once. A count never removes more than there is.
 * @throws 404, 409 stale with the `stock` that was counted, received or adjusted since, 422 for another product's
 * variation
 */
export const countStock = (
  product_id: number,
  { as_read = {}, ...counted }: BodyOf<'PATCH /api/staff/products/:id/variations'>,
  user_id: number,
): Promise<StaffProduct> =>
  inTransaction(async () => {
    const product = await selectOne('SELECT id FROM products WHERE id = ? AND deleted_at IS NULL LOCK IN SHARE MODE', [
      product_id,
    ])
    if (!product) throw notFound('Product')
    const shelf = new Map(Object.entries(counted).map(([sku, quantity]) => [idOf(sku), quantity]))
    const skus = await ownSkus(product_id, [...shelf.keys(), ...Object.keys(as_read).map(idOf)])
    if (shelf.size === 0) throw invalid({ sku_: ['Enter a quantity for at least one variant.'] })

    const book = await lockVariations([...shelf.keys()])
    const since = await movedSince(
      new Map([...shelf.keys()].flatMap(id => (`sku_${id}` in as_read ? [[id, as_read[`sku_${id}`]!]] : []))),
    )
    const changed = [...since].flatMap(([id, { is_changed }]) => (is_changed ? [id] : []))
    if (changed.length > 0) throw stale({ stock: await stockOf(product_id, changed) })
    const changes = [...shelf].flatMap(([id, quantity]) => {
      const { on_hand } = book.get(id)!
      const difference = atMostAll(quantity - on_hand + (since.get(id)?.quantity ?? 0), on_hand)
      return difference === 0 ? [] : [{ id, on_hand, difference }]
    })
    await moveStock(
      changes.map(({ id, difference }) => ({
        product_variation_id: id,
        order_id: null,
        reason: 'COUNT',
        quantity: difference,
        user_id,
      })),
      book,
    )
    if (changes.length > 0)
      await recordChange({
        subject: 'product',
        subject_id: product_id,
        action: 'count',
        was: Object.fromEntries(changes.map(({ id, on_hand }) => [skus.get(id)!, on_hand])),
        became: Object.fromEntries(changes.map(({ id, on_hand, difference }) => [skus.get(id)!, on_hand + difference])),
      })
    afterCommit(listingsChanged)
    return findStaffProduct(product_id)
  })

const idOf = (sku: string) => Number(sku.slice('sku_'.length))

/**
 * Changes to locked variations since the movement read for each: the pieces in or out, and whether any was not a sale
 * or its reversal.
 */
async function movedSince(
  as_read: ReadonlyMap<number, number>,
): Promise<Map<number, { quantity: number; is_changed: boolean }>> {
  if (as_read.size === 0) return new Map()
  const rows = await select<{
    id: number
    first: number
    quantity: number
    is_changed: number
  }>(`SELECT m.product_variation_id AS id, MIN(m.id) AS first,
      CAST(SUM(IF(m.id > r.movement_id AND m.reason NOT IN ('RESERVATION', 'RELEASE'), m.quantity, 0)) AS SIGNED) AS quantity,
      MAX(m.id > r.movement_id AND m.reason IN ('COUNT', 'RECEIPT', 'ADJUSTMENT')) AS is_changed
    FROM (${[...as_read]
      .map(
        ([id, movement]) => `SELECT ${Number(id)} AS id,
    ${Number(movement)} AS movement_id`,
      )
      .join(' UNION ALL ')}) r
    JOIN stock_movements m ON m.product_variation_id = r.id AND m.id >= r.movement_id GROUP BY m.product_variation_id`)
  const found = new Map(rows.map(row => [row.id, row]))
  return new Map(
    [...as_read].map(([id, movement]) => {
      const { first = 0, quantity = 0, is_changed = 0 } = found.get(id) ?? {}
      const isKnown = movement === 0 || first === movement
      return [id, { quantity: Number(quantity), is_changed: !isKnown || Boolean(is_changed) }]
    }),
  )
}

async function stockOf(product_id: number, ids: readonly number[]): Promise<ProductStock> {
  const stock = await findProductStock(product_id)
  return { ...stock, variations: stock.variations.filter(({ id }) => ids.includes(id)) }
}

/** The SKUs of a product's variations by id. @throws 422 naming any of `ids` that are not among them */
async function ownSkus(product_id: number, ids: readonly number[]): Promise<Map<number, string>> {
  const own = new Map(
    (
      await select<{ id: number; sku: string }>('SELECT id, sku FROM product_variations WHERE product_id = ?', [
        product_id,
      ])
    ).map(({ id, sku }) => [id, sku]),
  )
  const strangers = ids.filter(id => !own.has(id))
  if (strangers.length > 0)
    throw invalid(Object.fromEntries(strangers.map(id => [`sku_${id}`, ['This is not a variant of the product.']])))
  return own
}
