import type { Pool, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { PICTURE_OF_CHOICE } from '#api/catalogue/picture-of-choice.ts'
import { SELECT_ORDERS } from '#api/orders/order-rows.ts'

/** A guest's cart to order; `nth` makes unique values. */
export interface BareCart {
  nth: number
  session_id: string
}

const ORDER = `${SELECT_ORDERS} WHERE o.id = ? AND o.session_id = ?`
const CART = `SELECT c.product_variation_id, c.quantity, p.category_id, p.retail_price, p.discount,
  v.retail_price AS own_price, v.discount AS own_discount,
  p.status_code = 'LIVE' AND p.deleted_at IS NULL AS for_sale, CONCAT_WS(', ', p.name, s.name, k.name) AS name
  FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours k ON k.code = v.colour_code WHERE c.session_id = ?
  ORDER BY c.id`
const ITEMS = `SELECT i.id, i.quantity, i.price, i.product_variation_id, v.sku, s.id AS size_id, v.size_code,
  s.name AS size_name, v.colour_code, c.name AS colour_name, p.id AS product_id, p.name AS product_name, p.slug,
  ${PICTURE_OF_CHOICE} AS image
  FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code WHERE i.order_id = ? ORDER BY i.id`
const SESSION = `SELECT s.id, s.user_id, u.name, u.email, u.phone, u.role_code, u.status_code, s.second_factor_at,
  (SELECT g.value FROM settings g WHERE g.name = CONCAT('second_factor_', LOWER(u.role_code))) AS factor_policy,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)
    OR EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = u.id) AS has_factor
  FROM sessions s LEFT JOIN users u ON u.id = s.user_id
  WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > NOW(3)`
const unpaid = (whose: string) => `SELECT
  COALESCE(SUM((SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id)), 0) AS pieces,
  COALESCE(SUM(o.subtotal), 0) AS value FROM orders o
  WHERE ${whose} AND (o.status_code = 'UNPAID' OR o.due > 0) AND o.type_code = 'WEBSITE' AND o.id <> 0`
const UNPAID = `${unpaid('o.customer_phone = ?')}
  UNION ALL ${unpaid('o.id IN (SELECT order_id FROM order_addresses WHERE address = ?)')}`
/** A shopper's own phone and internet address. */
export const phoneOf = (nth: number): string => `+23324${4_000_000 + nth}`
export const addressOf = (nth: number): string => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
/** Two of the 256 gates at which orders of one phone and of one address queue. */
const gatesOf = (nth: number) => [(nth * 97) % 256, (nth * 61 + 13) % 256]

/**
 * The statements of POST /api/orders with an Idempotency-Key for a guest who picks up, and nothing else: no HTTP, no
 * checks, no provider.
 */
export async function orderBare(pool: Pool, { nth, session_id }: BareCart): Promise<void> {
  const connection = await pool.getConnection()
  const ask = async (sql: string, values: unknown[] = []) => (await connection.query<RowDataPacket[]>(sql, values))[0]
  const insert = async (sql: string, values: unknown[]) =>
    (await connection.query<ResultSetHeader>(sql, values))[0].insertId
  const scope = nth.toString(16).padStart(64, 'b')

  await ask(SESSION, [session_id])
  await ask('SELECT fingerprint, status, body, reached FROM idempotency_keys WHERE scope = ?', [scope])
  const key = nth.toString(36).padStart(43, 'b')
  await connection.beginTransaction()
  await ask(
    `INSERT INTO tries VALUES (?, 1, ?) ON DUPLICATE KEY UPDATE points = IF(expire <= ?, 1, points + 1),
      expire = IF(expire <= ?, ?, expire)`,
    [key, Date.now() + 60_000, Date.now(), Date.now(), Date.now() + 60_000],
  )
  await ask('SELECT points, expire FROM tries WHERE `key` = ?', [key])
  await connection.commit()
  await connection.beginTransaction()
  await ask('INSERT INTO idempotency_keys (scope, fingerprint, user_id) VALUES (?, ?, NULL)', [scope, 'f'.repeat(64)])
  await ask('SELECT id FROM sessions WHERE id = ? AND revoked_at IS NULL FOR UPDATE', [session_id])
  const goods = await ask(CART, [session_id])
  await ask(
    "SELECT id, coupon_id FROM orders WHERE session_id = ? AND type_code = 'WEBSITE' AND status_code = 'UNPAID' ORDER BY id DESC LIMIT 1 FOR UPDATE",
    [session_id],
  )
  await ask("SELECT name, value FROM settings WHERE name IN ('free_delivery_over', 'reservation_minutes')")
  await ask(
    "SELECT name, value FROM settings WHERE name IN ('unpaid_pieces_limit', 'unpaid_value_limit', 'unpaid_address_times')",
  )
  await ask('SELECT id FROM order_gates WHERE id IN (?) ORDER BY id FOR UPDATE', [gatesOf(nth)])
  await ask(UNPAID, [phoneOf(nth), addressOf(nth)])
  const total = goods.reduce(
    (sum, { retail_price, discount, quantity }) => sum + quantity * (retail_price - discount),
    0,
  )
  const order_id = await insert(
    `INSERT INTO orders (subtotal, shipping_fee, discount, total, shipping_country_code, shipping_region_code,
      shipping_delivery_zone_code, coupon_id, delivery_method_code, customer_name, customer_phone,
    shipping_address, shipping_additional_details, deposit, gift, user_id, session_id,
    type_code, status_code, business_date, tracking_token, reserved_until)
    VALUES (?, 0, 0, ?, NULL, NULL, NULL, NULL, 'self_pick_up', 'Yaa Darko', ?, ?, NULL, 0, 0, NULL, ?, 'WEBSITE',
    'UNPAID', UTC_DATE(), ?, NOW(3) + INTERVAL 30 MINUTE)`,
    [
      total,
      total,
      phoneOf(nth),
      JSON.stringify({
        first_name: 'Yaa',
        last_name: 'Darko',
        email: 'yaa@mail.test',
        phone: phoneOf(nth),
        address: null,
      }),
      session_id,
      String(nth).padStart(32, 'b'),
    ],
  )
  await ask("INSERT INTO order_events (order_id, code, detail, user_id) VALUES (?, 'PLACED', '', NULL)", [order_id])
  const ids = goods.map(({ product_variation_id }) => product_variation_id as number)
  await ask(
    'SELECT id, product_id, on_hand, reserved, retail_price, discount FROM product_variations FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id FOR UPDATE',
    [ids],
  )
  await ask('INSERT INTO stock_movements (product_variation_id, order_id, reason, quantity, user_id) VALUES ?', [
    goods.map(line => [line.product_variation_id, order_id, 'RESERVATION', -line.quantity, null]),
  ])
  await ask(
    `UPDATE product_variations FORCE INDEX (PRIMARY)
      SET reserved = reserved + CASE id ${goods.map(line => `WHEN ${line.product_variation_id} THEN ${line.quantity}`).join(' ')} END WHERE id IN (?)`,
    [ids],
  )
  await ask('INSERT INTO order_items (order_id, product_variation_id, quantity, price, discounted) VALUES ?', [
    goods.map(line => [order_id, line.product_variation_id, line.quantity, line.retail_price - line.discount, 1]),
  ])
  await ask('INSERT INTO order_addresses (order_id, address) VALUES (?, ?) ON DUPLICATE KEY UPDATE address = ?', [
    order_id,
    addressOf(nth),
    addressOf(nth),
  ])
  await ask(
    'SELECT id, order_id, reference, amount, email, status_code, reason, access_code, authorization_url, network, phone, step, ends_at, by_link FROM payment_attempts WHERE order_id = ? ORDER BY id DESC',
    [order_id],
  )
  const attempt_id = await insert(
    'INSERT INTO payment_attempts (order_id, reference, amount, email, network, phone, by_link) VALUES (?)',
    [[order_id, `bare-${order_id}`, Math.round(total * 100), `order-${order_id}@shop.test`, null, null, 0]],
  )
  await ask('UPDATE idempotency_keys SET reached = ? WHERE scope = ?', [String(order_id), scope])
  await connection.commit()
  await ask(
    `UPDATE payment_attempts SET opening_until = NOW(3) + INTERVAL 15 SECOND
    WHERE id = ? AND status_code = 'CREATED' AND access_code IS NULL
      AND (opening_until IS NULL OR opening_until < NOW(3))`,
    [attempt_id],
  )
  await ask(
    "UPDATE payment_attempts SET access_code = ?, authorization_url = ?, opening_until = NULL, status_code = IF(status_code = 'CREATED', 'OPENED', status_code) WHERE id = ?",
    ['bare', 'https://checkout.provider.test/bare', attempt_id],
  )
  const order = await ask(ORDER, [order_id, session_id])
  await ask(
    'SELECT e.code, e.detail, u.name AS `by`, e.created_at FROM order_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.order_id = ? ORDER BY e.id',
    [order_id],
  )
  const items = await ask(ITEMS, [order_id])
  await ask(
    `INSERT INTO idempotency_keys (scope, fingerprint, user_id, order_id, status, body) VALUES (?, ?, NULL, ?, 201, ?)
    ON DUPLICATE KEY UPDATE body = IF(status IS NULL, VALUES(body), body),
      order_id = IF(status IS NULL, VALUES(order_id), order_id), status = COALESCE(status, VALUES(status))`,
    [scope, 'f'.repeat(64), order_id, JSON.stringify({ order, items })],
  )
  connection.release()
}
