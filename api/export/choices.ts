import type { Exported } from '#api/export/read-products.ts'
import type { Variation } from '#sync/protocol/shop/catalogue.ts'
import { priceShown } from '#sync/protocol/pricing.ts'

/** The names of a variation's size and colour. */
export const chosen = ({ size_code, colour_code }: Variation, { names }: Exported) => ({
  size: names.sizes.get(size_code)?.name ?? size_code,
  colour: colour_code === null ? '' : (names.colours.get(colour_code)?.name ?? colour_code),
})

/** The address of the first picture in a variation's colour, or ''. */
export const pictureFor = ({ pictures }: Exported, { colour_code }: Pick<Variation, 'colour_code'>) =>
  (colour_code !== null && pictures.find(picture => picture.colour_code === colour_code)?.address) || ''

/** A product without a choice of size or colour. */
export const isPlain = ({ variations }: Exported) =>
  variations.length === 1 && variations[0]!.size_code === 'ONE' && variations[0]!.colour_code === null

/** What a customer pays for a variation, or the product without one, and before a discount; cedis, two decimals. */
export function pricesOf(product: Exported, variation?: Pick<Variation, 'price' | 'price_before'>) {
  const { price, price_before } = variation ?? { price: priceShown(product), price_before: product.retail_price }
  return { pays: price.toFixed(2), before: price < price_before ? price_before.toFixed(2) : '' }
}
