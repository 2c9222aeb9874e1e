import { leftFor } from '#api/carts/left-for.ts'
import { PICTURE_OF_CHOICE, picturesIn } from '#api/catalogue/picture-of-choice.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { ownedBy, type Owner } from '#api/http/owner.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { CartChange, CartItem } from '#sync/protocol/shop/cart.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import { isSamePrice, priceCharged, pricedAs } from '#sync/protocol/pricing.ts'

/** A cart at current prices, the oldest line first. Each line says what changed since its owner last touched it. */
export async function readCart(owner: Owner, query: PageQuery): Promise<Page<CartItem>> {
  const [rows, count] = await Promise.all([
    select<Row>(`${linesOf(owner)} ORDER BY c.id LIMIT :limit OFFSET :offset`, { ...owner, ...windowOf(query) }),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM cart_items WHERE ${ownedBy(owner)}`, { ...owner }),
  ])
  return paged(rows.map(itemFrom), count!.n, query)
}

/** One line of an owner's cart. @throws 404, also for a line of another owner */
export async function readLine(owner: Owner, id: number): Promise<CartItem> {
  const row = await selectOne<Row>(`${linesOf(owner)} AND c.id = :id`, { ...owner, id })
  if (!row) throw notFound('Cart item')
  return itemFrom(row)
}

interface Row {
  id: number
  quantity: number
  price: number
  cut_from: number | null
  updated_at: Date
  product_variation_id: number
  sku: string
  size_code: string
  colour_code: string | null
  quantity_in_stock: number
  size_id: number
  size_name: string
  colour_name: string | null
  product_id: number
  slug: string
  name: string
  category_id: number
  retail_price: number
  discount: number
  own_price: number | null
  own_discount: number | null
  status_code: 'LIVE' | 'INACTIVE'
  /** The picture of its colour, as JSON. */
  image: string | null
}

const linesOf = (owner: Owner) => `SELECT c.id, c.quantity, c.price, c.cut_from, c.updated_at, c.product_variation_id,
    v.sku, v.size_code, v.colour_code, ${leftFor(owner)} AS quantity_in_stock, s.id AS size_id, s.name AS size_name,
    k.name AS colour_name,
    p.id AS product_id, p.slug, p.name, p.category_id, p.retail_price, p.discount,
    v.retail_price AS own_price, v.discount AS own_discount,
    IF(p.deleted_at IS NULL, p.status_code, 'INACTIVE') AS status_code,
    ${PICTURE_OF_CHOICE} AS image
  FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours k ON k.code = v.colour_code WHERE ${ownedBy(owner, 'c.')}`

function itemFrom(row: Row): CartItem {
  const {
    id,
    quantity,
    product_variation_id,
    sku,
    size_code,
    colour_code,
    quantity_in_stock,
    slug,
    name,
    category_id,
    status_code,
    image,
  } = row
  const own = ownPriceOf(row)
  return {
    id,
    quantity,
    product_variation_id,
    product_variation: {
      id: product_variation_id,
      sku,
      size_code,
      colour_code,
      quantity_in_stock,
      size: { id: row.size_id, code: size_code, name: row.size_name },
      colour: colour_code === null ? null : { code: colour_code, name: row.colour_name ?? colour_code },
      ...own,
      price: priceCharged(own, row),
      product: {
        id: row.product_id,
        slug,
        name,
        category_id,
        ...pricedAs(own, row),
        status_code,
        images: picturesIn(image),
      },
    },
    changes: changesOf(row),
    updated_at: row.updated_at.toJSON(),
  }
}

const ownPriceOf = ({ own_price, own_discount }: Row) => ({ retail_price: own_price, discount: own_discount })

function changesOf(row: Row): CartChange[] {
  const { price: was, quantity, quantity_in_stock: left, cut_from, status_code } = row
  if (status_code !== 'LIVE') return [{ code: 'withdrawn', was: quantity, now: 0 }]
  const now = priceCharged(ownPriceOf(row), row)
  return [
    ...(left === 0
      ? [{ code: 'sold_out', was: quantity, now: 0 } as const]
      : left < quantity
        ? [{ code: 'short', was: quantity, now: left } as const]
        : []),
    ...(cut_from !== null && left > 0 ? [{ code: 'cut', was: cut_from, now: quantity } as const] : []),
    ...(isSamePrice(was, now) ? [] : [{ code: 'price', was, now } as const]),
  ]
}
