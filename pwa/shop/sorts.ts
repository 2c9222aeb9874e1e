import type { ProductOrder } from '#sync/protocol/catalogue.ts'

interface Sort { words: string; order_column: ProductOrder; order_direction: 'asc' | 'desc' }

/** The orders a shopper can choose, as the address names them; the first is the usual one. */
export const SORTS = {
  latest: { words: 'Latest', order_column: 'products.created_at', order_direction: 'desc' },
  popularity: { words: 'Popularity', order_column: 'views', order_direction: 'desc' },
  'price-high-to-low': { words: 'Price: high to low', order_column: 'products.retail_price', order_direction: 'desc' },
  'price-low-to-high': { words: 'Price: low to high', order_column: 'products.retail_price', order_direction: 'asc' },
  'name-a-to-z': { words: 'Name: A to Z', order_column: 'products.name', order_direction: 'asc' },
  'name-z-to-a': { words: 'Name: Z to A', order_column: 'products.name', order_direction: 'desc' },
} as const satisfies Record<string, Sort>

export type SortName = keyof typeof SORTS

export const sortNamed = (name: string): SortName => Object.hasOwn(SORTS, name) ? name as SortName : 'latest'
