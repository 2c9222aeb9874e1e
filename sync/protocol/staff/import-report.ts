export interface ImportReport {
  summary: { created: number; updated: number; unchanged: number; failed: number }
  errors: { line: number; message: string }[]
}

/** Whose product file it is: this shop's own, or another program's. */
export const FORMATS = { own: "This shop's own", shopify: 'Shopify', woocommerce: 'WooCommerce' } as const
export type FormatCode = keyof typeof FORMATS
