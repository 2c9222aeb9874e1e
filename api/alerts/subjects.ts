import { PRICE_FROM } from '#api/catalogue/describe-products.ts'
import { PICTURE_OF_CHOICE, PICTURE_OF_PRODUCT, picturesIn } from '#api/catalogue/picture-of-choice.ts'
import { select } from '#api/db/database.ts'
import type { AlertKind } from '#sync/protocol/shop/alert.ts'
import { productPath, type ProductImage } from '#sync/protocol/shop/catalogue.ts'

/** What an alert is about, as it is now. */
export interface Subject {
  id: number
  name: string
  path: string
  /** In cedis; null where none counts. */
  price: number | null
  picture: ProductImage | null
  /** Still to come, so it may be asked for. */
  is_ahead: boolean
  /** It has come; for PRICE also the price must have dropped. */
  is_here: boolean
  owner: { user_id: number | null; session_id: string | null } | null
}

const FOR_SALE = "p.status_code = 'LIVE' AND p.deleted_at IS NULL"
const ANY_LEFT = 'EXISTS (SELECT 1 FROM product_variations v WHERE v.product_id = p.id AND v.quantity_in_stock > 0)'

interface GoodsRow {
  id: number
  product_id: number
  slug: string
  name: string
  size: string
  colour: string | null
  for_sale: number
  left: number
  image: string | null
}

async function variants(ids: readonly number[]): Promise<Subject[]> {
  const rows = await select<GoodsRow>(
    `SELECT v.id, p.id AS product_id, p.slug, p.name, s.name AS size, c.name AS colour,
      ${FOR_SALE} AS for_sale, v.quantity_in_stock > 0 AS \`left\`, ${PICTURE_OF_CHOICE} AS image
    FROM product_variations v JOIN products p ON p.id = v.product_id JOIN sizes s ON s.code = v.size_code
      LEFT JOIN colours c ON c.code = v.colour_code WHERE v.id IN (:ids)`,
    { ids },
  )
  return rows.map(({ id, product_id, slug, name, size, colour, for_sale, left, image }) => ({
    id,
    name: [name, [size, colour].filter(Boolean).join(' ')].join(', '),
    path: productPath({ id: product_id, slug }),
    price: null,
    picture: picturesIn(image)[0] ?? null,
    is_ahead: for_sale === 1 && left === 0,
    is_here: for_sale === 1 && left === 1,
    owner: null,
  }))
}

async function products(ids: readonly number[]): Promise<Subject[]> {
  const rows = await select<Pick<GoodsRow, 'id' | 'slug' | 'name' | 'for_sale' | 'left' | 'image'> & { price: number }>(
    `SELECT p.id, p.slug, p.name, ${PRICE_FROM} AS price, ${FOR_SALE} AS for_sale, ${ANY_LEFT} AS \`left\`,
      ${PICTURE_OF_PRODUCT} AS image
    FROM products p WHERE p.id IN (:ids)`,
    { ids },
  )
  return rows.map(({ id, slug, name, price, for_sale, left, image }) => ({
    id,
    name,
    path: productPath({ id, slug }),
    price,
    picture: picturesIn(image)[0] ?? null,
    is_ahead: for_sale === 1,
    is_here: for_sale === 1 && left === 1,
    owner: null,
  }))
}

interface OrderRow {
  id: number
  status_code: string
  tracking_token: string | null
  user_id: number | null
  session_id: string | null
}

async function orders(ids: readonly number[]): Promise<Subject[]> {
  const rows = await select<OrderRow>(
    'SELECT id, status_code, tracking_token, user_id, session_id FROM orders WHERE id IN (:ids)',
    { ids },
  )
  return rows.map(({ id, status_code, tracking_token, user_id, session_id }) => ({
    id,
    name: `Order ${id}`,
    path: user_id === null && tracking_token ? `/orders/track/${tracking_token}` : `/account-area/orders/${id}/view`,
    price: null,
    picture: null,
    is_ahead: ['UNPAID', 'PROCESSING'].includes(status_code),
    is_here: status_code === 'READY_TO_SHIP',
    owner: { user_id, session_id },
  }))
}

const READ: Record<AlertKind, (ids: readonly number[]) => Promise<Subject[]>> = {
  STOCK: variants,
  PRICE: products,
  READY: orders,
}

/** The subjects that exist, by id. */
export async function readSubjects(kind: AlertKind, ids: readonly number[]): Promise<Map<number, Subject>> {
  return ids.length === 0 ? new Map() : new Map((await READ[kind](ids)).map(subject => [subject.id, subject]))
}

/** SQL joins that leave alerts `a` whose event has come. */
export const COME: Record<AlertKind, string> = {
  STOCK: `JOIN product_variations v ON v.id = a.subject_id AND v.quantity_in_stock > 0
    JOIN products p ON p.id = v.product_id AND ${FOR_SALE}`,
  PRICE: `JOIN products p ON p.id = a.subject_id AND ${FOR_SALE} AND ${PRICE_FROM} < a.price AND ${ANY_LEFT}`,
  READY: "JOIN orders o ON o.id = a.subject_id AND o.status_code = 'READY_TO_SHIP'",
}
