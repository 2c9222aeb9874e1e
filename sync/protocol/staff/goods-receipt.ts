export type GoodsReceiptStatus = 'DRAFT' | 'BOOKED'

/**
 * Goods of one kind that came in. `unit_cost` is cedis for one piece; null where it is not known, or not for who asks.
 */
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

/** A line is named by its variation, its barcode or its SKU. A cost that is not given stays as a draft has it. */
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

/** Lines as a file has them, and what is wrong with the others. */
export interface ReadGoods {
  lines: Omit<GoodsReceiptLine, 'id' | 'product_id'>[]
  errors: { line: number; message: string }[]
}
