import type { FileVariant } from '#api/import-formats/choice.ts'
import type { FilePrice } from '#api/import-formats/read-value.ts'

/** A checked variation from a file. */
export interface VariationDraft extends FileVariant {
  line: number
  sku: string
  barcode: string
  quantity: number
  /** The file does not say how many; staff do, or the quantity is 0. */
  isUncounted: boolean
  /** What the file says that it costs; null if it says nothing. */
  price: FilePrice | null
  /** What the file gives it of its own; null stays as it is. */
  own: { retail_price: number | null; discount: number | null }
  /** In grams; null stays as it is. */
  weight: number | null
  /** The address of the picture that shows it. */
  picture: string | null
  /** Of its size and colour, what the file has no columns for. */
  lacks: readonly ('size' | 'colour')[]
  /** The file leaves it out, so it counts only for a new product. */
  isSilent: boolean
}

/** How many pictures a product may have. */
export const MOST_PICTURES = 250

export interface PictureDraft {
  line: number
  source: string
  alt: string
  /** Null: of all colours; missing: the file says nothing. */
  colour_code?: string | null
}

/** A product's own fields in a file; null if left out. */
export interface ProductFields {
  name: string | null
  description: string | null
  category: string | null
  above: string[]
  features: string[] | null
  price: FilePrice | null
  /** The price is the product's own, not that of its first variation. */
  isOwnPrice: boolean
  status_code: string | null
  /** What the file tells only in part, because it lacks a column. */
  inPart: readonly ('description' | 'category' | 'status_code')[]
  /** Epoch milliseconds. */
  created_at: number | null
}

/** Neighbouring rows of one product, checked: at most one batch. */
export interface ProductDraft {
  slug: string
  line: number
  rows: number
  /** The file had earlier rows of this product; its own fields come from those. */
  isContinuation: boolean
  /** The lines with an error, apart from those of pictures. */
  wrong: number[]
  fields: ProductFields
  variations: VariationDraft[]
  pictures: PictureDraft[]
}
