/** The stock of a variation. `available` = `on_hand` − `reserved` can still be sold. */
export interface StockRow {
  id: number
  product_id: number
  name: string
  sku: string
  barcode: string | null
  size_code: string
  size: string
  colour_code: string | null
  colour: string | null
  on_hand: number
  reserved: number
  available: number
  /** Low at or below this: its own level, or its product's, or the shop's. */
  reorder_level: number
  /** Its own level; null if it follows its product. */
  own_reorder_level: number | null
}

export const STOCK_LEVELS = ['LOW', 'ZERO', 'OVERSOLD'] as const
/** LOW: at or below its reorder level, including sold out. OVERSOLD: more is sold or reserved than is on hand. */
export type StockLevel = (typeof STOCK_LEVELS)[number]

/** The stock level of a variation; null if it is normal. */
export const levelOf = ({
  available,
  reorder_level,
}: Pick<StockRow, 'available' | 'reorder_level'>): StockLevel | null =>
  available < 0 ? 'OVERSOLD' : available === 0 ? 'ZERO' : available <= reorder_level ? 'LOW' : null

/** A variation in a count. `movement_id`: its latest movement, 0 if it has none. */
export interface ShelfRow extends StockRow {
  movement_id: number
}

/** The reorder level of a product and of some variations; null follows the level above. */
export interface ReorderLevels {
  reorder_level?: number | null
  variations?: { id: number; reorder_level: number | null }[]
}

/** All variations of a product with their reorder levels. */
export interface ProductStock {
  product_id: number
  name: string
  reorder_level: number | null
  shop_reorder_level: number
  variations: ShelfRow[]
}

export const MOVEMENT_REASONS = [
  'SALE',
  'RETURN',
  'RESERVATION',
  'RELEASE',
  'COUNT',
  'RECEIPT',
  'ADJUSTMENT',
  'EXCHANGE',
  'DAMAGED',
] as const
export type MovementReason = (typeof MOVEMENT_REASONS)[number]

export const ADJUSTMENT_CAUSES = ['DAMAGED', 'LOST', 'FOUND', 'OWN_USE', 'OTHER'] as const
export type AdjustmentCause = (typeof ADJUSTMENT_CAUSES)[number]

/**
 * One stock movement, and the stock it left. RESERVATION and RELEASE change what is reserved, the others what is on
 * hand.
 */
export interface StockMovement {
  id: number
  reason: MovementReason
  cause: AdjustmentCause | null
  quantity: number
  on_hand_after: number
  reserved_after: number
  order_id: number | null
  /** The order's number. */
  number: string | null
  receipt_id: number | null
  /** The supplier of the goods receipt. */
  supplier: string | null
  count_id: number | null
  count_name: string | null
  user: string | null
  note: string | null
  created_at: string
}

/** A whole number for each variation, by 'sku_41' for variation 41: the stock on hand, or the latest movement read. */
export type BySku = Record<`sku_${number}`, number>
