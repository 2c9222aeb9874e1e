import { select } from '#api/db/database.ts'

/** Nobody's address until it is confirmed: anybody may have registered with it. */
const CONFIRMED = '(SELECT email FROM users WHERE id = :id AND unconfirmed_since IS NULL)'

/**
 * Where the shop holds a person's data, and which columns they may have: one query per subject. `:id` is the user's id.
 */
const HELD = {
  account: 'SELECT id, name, email, phone, role_code, status_code, created_at, updated_at FROM users WHERE id = :id',
  addresses: `SELECT first_name, last_name, phone, country_code, region_code, zone_code, address, digital_address,
    default_of IS NOT NULL AS is_default, created_at, updated_at
    FROM addresses WHERE user_id = :id ORDER BY id`,
  orders: `SELECT id, type_code, delivery_method_code, status_code, number, account_code, customer_name, customer_phone,
    subtotal, shipping_fee, discount, total,
    shipping_country_code, shipping_region_code, shipping_delivery_zone_code, shipping_address,
    shipping_additional_details, created_at, paid_at, completed_at FROM orders WHERE user_id = :id ORDER BY id`,
  order_items: `SELECT i.order_id, p.name AS product, v.sku, v.size_code, v.colour_code, i.quantity, i.price
    FROM order_items i JOIN orders o ON o.id = i.order_id JOIN product_variations v ON v.id = i.product_variation_id
    JOIN products p ON p.id = v.product_id WHERE o.user_id = :id ORDER BY i.id`,
  order_events:
    'SELECT e.order_id, e.code, e.detail, e.created_at FROM order_events e JOIN orders o ON o.id = e.order_id WHERE o.user_id = :id ORDER BY e.id',
  payments:
    'SELECT p.order_id, p.provider_transaction_id, p.amount / 100 AS amount, p.channel, p.paid_at FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.user_id = :id ORDER BY p.id',
  refunds: `SELECT r.id, r.order_id, r.action, r.reason, r.note, r.decision_note, r.status_code, r.amount, r.created_at,
    (SELECT GROUP_CONCAT(p.name) FROM refund_photos p WHERE p.refund_id = r.id) AS photos
    FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = :id ORDER BY r.id`,
  reviews: `SELECT r.order_id, p.name AS product, r.name, r.stars, r.fit, r.text, r.status_code, r.reason, r.reply,
    r.written_at, (SELECT GROUP_CONCAT(t.name) FROM review_pictures t WHERE t.review_id = r.id) AS pictures
    FROM reviews r JOIN orders o ON o.id = r.order_id JOIN products p ON p.id = r.product_id
    WHERE o.user_id = :id ORDER BY r.id`,
  wishlist:
    'SELECT p.id AS product_id, p.name AS product, w.created_at FROM wishlist_items w JOIN products p ON p.id = w.product_id WHERE w.user_id = :id ORDER BY w.id',
  wishlist_link: 'SELECT token, created_at FROM wishlist_links WHERE user_id = :id',
  cart: `SELECT p.name AS product, v.sku, c.quantity, c.price, c.created_at FROM cart_items c
    JOIN product_variations v ON v.id = c.product_variation_id
    JOIN products p ON p.id = v.product_id WHERE c.user_id = :id ORDER BY c.id`,
  alerts: `SELECT a.kind, a.subject_id, a.price, c.email, c.endpoint AS push_service, a.created_at, a.confirmed_at,
    a.told_at FROM alerts a JOIN alert_contacts c ON c.id = a.contact_id WHERE a.user_id = :id ORDER BY a.id`,
  gift_cards: `SELECT amount, status_code, send_on, sent_at, created_at, paid_at FROM gift_purchases
    WHERE buyer_email = ${CONFIRMED} ORDER BY id`,
  newsletter: `SELECT email, created_at, confirmed_at FROM newsletter_addresses WHERE email = ${CONFIRMED}`,
  sessions:
    'SELECT device_name, created_at, rotated_at AS used_at, expires_at, revoked_at AS ended_at FROM sessions WHERE user_id = :id ORDER BY created_at',
  passkeys: 'SELECT name, created_at, used_at FROM passkeys WHERE user_id = :id ORDER BY id',
  letters: `SELECT once_key AS about, created_at, due_at FROM mails WHERE recipient = ${CONFIRMED} ORDER BY id`,
} as const

/** Everything the shop holds about a person, by subject. Leaves out secrets such as the password hash. */
export async function readOwnData(id: number): Promise<Record<string, object[]>> {
  const held: Record<string, object[]> = {}
  for (const [subject, question] of Object.entries(HELD)) held[subject] = await select(question, { id })
  return held
}
