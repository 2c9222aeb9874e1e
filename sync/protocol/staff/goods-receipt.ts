export type GoodsReceiptStatus = 'DRAFT' | 'BOOKED'

/** One variation of a goods receipt. `unit_cost` is cedis for one piece; null if unknown, or hidden from this user. */
export interface GoodsReceiptLine {
  id: number
  product_id: number
  product_variation_id: number
  item: string
  sku: string
  barcode: string | null
  quantity: number
  unit_cost: number | null
}

export interface GoodsReceiptSummary {
  id: number
  status_code: GoodsReceiptStatus
  supplier: string | null
  note: string | null
  pieces: number
  user: string | null
  booked_by: string | null
  booked_at: string | null
  created_at: string
  updated_at: string
}

export interface GoodsReceipt extends GoodsReceiptSummary {
  lines: GoodsReceiptLine[]
}

/** Names the variation by id, barcode or SKU. Without a cost, the draft's cost stays. */
export interface GoodsReceiptLineInput {
  variation_id?: number
  barcode?: string
  sku?: string
  quantity: number
  unit_cost?: number | null
}

export interface GoodsReceiptInput {
  supplier?: string | null
  note?: string | null
  lines: GoodsReceiptLineInput[]
}

/** The lines read from a file, and what is wrong with the others. */
export interface ReadGoods {
  lines: Omit<GoodsReceiptLine, 'id' | 'product_id'>[]
  errors: { line: number; message: string }[]
}
