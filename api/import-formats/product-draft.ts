import type { FileVariant } from '#api/import-formats/choice.ts'

/** A checked variation from a file. */
export interface VariationDraft extends FileVariant {
  line: number
  sku: string
  barcode: string
  quantity: number
  /** The file leaves it out, so it counts only for a new product. */
  isSilent: boolean
}

/** How many pictures a product may have. */
export const MOST_PICTURES = 250

export interface PictureDraft {
  line: number
  source: string
  alt: string
}

/** A product's own fields in a file; null if left out. */
export interface ProductFields {
  name: string | null
  description: string | null
  category: string | null
  above: string[]
  features: string[] | null
  price: { retail_price: number; discount: number } | null
  status_code: string | null
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
  fields: ProductFields
  variations: VariationDraft[]
  pictures: PictureDraft[]
}
