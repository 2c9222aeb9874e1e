import { sumCedis } from '../money.ts'
import { percentOf } from '../pricing.ts'

/**
 * What is done to many products at once. Amounts in cedis; a price moves by its value, which may be negative, a
 * discount becomes it.
 */
export type BulkChange =
  | { kind: 'price'; by: 'amount' | 'percent'; value: number }
  | { kind: 'discount'; by: 'amount' | 'percent'; value: number }
  | { kind: 'status'; status_code: 'LIVE' | 'INACTIVE' }
  | { kind: 'category'; category_id: number }

/** A product, as it was read. */
export interface BulkTarget {
  id: number
  updated_at?: string
}

/** The columns that a bulk change touches. */
export interface BulkColumns {
  category_id: number
  retail_price: number
  discount: number
  status_code: 'LIVE' | 'INACTIVE'
}

/** `problem`: why this product cannot be changed so. Where both sides are alike, nothing is to be done. */
export interface BulkRow {
  id: number
  name: string
  updated_at: string
  was: BulkColumns
  became: BulkColumns
  problem: string | null
}

/** `id`: by which it can be taken back until `undo_until`; null for a preview, and where nothing was to be done. */
export interface BulkOutcome {
  id: number | null
  undo_until: string | null
  rows: BulkRow[]
}

/** The most products of one bulk change: so many rows are one commit. */
export const MOST_IN_BULK = 500
/** For so long, in ms, a bulk change can be taken back. */
export const UNDO_MS = 60_000

/** What a product becomes, to the pesewa, half up. It may be what cannot be, such as a price below zero. */
export function afterBulk(row: BulkColumns, change: BulkChange): BulkColumns {
  if (change.kind === 'status') return { ...row, status_code: change.status_code }
  if (change.kind === 'category') return { ...row, category_id: change.category_id }
  const amount = change.by === 'amount' ? change.value : percentOf(row.retail_price, change.value)
  return change.kind === 'price'
    ? { ...row, retail_price: sumCedis([row.retail_price, amount]) }
    : { ...row, discount: amount }
}
