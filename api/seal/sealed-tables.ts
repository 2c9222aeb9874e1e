/** A table with sealed rows. SQL names its rows `t`. */
export interface SealedTable {
  code: string
  /** One row, in words. */
  named: string
  /**
   * Columns that never change once the row is sealed, not even by a migration. To seal other columns, add a table under
   * another code.
   */
  columns: readonly string[]
  /** Columns about a customer. They never change either, but erasing a person empties them. */
  personal: readonly string[]
  /** Columns that the shop does change. */
  unsealed: readonly string[]
  /** Whether a person of this row was erased. */
  erased: string
  /** The positions from which rows are sealed, ascending, and the `owner` that finds their rows. */
  places: string
  /** The table whose ids are those positions. */
  placedIn: string
  /** The column that holds the owner. */
  owner: string
}

const ROWS_OF = (table: string) =>
  `SELECT t.id AS place, t.id AS owner FROM ${table} t WHERE t.id > :after AND t.id < :before ORDER BY t.id`

/** An order may change until it is sold; then its first piece leaves the shelf. Its position is that movement's. */
const SOLD = `SELECT t.id AS place, t.order_id AS owner FROM stock_movements t
  WHERE t.id > :after AND t.id < :before AND t.reason = 'SALE' AND t.order_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM stock_movements e WHERE e.order_id = t.order_id AND e.reason = 'SALE' AND e.id < t.id)
  ORDER BY t.id`

const ERASED = "u.email LIKE 'erased-%@erased.invalid'"
const IS_ERASED = (user: string) => `EXISTS (SELECT 1 FROM users u WHERE u.id = ${user} AND ${ERASED})`

const plain = (code: string, named: string, columns: readonly string[]): SealedTable => ({
  code,
  named,
  columns,
  personal: [],
  unsealed: [],
  erased: 'FALSE',
  places: ROWS_OF(code),
  placedIn: code,
  owner: 'id',
})

/** In sealing order: movements before the orders at their position. */
export const SEALED_TABLES: readonly SealedTable[] = [
  plain('transactions', 'Entry', [
    'id',
    'account_code',
    'type_code',
    'order_id',
    'refund_id',
    'till_id',
    'user_id',
    'amount',
    'description',
    'business_date',
    'period',
    'created_at',
  ]),
  plain('stock_movements', 'Movement of stock', [
    'id',
    'product_variation_id',
    'order_id',
    'receipt_id',
    'count_id',
    'reason',
    'cause',
    'quantity',
    'user_id',
    'note',
    'created_at',
  ]),
  {
    code: 'orders',
    named: 'Order',
    places: SOLD,
    placedIn: 'stock_movements',
    owner: 'id',
    erased: IS_ERASED('t.user_id'),
    columns: [
      'id',
      'sale_id',
      'type_code',
      'delivery_method_code',
      'number',
      'till_code',
      'teller_id',
      'account_code',
      'coupon_id',
      'tendered',
      'reference',
      'subtotal',
      'shipping_fee',
      'discount',
      'total',
      'shipping_country_code',
      'shipping_region_code',
      'shipping_delivery_zone_code',
      'occurred_at',
      'received_at',
      'skew_ms',
      'business_date',
      'paid_at',
      'created_at',
    ],
    personal: ['customer_name', 'customer_phone', 'shipping_address', 'shipping_additional_details'],
    unsealed: [
      'status_code',
      'user_id',
      'session_id',
      'tracking_token',
      'refunded',
      'collected',
      'reserved_until',
      'completed_at',
      'cancelled_by',
      'cancel_reason',
      'staff_note',
      'rider_name',
      'rider_phone',
      'rider_fee',
      'updated_at',
    ],
  },
  {
    ...plain('order_items', 'Order line', [
      'id',
      'order_id',
      'product_variation_id',
      'quantity',
      'price',
      'discounted',
    ]),
    unsealed: ['refunded_quantity'],
    places: SOLD,
    placedIn: 'stock_movements',
    owner: 'order_id',
  },
  {
    ...plain('staff_changes', 'Entry in the log of changes', [
      'id',
      'user_id',
      'ip',
      'request_id',
      'subject',
      'subject_id',
      'action',
      'created_at',
    ]),
    personal: ['was', 'became'],
    erased: `(t.subject = 'user' AND ${IS_ERASED('t.subject_id')} OR t.subject = 'order'
      AND EXISTS (SELECT 1 FROM orders o JOIN users u ON u.id = o.user_id AND ${ERASED} WHERE o.id = t.subject_id))`,
  },
]
