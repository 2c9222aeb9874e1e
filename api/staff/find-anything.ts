import { soughtPhone } from '#api/auth/sought-phone.ts'
import { PICTURE_LINK } from '#api/catalogue/describe-products.ts'
import { wordsFor } from '#api/words/search-words.ts'
import { select } from '#api/db/database.ts'
import { beginningWith } from '#api/lists/like.ts'
import { EXACT_FIRST, searchedIds } from '#api/orders/search-orders.ts'
import type { FoundOrder, FoundPerson, FoundProduct } from '#sync/protocol/staff/desk.ts'
import { readingsOf } from '#sync/protocol/ean.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'

const MOST = 6
/** How many rows to read per kind of match; to narrow it, type more. */
const MOST_LOOKED_AT = 50
const NOTHING = '\u0000'

/**
 * Products by words of their name, SKU or barcode; orders as their list finds them; customers by name, phone or email,
 * for those who may see them. Codes, phones and emails match by their beginning, order numbers also by their end. One
 * indexed statement each.
 */
export async function findAnything(text: string, maySeePeople: boolean): Promise<ReplyOf<'GET /api/staff/search'>> {
  const sought = soughtFrom(text)
  const named = searchedIds(text)
  const [products, orders, customers] = await Promise.all([
    select<FoundProduct>(PRODUCTS, sought),
    named
      ? select<Omit<FoundOrder, 'ordered_at'> & { ordered_at: Date }>(ordersOf(named.sql), {
          ...named.values,
          most: MOST,
        })
      : [],
    maySeePeople ? select<FoundPerson>(CUSTOMERS, sought) : [],
  ])
  return { products, orders: orders.map(order => ({ ...order, ordered_at: order.ordered_at.toJSON() })), customers }
}

/** The forms a text may stand for; impossible ones match nothing. */
function soughtFrom(text: string) {
  const phone = soughtPhone(text)
  const isCode = !/\s/.test(text)
  const names = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 2)
  return {
    words: wordsFor(text),
    beginning: isCode ? beginningWith(text) : NOTHING,
    readings: isCode ? readingsOf(text) : [NOTHING],
    email: isCode && text.length > 2 ? beginningWith(text) : NOTHING,
    phone: phone ? beginningWith(`+${phone}`) : NOTHING,
    names: names.length > 0 ? names.map(word => `+${word}*`).join(' ') : '+nothing',
    most: MOST,
    looked: MOST_LOOKED_AT,
  }
}

const PRODUCTS = `SELECT p.id, p.name, p.status_code,
    (SELECT v.sku FROM product_variations v WHERE v.product_id = p.id
      AND (v.sku LIKE :beginning OR v.barcode LIKE :beginning OR v.barcode IN (:readings)) ORDER BY v.id
      LIMIT 1) AS sku,
    (SELECT ${PICTURE_LINK} FROM product_images i WHERE i.product_id = p.id AND i.name IS NOT NULL
      ORDER BY i.position, i.id LIMIT 1) AS picture
  FROM (
    (SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (:words IN BOOLEAN MODE) LIMIT :looked)
    UNION (SELECT product_id FROM product_variations WHERE sku LIKE :beginning LIMIT :looked)
    UNION (SELECT product_id FROM product_variations WHERE barcode LIKE :beginning OR barcode IN (:readings)
      LIMIT :looked)
  ) found JOIN products p ON p.id = found.product_id
  WHERE p.deleted_at IS NULL ORDER BY sku IS NULL, p.status_code = 'LIVE' DESC, p.id DESC LIMIT :most`

const ordersOf = (
  found: string,
) => `SELECT o.id, COALESCE(o.number, CAST(o.id AS CHAR)) AS number, o.status_code, o.total, o.ordered_at,
    COALESCE(o.customer_name, u.name, IF(o.type_code = 'STORE', '${WALK_IN}', 'Guest')) AS customer
  FROM (${found}) found JOIN orders o ON o.id = found.id LEFT JOIN users u ON u.id = o.user_id
  ORDER BY ${EXACT_FIRST}, o.id DESC LIMIT :most`

const CUSTOMERS = `SELECT u.id, u.name, u.email, u.phone
  FROM (
    (SELECT id FROM users WHERE email LIKE LOWER(:email) LIMIT :looked)
    UNION (SELECT id FROM users WHERE phone LIKE :phone LIMIT :looked)
    UNION (SELECT id FROM users WHERE MATCH (name) AGAINST (:names IN BOOLEAN MODE) LIMIT :looked)
  ) found JOIN users u ON u.id = found.id
  WHERE u.role_code = 'CUSTOMER' ORDER BY u.name, u.id LIMIT :most`
