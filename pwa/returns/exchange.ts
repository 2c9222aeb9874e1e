import { useApi } from '#pwa/lib/use-api.ts'
import type { Variation } from '#sync/protocol/shop/catalogue.ts'

/**
 * The variations that a product can be exchanged for, each in words, such as 'UK 12, Indigo'. Empty until they load.
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
