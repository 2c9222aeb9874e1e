import { sumCedis } from '../money.ts'
import { percentOf, type OwnPrice } from '../pricing.ts'

/**
 * A change of many products. Amounts in cedis: a price changes by its value, which may be negative; a discount is set
 * to it.
 */
export type BulkChange =
  | { kind: 'price'; by: 'amount' | 'percent'; value: number }
  | { kind: 'discount'; by: 'amount' | 'percent'; value: number }
  | { kind: 'status'; status_code: 'LIVE' | 'INACTIVE' }
  | { kind: 'category'; category_id: number }

export interface BulkTarget {
  id: number
  updated_at?: string
}

/** The columns that a bulk change affects. */
export interface BulkColumns {
  category_id: number
  retail_price: number
  discount: number
  status_code: 'LIVE' | 'INACTIVE'
}

/**
 * `variants`: how many variants with a price or discount of their own change as well. `problem`: why this product cannot
 * change. If both sides are equal and no variant changes, there is nothing to do.
 */
export interface BulkRow {
  id: number
  name: string
  updated_at: string
  was: BulkColumns
  became: BulkColumns
  variants: number
  problem: string | null
}

/** `id`: for the undo, possible until `undo_until`; null for a preview, or if nothing changed. */
export interface BulkOutcome {
  id: number | null
  undo_until: string | null
  rows: BulkRow[]
}

/** The most products of one bulk change, because all rows are one commit. */
export const MOST_IN_BULK = 500
/** How long a bulk change can be undone, in ms. */
export const UNDO_MS = 60_000

/** The product after the change, rounded half up to the pesewa. May be invalid, such as a price below zero. */
export function afterBulk(row: BulkColumns, change: BulkChange): BulkColumns {
  if (change.kind === 'status') return { ...row, status_code: change.status_code }
  if (change.kind === 'category') return { ...row, category_id: change.category_id }
  const amount = change.by === 'amount' ? change.value : percentOf(row.retail_price, change.value)
  return change.kind === 'price'
    ? { ...row, retail_price: sumCedis([row.retail_price, amount]) }
    : { ...row, discount: amount }
}

/**
 * A variation's own price and discount after the change. With a discount in cedis, or none, it takes the product's
 * again, so that a later one reaches it too.
 */
export function ownAfterBulk({ retail_price = null, discount = null }: OwnPrice, change: BulkChange) {
  if (change.kind === 'status' || change.kind === 'category') return { retail_price, discount }
  const percent = retail_price === null ? null : percentOf(retail_price, change.value)
  if (change.kind === 'discount')
    return { retail_price, discount: change.by === 'percent' && change.value > 0 ? percent : null }
  const amount = change.by === 'amount' ? change.value : percent
  return { retail_price: retail_price === null ? null : sumCedis([retail_price, amount ?? 0]), discount }
}
