import type { FormatCode } from '#sync/protocol/staff/import-report.ts'

/** Something in a file that could not go in. `slug` names the product where it is known. */
export interface Mistake {
  line: number
  message: string
  slug: string | null
}

/**
 * One of a variation's choices, as written: a size, a colour, or whatever else the other shop let its customers pick.
 */
export interface Option {
  name: string
  value: string
  code: string
}

/**
 * One row of a product file, in the words of no format. All is text as written, trimmed; '' where the row says nothing.
 */
export interface Row {
  /** Where it starts in the file, counted from 1. */
  line: number
  /** Ties the rows of a product together. */
  slug: string
  name: string
  description: string
  category: string
  /** The names of the categories above that one, the outermost first. */
  above: string[]
  features: string[]
  status_code: string
  created_at: string
  /** The price without discount; where `sale` is given, the higher of the two. */
  regular: string
  /** What the customer pays. */
  sale: string
  discount: string
  /** False: the row only adds pictures to its product. */
  isVariation: boolean
  options: Option[]
  sku: string
  barcode: string
  quantity: string
  pictures: { source: string; alt: string }[]
}

/** Reads a cell of the present record by its column, in any case; '' where there is none. */
export type Cell = (column: string) => string

/**
 * Turns a file's records into rows, one after the other. A record may wait for another one; `end` gives what has waited
 * in vain.
 */
export interface RowReader {
  read: (cell: Cell, line: number) => (Row | Mistake)[]
  end: () => (Row | Mistake)[]
}

/** How another program writes its products: a named mapping from its columns to rows. Columns are in lower case. */
export interface Format {
  code: FormatCode
  name: string
  /** Columns without which it is not this format. */
  needs: readonly string[]
  /** Whether a column says something here. */
  reads: (column: string) => boolean
  open: () => RowReader
}

/** Where each record is a row by itself. */
export const rowByRow = (read: (cell: Cell) => Omit<Row, 'line'>): RowReader => ({
  read: (cell, line) => [{ line, ...read(cell) }],
  end: () => [],
})
