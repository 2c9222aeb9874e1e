export type StockCountStatus = 'OPEN' | 'CHECKED' | 'CLOSED' | 'CANCELLED'

/** A stock count. `again`: how many variations differ from the books and need a second count. */
export interface StockCount {
  id: number
  name: string
  category: string | null
  status_code: StockCountStatus
  /** Variations in all, and counted. */
  lines: number
  counted_lines: number
  again: number
  /** Pieces counted. */
  pieces: number
  /** Pieces put back into the books after closing, for sales made at a till before and sent after. */
  put_right: number
  user: string | null
  closed_by: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
}

/** One variation of a count. The book quantity is shown only once nothing needs a second count. */
export interface StockCountLine {
  id: number
  product_variation_id: number
  item: string
  sku: string
  barcode: string | null
  /** Null until somebody counts it. */
  counted: number | null
  /** Who scanned it last, and when; null before that. */
  counted_by: string | null
  counted_at: string | null
  again: boolean
  /** The book quantity when it was counted, and the change that closing makes or made. */
  book: number | null
  difference: number | null
  /** The part of it added after closing. */
  put_right: number
}

/** The scope of a count: a category with all below it, products, or everything. */
export interface StockCountInput {
  name: string
  category_id?: number | null
  product_ids?: number[]
}

export const COUNT_LINES = ['COUNTED', 'UNCOUNTED', 'AGAIN', 'DIFFERENT'] as const
export type CountLines = (typeof COUNT_LINES)[number]
