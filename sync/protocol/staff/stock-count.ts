export type StockCountStatus = 'OPEN' | 'CHECKED' | 'CLOSED' | 'CANCELLED'

/** A count of the shelf. `again`: how many kinds of goods differ from the book and are to be counted once more. */
export interface StockCount {
  id: number
  name: string
  category: string | null
  status_code: StockCountStatus
  /** Kinds of goods: all, and those counted. */
  lines: number
  counted_lines: number
  again: number
  /** Pieces counted. */
  pieces: number
  /** Pieces put back into the book since it was closed, for sales that a till had made before and sent after. */
  put_right: number
  user: string | null
  closed_by: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
}

/** One kind of goods of a count. What the book says is told only once nothing is left to count again. */
export interface StockCountLine {
  id: number
  product_variation_id: number
  item: string
  sku: string
  barcode: string | null
  /** Null until somebody counts it. */
  counted: number | null
  /** Who scanned it last, and when; null until somebody does. */
  counted_by: string | null
  counted_at: string | null
  again: boolean
  /** What the book had while it was counted, and what closing changes, or changed. */
  book: number | null
  difference: number | null
  /** How much of that was added since closing. */
  put_right: number
}

/** What a count is of: a category with all below it, products, or everything. */
export interface StockCountInput {
  name: string
  category_id?: number | null
  product_ids?: number[]
}

export const COUNT_LINES = ['COUNTED', 'UNCOUNTED', 'AGAIN', 'DIFFERENT'] as const
export type CountLines = (typeof COUNT_LINES)[number]
