import type { Choice } from '#api/import-formats/choice.ts'

/** A variation as a file has it, checked. */
export interface VariationDraft extends Choice {
  line: number
  sku: string
  barcode: string
  quantity: number
  /** The file says nothing of it, so it counts only where its product is new. */
  isSilent: boolean
}

/** How many pictures a product may have. */
export const MOST_PICTURES = 250

export interface PictureDraft {
  line: number
  source: string
  alt: string
}

/** What a file says of a product itself; null where it says nothing. */
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

/** Neighbouring rows of one product, checked: at most a batch of them. */
export interface ProductDraft {
  slug: string
  line: number
  rows: number
  /** The file had rows of this product before; the product's own fields are those of its first rows. */
  isContinuation: boolean
  fields: ProductFields
  variations: VariationDraft[]
  pictures: PictureDraft[]
}
