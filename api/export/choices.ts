import type { Exported } from '#api/export/read-products.ts'
import type { Variation } from '#sync/protocol/shop/catalogue.ts'
import { priceShown } from '#sync/protocol/pricing.ts'

/** The names of a variation's size and colour. */
export const chosen = ({ size_code, colour_code }: Variation, { names }: Exported) => ({
  size: names.sizes.get(size_code)?.name ?? size_code,
  colour: colour_code === null ? '' : (names.colours.get(colour_code)?.name ?? colour_code),
})

/** A product without a choice of size or colour. */
export const isPlain = ({ variations }: Exported) =>
  variations.length === 1 && variations[0]!.size_code === 'ONE' && variations[0]!.colour_code === null

/** The price a customer pays, and the price before a discount; cedis, two decimals. */
export const pricesOf = (product: Exported) => ({
  pays: priceShown(product).toFixed(2),
  before: product.discount > 0 ? product.retail_price.toFixed(2) : '',
})
