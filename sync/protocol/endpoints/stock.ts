import type { StaffProduct } from '../shop/catalogue.ts'
import type { FileReply } from '../file-reply.ts'
import type {
  GoodsReceipt,
  GoodsReceiptInput,
  GoodsReceiptStatus,
  GoodsReceiptSummary,
  ReadGoods,
} from '../staff/goods-receipt.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { BrokenRun, DeadStock, GoodsCost } from '../staff/stock-report.ts'
import type { CountLines, StockCount, StockCountInput, StockCountLine, StockCountStatus } from '../staff/stock-count.ts'
import type {
  AdjustmentCause,
  BySku,
  MovementReason,
  ProductStock,
  ReorderLevels,
  StockLevel,
  StockMovement,
  StockRow,
} from '../staff/stock.ts'

/** `category_id` includes all categories below it; `own_category_id` only that category. */
interface StockFilters {
  search?: string
  category_id?: number
  own_category_id?: number
  size_code?: string
  level?: StockLevel
}

/** `search` finds words of the product. */
interface ReportFilters {
  search?: string
  category_id?: number
}
/** `search` finds the supplier or words of the note. */
interface ReceiptFilters {
  status_code?: GoodsReceiptStatus
  search?: string
}
/**
 * `search` finds words of the note, and the movement's source: 'Order T1-000012', 'Receipt 7, Makola', 'Count 3,
 * Window'. Days are UTC, inclusive.
 */
export interface MovementFilters {
  search?: string
  reason?: MovementReason
  user_id?: number
  start_date?: string
  end_date?: string
}
interface CountLineFilters {
  search?: string
  show?: CountLines
}
interface CountFilters {
  status_code?: StockCountStatus
  search?: string
}

export const STOCK_ORDERS = ['name', 'sku', 'on_hand', 'reserved', 'available'] as const
export const MOVEMENT_ORDERS = ['id', 'reason', 'quantity', 'on_hand_after', 'reserved_after', 'user'] as const
export const RECEIPT_ORDERS = ['id', 'supplier', 'pieces'] as const
export const COUNT_ORDERS = ['id', 'name', 'status_code'] as const
export const COUNT_LINE_ORDERS = ['item', 'sku', 'counted', 'counted_at', 'difference'] as const
export const BROKEN_RUN_ORDERS = ['name', 'pieces'] as const
export const DEAD_STOCK_ORDERS = ['name', 'category', 'pieces', 'value', 'last_sold_at', 'last_received_at'] as const

export interface StockEndpoints {
  'GET /api/staff/stock': {
    query: PageQuery & StockFilters & Sorted<(typeof STOCK_ORDERS)[number]>
    reply: { stock: Page<StockRow> }
  }
  'GET /api/staff/stock/csv': { query: StockFilters; reply: FileReply }
  'GET /api/staff/products/:id/stock': { reply: { stock: ProductStock } }
  /**
   * Reorder levels of the product and its variations. A variation's null follows the product's level, whose null
   * follows the shop's. `as_read`: the levels as the screen showed them.
   */
  'PATCH /api/staff/products/:id/stock': {
    body: ReorderLevels & { as_read?: ReorderLevels }
    reply: { message: string; stock: ProductStock }
  }
  /**
   * Sets the stock on hand. `as_read`: the `movement_id` that the screen showed when it was counted; 409 with `stock`
   * for the variations that were counted, received or adjusted since.
   */
  'PATCH /api/staff/products/:id/variations': {
    body: BySku & { as_read?: BySku }
    reply: { message: string; product: StaffProduct }
  }
  /** `cost` needs management clearance. */
  'GET /api/staff/variations/:id/movements': {
    query: PageQuery & MovementFilters & Sorted<(typeof MOVEMENT_ORDERS)[number]>
    reply: { variation: StockRow; cost: GoodsCost | null; movements: Page<StockMovement> }
  }
  'GET /api/staff/variations/:id/movements/csv': { query: MovementFilters; reply: FileReply }
  'POST /api/staff/stock/adjustments': {
    body: { variation_id: number; quantity: number; cause: AdjustmentCause; note?: string | null }
    reply: { message: string; variation: StockRow }
  }
  /** Variations with this barcode or SKU; more than one if a barcode was given twice. */
  'GET /api/staff/stock/scan': { query: { code: string }; reply: { variations: StockRow[] } }
  'GET /api/staff/stock/receipts': {
    query: PageQuery & ReceiptFilters & Sorted<(typeof RECEIPT_ORDERS)[number]>
    reply: { receipts: Page<GoodsReceiptSummary> }
  }
  'GET /api/staff/stock/receipts/csv': { query: ReceiptFilters; reply: FileReply }
  'POST /api/staff/stock/receipts': { body: GoodsReceiptInput; reply: { message: string; receipt: GoodsReceipt } }
  /** Reads the text of a CSV file with SKU or barcode, quantity and cost; stores nothing. */
  'POST /api/staff/stock/receipts/lines': { body: { csv: string }; reply: ReadGoods }
  'GET /api/staff/stock/receipts/:id': { reply: { receipt: GoodsReceipt } }
  'PATCH /api/staff/stock/receipts/:id': {
    body: Partial<GoodsReceiptInput> & { updated_at?: string }
    reply: { message: string; receipt: GoodsReceipt }
  }
  'DELETE /api/staff/stock/receipts/:id': { reply: { message: string } }
  'POST /api/staff/stock/receipts/:id/book': { reply: { message: string; receipt: GoodsReceipt } }
  'GET /api/staff/stock/counts': {
    query: PageQuery & CountFilters & Sorted<(typeof COUNT_ORDERS)[number]>
    reply: { counts: Page<StockCount> }
  }
  'GET /api/staff/stock/counts/csv': { query: CountFilters; reply: FileReply }
  'POST /api/staff/stock/counts': { body: StockCountInput; reply: { message: string; count: StockCount } }
  'GET /api/staff/stock/counts/:id': {
    query: PageQuery & CountLineFilters & Sorted<(typeof COUNT_LINE_ORDERS)[number]>
    reply: { count: StockCount; lines: Page<StockCountLine> }
  }
  'GET /api/staff/stock/counts/:id/lines/csv': { query: CountLineFilters; reply: FileReply }
  /** Adds pieces to the counted quantity, by barcode, SKU or variation; the total never falls below zero. */
  'POST /api/staff/stock/counts/:id/scans': {
    body: { code?: string; variation_id?: number; quantity?: number }
    reply: { message: string; line: StockCountLine }
  }
  /** CHECKED asks for a second count of what differs, and holds once nothing does; CLOSED books the differences. */
  'PATCH /api/staff/stock/counts/:id': {
    body: { status_code: StockCountStatus; uncounted_are_gone?: boolean }
    reply: { message: string; count: StockCount }
  }
  /** Products with a size sold out between sizes that are in stock. */
  'GET /api/staff/stock/broken-runs': {
    query: PageQuery & ReportFilters & Sorted<(typeof BROKEN_RUN_ORDERS)[number]>
    reply: { broken_runs: Page<BrokenRun> }
  }
  'GET /api/staff/stock/broken-runs/csv': { query: ReportFilters; reply: FileReply }
  /** Goods on hand that were neither sold nor received for a number of days, the highest value first. */
  'GET /api/staff/stock/dead': {
    query: PageQuery & { days?: number } & ReportFilters & Sorted<(typeof DEAD_STOCK_ORDERS)[number]>
    reply: { dead_stock: Page<DeadStock>; worth: number }
  }
  'GET /api/staff/stock/dead/csv': { query: { days?: number } & ReportFilters; reply: FileReply }
}
