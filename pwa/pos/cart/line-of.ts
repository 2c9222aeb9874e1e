import { priceCharged } from '#sync/protocol/pricing.ts'
import type { ReplicaProduct, ReplicaVariation } from '#sync/till/replica/goods.ts'
import type { Replica } from '#sync/till/replica/replica.ts'
import type { CartLine } from './open-cart.ts'

/** The line of a cart for a variation, with what it costs and is called in the till's copy of the shop. */
export const lineOf = (
  replica: Pick<Replica, 'sizeName' | 'colourName'>,
  product: ReplicaProduct,
  variation: ReplicaVariation,
): Omit<CartLine, 'quantity'> => ({
  product_variation_id: variation.id,
  price: priceCharged(variation, product),
  name: product.name,
  sku: variation.sku,
  size: replica.sizeName(variation.size_code),
  colour: variation.colour_code === null ? null : replica.colourName(variation.colour_code),
})
