import type { ProductOrder } from '#sync/protocol/shop/catalogue.ts'

interface Sort {
  order_column: ProductOrder
  order_direction: 'asc' | 'desc'
}

/** The sort orders, as in the address; the first is the default. */
export const SORTS = {
  latest: { order_column: 'products.created_at', order_direction: 'desc' },
  popularity: { order_column: 'views', order_direction: 'desc' },
  'price-high-to-low': { order_column: 'products.retail_price', order_direction: 'desc' },
  'price-low-to-high': { order_column: 'products.retail_price', order_direction: 'asc' },
  'name-a-to-z': { order_column: 'products.name', order_direction: 'asc' },
  'name-z-to-a': { order_column: 'products.name', order_direction: 'desc' },
} as const satisfies Record<string, Sort>

export type SortName = keyof typeof SORTS

export const sortNamed = (name: string): SortName => (Object.hasOwn(SORTS, name) ? (name as SortName) : 'latest')
