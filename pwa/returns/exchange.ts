import { useApi } from '#pwa/lib/use-api.ts'
import type { Variation } from '#sync/protocol/shop/catalogue.ts'

/**
 * What a product can be exchanged for within itself: its variations, each with its choice in words, such as 'UK 12,
 * Indigo'. Nothing while it is not known.
 */
export function useExchange(product_id: number) {
  const product = useApi('GET /api/products/:id', { params: { id: product_id } }).data?.product
  const choiceOf = ({ size_code, colour_code }: Pick<Variation, 'size_code' | 'colour_code'>) =>
    [
      product?.sizes.find(({ code }) => code === size_code)?.name ?? size_code,
      product?.colours.find(({ code }) => code === colour_code)?.name,
    ]
      .filter(Boolean)
      .join(', ')
  return product?.variations.map(variation => ({ ...variation, choice: choiceOf(variation) }))
}
