import type { StockCountStatus } from '#sync/protocol/staff/stock-count.ts'
import type { AdjustmentCause, MovementReason, StockLevel } from '#sync/protocol/staff/stock.ts'

export const LEVEL_WORDS: Record<StockLevel, string> = { LOW: 'Low', ZERO: 'Sold out', OVERSOLD: 'Oversold' }

export const REASON_WORDS: Record<MovementReason, string> = {
  SALE: 'Sold',
  RETURN: 'Brought back',
  RESERVATION: 'Reserved',
  RELEASE: 'Released',
  COUNT: 'Counted',
  RECEIPT: 'Received',
  ADJUSTMENT: 'Adjusted',
  EXCHANGE: 'Exchanged',
  DAMAGED: 'Damaged',
}

export const CAUSE_WORDS: Record<AdjustmentCause, string> = {
  DAMAGED: 'Damaged',
  LOST: 'Lost',
  FOUND: 'Found',
  OWN_USE: 'For our own use',
  OTHER: 'Another reason',
}

export const COUNT_STATUS_WORDS: Record<StockCountStatus, string> = {
  OPEN: 'Counting',
  CHECKED: 'Checked',
  CLOSED: 'In the book',
  CANCELLED: 'Cancelled',
}
