import type { Pool, ResultSetHeader, RowDataPacket } from 'mysql2/promise'

/** A guest's cart to order; `nth` makes unique values. */
export interface BareCart {
  nth: number
  session_id: string
}

const ORDER = `SELECT o.id, o.number, o.type_code, o.delivery_method_code, o.account_code, o.status_code, o.user_id,
  o.teller_id,
  o.subtotal, o.shipping_fee, o.discount, o.total, o.created_at, o.updated_at, o.till_code, o.tendered, o.reference,
  o.customer_name, o.customer_phone,
  o.occurred_at, DATE_FORMAT(o.business_date, '%Y-%m-%d') AS business_date,
  o.shipping_country_code, o.shipping_region_code, o.shipping_delivery_zone_code, o.shipping_address,
  o.shipping_additional_details,
  o.reserved_until, o.paid_at, o.completed_at, o.cancel_reason, o.staff_note, o.rider_name, o.rider_phone, o.rider_fee,
  o.tracking_token, k.code AS coupon_code,
  c.name AS customer_user_name, c.email AS customer_email, t.name AS teller_name, t.email AS teller_email
  FROM orders o LEFT JOIN users c ON c.id = o.user_id LEFT JOIN users t ON t.id = o.teller_id
  LEFT JOIN coupons k ON k.id = o.coupon_id WHERE o.id = ? AND o.session_id = ?`
const CART = `SELECT c.product_variation_id, c.quantity, p.category_id, p.retail_price, p.discount,
  p.status_code = 'LIVE' AND p.deleted_at IS NULL AS for_sale, CONCAT_WS(', ', p.name, s.name, k.name) AS name
  FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours k ON k.code = v.colour_code WHERE c.session_id = ?
  ORDER BY c.id`
const ITEMS = `SELECT i.id, i.quantity, i.price, i.product_variation_id, v.sku, s.id AS size_id, v.size_code,
  s.name AS size_name, v.colour_code, c.name AS colour_name, p.id AS product_id, p.name AS product_name, p.slug
  FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id JOIN products p ON p.id = v.product_id
  JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code WHERE i.order_id = ? ORDER BY i.id`

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

  await ask(
    `SELECT s.id, s.user_id, u.name, u.email, u.phone, u.role_code, u.status_code FROM sessions s
      LEFT JOIN users u ON u.id = s.user_id
    WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > NOW(3)`,
    [session_id],
  )
  await ask('SELECT fingerprint, status, body, reached FROM idempotency_keys WHERE scope = ?', [scope])
  await connection.beginTransaction()
  await ask('INSERT INTO idempotency_keys (scope, fingerprint, user_id) VALUES (?, ?, NULL)', [scope, 'f'.repeat(64)])
  await ask('SELECT id FROM sessions WHERE id = ? AND revoked_at IS NULL FOR UPDATE', [session_id])
  const goods = await ask(CART, [session_id])
  await ask(
    "SELECT id, coupon_id FROM orders WHERE session_id = ? AND type_code = 'WEBSITE' AND status_code = 'UNPAID' ORDER BY id DESC LIMIT 1 FOR UPDATE",
    [session_id],
  )
  await ask("SELECT name, value FROM settings WHERE name IN ('free_delivery_over', 'reservation_minutes')")
  const total = goods.reduce(
    (sum, { retail_price, discount, quantity }) => sum + quantity * (retail_price - discount),
    0,
  )
  const order_id = await insert(
    `INSERT INTO orders (subtotal, shipping_fee, discount, total, shipping_country_code, shipping_region_code,
      shipping_delivery_zone_code, coupon_id, delivery_method_code, customer_name, customer_phone,
    shipping_address, shipping_additional_details, user_id, session_id,
    type_code, status_code, business_date, tracking_token, reserved_until)
    VALUES (?, 0, 0, ?, NULL, NULL, NULL, NULL, 'self_pick_up', 'Yaa Darko', '+233244123456', ?, NULL, NULL, ?, 'WEBSITE',
    'UNPAID', UTC_DATE(), ?, NOW(3) + INTERVAL 30 MINUTE)`,
    [
      total,
      total,
      JSON.stringify({
        first_name: 'Yaa',
        last_name: 'Darko',
        email: 'yaa@mail.test',
        phone: '+233244123456',
        address: null,
      }),
      session_id,
      String(nth).padStart(32, 'b'),
    ],
  )
  await ask("INSERT INTO order_events (order_id, code, detail, user_id) VALUES (?, 'PLACED', '', NULL)", [order_id])
  const ids = goods.map(({ product_variation_id }) => product_variation_id as number)
  await ask(
    'SELECT id, product_id, on_hand, reserved FROM product_variations FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id FOR UPDATE',
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
  await ask(
    'SELECT id, order_id, reference, amount, email, status_code, reason, access_code, authorization_url FROM payment_attempts WHERE order_id = ? ORDER BY id DESC',
    [order_id],
  )
  const attempt_id = await insert('INSERT INTO payment_attempts (order_id, reference, amount, email) VALUES (?)', [
    [order_id, `bare-${order_id}`, Math.round(total * 100), `order-${order_id}@shop.test`],
  ])
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
