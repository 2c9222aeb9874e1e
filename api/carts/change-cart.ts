import { PRICE_CHARGED } from '#api/catalogue/describe-products.ts'
import { leftFor } from '#api/carts/left-for.ts'
import { readLine } from '#api/carts/read-cart.ts'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { lockOwner, ownedBy, type Owner } from '#api/http/owner.ts'
import { MOST_GATHERED, type CartAddition, type CartItem } from '#sync/protocol/shop/cart.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

/**
 * Adds goods to a cart, or to the line that already has the variation.
 * @throws 422 if they are not for sale, short in stock, or the cart is full
 */
export const addToCart = (owner: Owner, { quantity = 1, ...wanted }: CartAddition): Promise<CartItem> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const goods = await findGoods(owner, wanted)
    if (!goods)
      throw invalid(
        'product_variation_id' in wanted ? { product_variation_id: [NOT_FOR_SALE] } : { size_code: [NOT_THERE] },
      )
    const { id: product_variation_id, line_id, price } = goods
    const total = (goods.held ?? 0) + quantity
    refuseBeyond(goods, total)
    if (line_id !== null) {
      await execute('UPDATE cart_items SET quantity = ?, price = ?, cut_from = NULL WHERE id = ?', [
        total,
        price,
        line_id,
      ])
      return readLine(owner, line_id)
    }
    if (goods.line_count >= MOST_GATHERED)
      throw invalid({ quantity: [`A bag can hold up to ${MOST_GATHERED} different items.`] })
    return readLine(owner, await insertRow('cart_items', { ...owner, product_variation_id, quantity: total, price }))
  })

/**
 * Changes a line's quantity, or moves it to another variation and merges it with that one's line. With neither, marks
 * the line's changes as seen.
 * @throws 404 for a line that is not theirs, 409 stale, 422 as for adding
 */
export const changeLine = (
  owner: Owner,
  id: number,
  { quantity, product_variation_id, updated_at }: BodyOf<'PATCH /api/cart/:id'>,
): Promise<CartItem> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const line = await readLine(owner, id)
    await refuseIfStale(updated_at, line.updated_at, () => ({ cart_item: line }))
    const goods = await findGoods(owner, { product_variation_id: product_variation_id ?? line.product_variation_id })
    if (quantity === undefined && product_variation_id === undefined) {
      await execute('UPDATE cart_items SET price = ?, cut_from = NULL, updated_at = NOW(3) WHERE id = ?', [
        goods?.price ?? line.product_variation.price,
        id,
      ])
      return readLine(owner, id)
    }
    if (!goods) throw invalid({ [product_variation_id ? 'product_variation_id' : 'quantity']: [NOT_FOR_SALE] })
    const joined = goods.line_id === id ? null : goods.line_id
    const total = (quantity ?? line.quantity) + (joined === null ? 0 : (goods.held ?? 0))
    refuseBeyond(goods, total)
    if (joined !== null) await execute('DELETE FROM cart_items WHERE id = ?', [joined])
    await execute(
      'UPDATE cart_items SET product_variation_id = ?, quantity = ?, price = ?, cut_from = NULL, updated_at = NOW(3) WHERE id = ?',
      [goods.id, total, goods.price, id],
    )
    return readLine(owner, id)
  })

/** @throws 404 for a line that is not theirs */
export const removeLine = (owner: Owner, id: number): Promise<void> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const gone = await execute(`DELETE FROM cart_items WHERE id = :id AND ${ownedBy(owner)}`, { ...owner, id })
    if (gone === 0) throw notFound('Cart item')
  })

const NOT_FOR_SALE = 'This is no longer for sale.'
const NOT_THERE = 'This product does not come in this size and colour.'

/** What an owner wants, and their line for it. `price`: the price shown, in cedis. */
interface Goods {
  id: number
  left_over: number
  price: number
  line_id: number | null
  held: number | null
  line_count: number
}

/** Null if it is not for sale. */
function findGoods(
  owner: Owner,
  { product_variation_id, product_id, size_code, colour_code }: Omit<CartAddition, 'quantity'>,
): Promise<Goods | null> {
  const chosen =
    product_variation_id === undefined
      ? 'v.product_id = :product_id AND v.size_code = :size_code AND v.colour_key = :colour'
      : 'v.id = :product_variation_id'
  return selectOne<Goods>(
    `SELECT v.id, ${leftFor(owner)} AS left_over, ${PRICE_CHARGED} AS price, c.id AS line_id,
      c.quantity AS held,
      (SELECT COUNT(*) FROM cart_items WHERE ${ownedBy(owner)}) AS line_count
    FROM product_variations v JOIN products p ON p.id = v.product_id
    LEFT JOIN cart_items c ON c.product_variation_id = v.id AND ${ownedBy(owner, 'c.')}
    WHERE ${chosen} AND p.status_code = 'LIVE' AND p.deleted_at IS NULL`,
    { ...owner, product_variation_id, product_id, size_code, colour: colour_code ?? '' },
  )
}

function refuseBeyond({ left_over, held }: Goods, wanted: number): void {
  if (wanted <= left_over) return
  const inBag = held ? ` You have ${held} in your bag.` : ''
  throw invalid({ quantity: [left_over === 0 ? 'Sold out.' : `Only ${left_over} left.${inBag}`] })
}
