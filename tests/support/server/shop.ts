import { audit } from '#api/audit/audit.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { DEVICE } from '#tests/support/server/factories.ts'

const TABLES = [
  'review_pictures',
  'reviews',
  'product_imports',
  'jobs',
  'staff_changes',
  'mails',
  'pushes',
  'alerts',
  'alert_contacts',
  'wishlist_links',
  'newsletter_addresses',
  'cash_counts',
  'gift_refunds',
  'gift_purchases',
  'till_holds',
  'cash_moves',
  'drawer_openings',
  'order_tenders',
  'sale_voids',
  'shift_reports',
  'shift_closings',
  'shifts',
  'stored_value_holds',
  'stored_value_entries',
  'stored_values',
  'closed_periods',
  'reconciliations',
  'transactions',
  'payment_refunds',
  'refund_events',
  'refund_photos',
  'refund_items',
  'refunds',
  'fit_rows',
  'addresses',
  'sync_verdicts',
  'sync_quarantine',
  'idempotency_keys',
  'exceptions',
  'stock_movements',
  'stock_count_lines',
  'stock_counts',
  'stock_receipt_lines',
  'stock_receipts',
  'payments',
  'payment_attempts',
  'pay_links',
  'coupon_redemptions',
  'order_events',
  'order_items',
  'orders',
  'product_bulks',
  'product_slugs',
  'product_listings',
  'product_images',
  'product_variations',
  'products',
  'categories',
  'sizes',
  'colours',
  'coupons',
  'delivery_zones',
  'search_words',
  'vain_searches',
  'till_notes',
  'till_links',
  'till_grants',
  'till_keys',
  'tills',
  'sessions',
  'users',
]

/** Empties the shop and opens it with one till and two tellers: 7 sells, 8 is deactivated. */
export async function openShop() {
  const statements = [
    'UPDATE categories SET parent_id = NULL',
    'DELETE FROM refund_items ORDER BY id DESC', // an exchange's goods may be returned by a later item
    ...TABLES.map(table => `DELETE FROM ${table}`),
    "DELETE FROM accounts WHERE code LIKE 'TENDER_%'",
    "UPDATE accounts SET balance = 0, status_code = 'ACTIVE', at_till = kind IS NOT NULL",
    "UPDATE books SET open_period = DATE_FORMAT(UTC_DATE(), '%Y-%m')",
  ]
  // One request instead of fifty, because this runs before most API tests.
  await execute(`BEGIN NOT ATOMIC ${statements.join('; ')}; END`)
  await execute(
    "INSERT INTO users (id, name, email, password_hash, role_code, status_code) VALUES (7, 'Ama', 'ama@shop.test', '', 'MANAGER', 'ACTIVE'), (8, 'Kofi', 'kofi@shop.test', '', 'MANAGER', 'INACTIVE')",
  )
  await execute("INSERT INTO tills (id, code, name, device_id) VALUES (1, 'T1', 'Front', ?)", [DEVICE])
  await execute("INSERT INTO categories (id, name) VALUES (1, 'Jeans')")
  await execute("INSERT INTO sizes (code, name) VALUES ('UK10', 'UK 10')")
}

let goods = 0

/** A variation of a new product, at 10 cedis, with this stock. Returns its id. */
export async function aVariation(
  on_hand = 100,
  product: { retail_price?: number; discount?: number; status_code?: string } = {},
): Promise<number> {
  goods += 1
  const product_id = await insertRow('products', {
    slug: `jeans-${goods}`,
    name: `Jeans ${goods}`,
    description: '',
    features: '[]',
    category_id: 1,
    retail_price: 10,
    ...product,
  })
  const id = await insertRow('product_variations', {
    product_id,
    sku: `JEANS-${goods}`,
    barcode: `6030000${goods}`,
    size_code: 'UK10',
    on_hand,
  })
  if (on_hand) await insertRow('stock_movements', { product_variation_id: id, reason: 'RECEIPT', quantity: on_hand })
  return id
}

export const count = async (table: string, where = 'TRUE', values: unknown[] = []) =>
  (await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`, values))!.n

export const onHand = async (id: number) =>
  (await select<{ on_hand: number }>('SELECT on_hand FROM product_variations WHERE id = ?', [id]))[0]!.on_hand

/** The names of the broken rules. */
export const brokenRules = async () => (await audit()).map(({ rule }) => rule)

/** @throws with the broken rules */
export async function checkBooks(): Promise<void> {
  const broken = await brokenRules()
  if (broken.length > 0) throw new Error(`The books are wrong: ${broken.join(', ')}`)
}
