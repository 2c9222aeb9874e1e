import type { FormatCode } from '#sync/protocol/staff/import-report.ts'

/** Part of a file that could not be imported. `slug` names the product if known. */
export interface Mistake {
  line: number
  message: string
  slug: string | null
  /** Set for goods of a kind that the shop does not sell. */
  leftOut?: { type: string; name: string }
}

/**
 * One of a variation's options as written: a size, a colour, or anything else customers of the other shop could choose.
 */
export interface Option {
  name: string
  value: string
  code: string
  /** The file has no column for it. */
  lacks?: 'name' | 'value'
}

/**
 * One row of a product file, independent of format. All members are trimmed text; '' if the row leaves one out. What
 * the file has no column for stays as it is in the shop.
 */
export interface Row {
  /** The first line of the row in the file, from 1. */
  line: number
  /** Links the rows of a product. */
  slug: string
  name: string
  description: string
  category: string
  /** The names of the parent categories, the outermost first. */
  above: string[]
  features: string[]
  status_code: string
  created_at: string
  /** The price without discount; if `sale` is given, the higher of the two. Null: the file has no column for it. */
  regular: string | null
  /** What the customer pays; null likewise. */
  sale: string | null
  discount: string | null
  /** On its product's first row, the three above are the product's own, whatever the variation there costs. */
  isProductPrice: boolean
  /** The variation's own price and discount, and its weight in grams. */
  own_price: string
  own_discount: string
  weight: string
  /** False: the row only adds pictures to its product. */
  isVariation: boolean
  options: Option[]
  sku: string
  barcode: string
  quantity: string
  /** In stock, but the file does not say how many. */
  isUncounted?: boolean
  /** `colour_code` as written; null: of all colours; missing: the file says nothing. */
  pictures: { source: string; alt: string; colour_code?: string | null }[]
  /** The address of the picture that shows this variation. */
  picture?: string
  /** What the file tells only a part of, because it lacks a column. */
  inPart?: readonly ('description' | 'category' | 'status_code')[]
}

/** Whether the file has a column, in any case. */
export type Has = (column: string) => boolean

/** Reads a cell of the current record by its column name, in any case; '' if missing. */
export type Cell = (column: string) => string

/**
 * Turns a file's records into rows, in order. A record may wait for another one; `end` returns records still waiting.
 */
export interface RowReader {
  read: (cell: Cell, line: number) => (Row | Mistake)[]
  end: () => (Row | Mistake)[]
}

/** Another program's product file: a named mapping from its columns to rows. Columns are in lower case. */
export interface Format {
  code: FormatCode
  name: string
  /** Columns that identify the format. */
  needs: readonly string[]
  /** Whether this format reads a column. */
  reads: (column: string) => boolean
  open: (has: Has) => RowReader
}

/** For formats with one row per record. */
export const rowByRow = (read: (cell: Cell) => Omit<Row, 'line'>): RowReader => ({
  read: (cell, line) => [{ line, ...read(cell) }],
  end: () => [],
})

/** One of a row's options, from the columns of its name and its value. */
export const optionOf = (cell: Cell, has: Has, { name, value }: { name: string; value: string }): Option => ({
  name: cell(name),
  value: cell(value),
  code: '',
  ...(has(name) !== has(value) && { lacks: has(name) ? 'value' : 'name' }),
})
