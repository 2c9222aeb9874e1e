/** A table with sealed rows. SQL names its rows `t`. */
export interface SealedTable {
  code: string
  /** The table that holds the rows. */
  table: string
  /** One row, in words. */
  named: string
  /**
   * Columns that never change once the row is sealed, not even by a migration. To seal other columns, add a table under
   * another code.
   */
  columns: readonly string[]
  /** Columns about a customer. They never change either, but erasing a person empties them, which `seal_notes` says. */
  personal: readonly string[]
  /** Columns that the shop does change. */
  unsealed: readonly string[]
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

/** Whose the sold orders are. A guest's order may become a user's once, which `seal_notes` says. */
export const ORDER_OWNERS = 'order_owners'

const plain = (code: string, named: string, columns: readonly string[]): SealedTable => ({
  code,
  table: code,
  named,
  columns,
  personal: [],
  unsealed: [],
  places: ROWS_OF(code),
  placedIn: code,
  owner: 'id',
})

/** What each row that a till told of holds. */
const TOLD = [
  'id',
  'mutation_id',
  'shop_id',
  'device_id',
  'seq',
  'till_code',
  'teller_id',
  'occurred_at',
  'created_at',
] as const

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
  plain('stored_value_entries', 'Entry of a gift card', [
    'id',
    'stored_value_id',
    'reason',
    'amount',
    'order_id',
    'refund_id',
    'user_id',
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
    table: 'orders',
    named: 'Order',
    places: SOLD,
    placedIn: 'stock_movements',
    owner: 'id',
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
      'reference_key',
      'due',
      'deposit',
      'gift',
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
  plain('shifts', 'Shift', [...TOLD, 'float_pieces', 'float_amount']),
  plain('shift_closings', 'End of a shift', [
    ...TOLD,
    'shift_mutation_id',
    'counted_pieces',
    'tenders',
    'note',
    'stated_at',
  ]),
  plain('shift_reports', 'Report of a shift', [
    'id',
    'shift_id',
    'closing_id',
    'revision',
    'expected',
    'counted',
    'figures',
    'created_at',
  ]),
  plain('cash_moves', 'Cash paid in or out', [
    ...TOLD,
    'shift_mutation_id',
    'reason',
    'note',
    'amount',
    'transaction_id',
    'other_transaction_id',
  ]),
  plain('drawer_openings', 'Opening of a drawer', [...TOLD, 'shift_mutation_id', 'reason', 'note']),
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
    ...plain('order_tenders', 'Part of a payment', [
      'id',
      'shop_id',
      'order_id',
      'place',
      'account_code',
      'amount',
      'tendered',
      'reference',
      'created_at',
    ]),
    unsealed: ['reference_key'],
  },
  { ...plain(ORDER_OWNERS, 'Order', ['id', 'user_id']), table: 'orders', places: SOLD, placedIn: 'stock_movements' },
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
  },
]
