export interface ImportReport {
  /** `hints`: how many rows came in with one; absent for none. */
  summary: { created: number; updated: number; unchanged: number; failed: number; hints?: number }
  errors: { line: number; message: string }[]
  /** What came in and should be looked at; absent if nothing. */
  hints?: { line: number; message: string }[]
}

/** The source of a product file: this shop, or another program. */
export const FORMATS = { own: "This shop's own", shopify: 'Shopify', woocommerce: 'WooCommerce' } as const
export type FormatCode = keyof typeof FORMATS
