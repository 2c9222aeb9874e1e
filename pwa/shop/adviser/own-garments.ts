import { useQuery } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import type { FitRow } from '#sync/protocol/fit.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'

/** Something that the customer bought here. */
export interface OwnGarment {
  key: string
  product_id: number
  size_code: string
  name: string
  size: string
}

/** Orders looked through, the newest first: what is older may not fit any more. */
const MOST_ORDERS = 5

/** What the customer bought in the last orders that were handed over, each product and size once. */
export const useOwnGarments = (isAsked: boolean) =>
  useQuery({ queryKey: ['own garments'], queryFn: readGarments, enabled: isAsked })

async function readGarments(): Promise<OwnGarment[]> {
  const { orders } = await api('GET /api/account/orders', { query: { per_page: 20 } })
  const done = orders.data.filter(({ status_code }) => status_code === 'COMPLETED').slice(0, MOST_ORDERS)
  const whole = await Promise.all(done.map(({ id }) => api('GET /api/account/orders/:id', { params: { id } })))
  return garmentsIn(whole.map(({ order }) => order))
}

export function garmentsIn(orders: readonly Pick<OwnOrder, 'items'>[]): OwnGarment[] {
  const garments = orders
    .flatMap(({ items }) => items)
    .map(({ product_variation: { product, size_code, size } }) => ({
      key: `${product.id} ${size_code}`,
      product_id: product.id,
      size_code,
      name: product.name,
      size: size.name,
    }))
  return [...new Map(garments.map(garment => [garment.key, garment])).values()]
}

/** A garment's measurements; null if the shop has none of its size, or no longer has the product. */
export const measuresOf = ({ product_id, size_code }: OwnGarment): Promise<FitRow | null> =>
  api('GET /api/products/:id', { params: { id: product_id } }).then(
    ({ product }) => product.fit.find(row => row.size_code === size_code) ?? null,
    () => null,
  )
