export interface ImportReport {
  summary: { created: number; updated: number; unchanged: number; failed: number }
  errors: { line: number; message: string }[]
}

/** The source of a product file: this shop, or another program. */
export const FORMATS = { own: "This shop's own", shopify: 'Shopify', woocommerce: 'WooCommerce' } as const
export type FormatCode = keyof typeof FORMATS
