import { select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { ownedBy, type Owner } from '#api/http/owner.ts'
import { priceCharged } from '#sync/protocol/pricing.ts'

/** A cart line as ordered: `price` is the current price of one piece, in cedis. */
export interface OrderedGoods {
  product_variation_id: number
  quantity: number
  price: number
  category_id: number
}

interface Row {
  product_variation_id: number
  quantity: number
  category_id: number
  retail_price: number
  discount: number
  own_price: number | null
  own_discount: number | null
  for_sale: number
  name: string
}

/**
 * The goods in a cart, at current prices. The caller has locked its owner. @throws 422 if it is empty or something in
 * it is not for sale
 */
export async function findGoodsInCart(owner: Owner): Promise<OrderedGoods[]> {
  const rows = await select<Row>(
    `SELECT c.product_variation_id, c.quantity, p.category_id, p.retail_price, p.discount, v.retail_price AS own_price,
      v.discount AS own_discount, p.status_code = 'LIVE' AND p.deleted_at IS NULL AS for_sale,
      CONCAT_WS(', ', p.name, s.name, k.name) AS name
    FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id JOIN products p ON p.id = v.product_id
      JOIN sizes s ON s.code = v.size_code LEFT JOIN colours k ON k.code = v.colour_code
    WHERE ${ownedBy(owner, 'c.')} ORDER BY c.id`,
    { ...owner },
  )
  if (rows.length === 0) throw invalid({ cart: ['Add Products to Begin Checkout.'] })
  const gone = rows.filter(({ for_sale }) => !for_sale)
  if (gone.length > 0)
    throw invalid(
      Object.fromEntries(
        gone.map(({ product_variation_id, name }) => [
          `variation_${product_variation_id}`,
          [`${name}: no longer for sale.`],
        ]),
      ),
    )
  return rows.map(({ product_variation_id, quantity, category_id, own_price, own_discount, ...product }) => ({
    product_variation_id,
    quantity,
    category_id,
    price: priceCharged({ retail_price: own_price, discount: own_discount }, product),
  }))
}
