/** A variation as it lies on the shelf. What can still be sold is `available` = `on_hand` − `reserved`. */
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
  /** So many, or fewer, are low: its own, or its product's, or the shop's. */
  reorder_level: number
  /** Its own level; null where it follows its product. */
  own_reorder_level: number | null
}

export const STOCK_LEVELS = ['LOW', 'ZERO', 'OVERSOLD'] as const
/**
 * LOW: at or below its reorder level, what is sold out among them. OVERSOLD: more is sold or promised than there is.
 */
export type StockLevel = (typeof STOCK_LEVELS)[number]

/** How a variation stands; null where nothing is to be said. */
export const levelOf = ({
  available,
  reorder_level,
}: Pick<StockRow, 'available' | 'reorder_level'>): StockLevel | null =>
  available < 0 ? 'OVERSOLD' : available === 0 ? 'ZERO' : available <= reorder_level ? 'LOW' : null

/** A variation as it is counted. `movement_id`: the latest that moved it, 0 where nothing has. */
export interface ShelfRow extends StockRow {
  movement_id: number
}

/** From how many on a product and some of its variations are low; null follows what stands above it. */
export interface ReorderLevels {
  reorder_level?: number | null
  variations?: { id: number; reorder_level: number | null }[]
}

/** All variations of a product, and from when on they are low. */
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
 * One change of stock, and what it left. RESERVATION and RELEASE change what is reserved, the others what is on hand.
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
  /** Whom the goods of the receipt came from. */
  supplier: string | null
  count_id: number | null
  count_name: string | null
  user: string | null
  note: string | null
  created_at: string
}

/**
 * A whole number for each variation, by 'sku_41' for variation 41: what lies on the shelf, or the latest movement that
 * was read.
 */
export type BySku = Record<`sku_${number}`, number>
