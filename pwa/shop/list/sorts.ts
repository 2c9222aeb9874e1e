import type { ProductOrder } from '#sync/protocol/shop/catalogue.ts'

interface Sort {
  order_column: ProductOrder
  order_direction: 'asc' | 'desc'
}

/** The sort orders, as in the address. */
const SORTS = {
  latest: { order_column: 'products.created_at', order_direction: 'desc' },
  'best-sellers': { order_column: 'products.sold', order_direction: 'desc' },
  popularity: { order_column: 'views', order_direction: 'desc' },
  'price-high-to-low': { order_column: 'products.retail_price', order_direction: 'desc' },
  'price-low-to-high': { order_column: 'products.retail_price', order_direction: 'asc' },
  'name-a-to-z': { order_column: 'products.name', order_direction: 'asc' },
  'name-z-to-a': { order_column: 'products.name', order_direction: 'desc' },
} as const satisfies Record<string, Sort>

/** The default: the best match of a search comes first, and without one the latest. */
export const BEST_MATCH = 'best-match'
export type SortName = keyof typeof SORTS | typeof BEST_MATCH

const isSort = (name: string): name is keyof typeof SORTS => Object.hasOwn(SORTS, name)

/** The order in an address. Without a search the latest is what nobody needs to name. */
export const sortNamed = (name: string, search: string): SortName =>
  isSort(name) && (search !== '' || name !== 'latest') ? name : BEST_MATCH

/** What the server is asked to sort by; a search without it comes by its best match. */
export const sortFor = (sort: SortName, search: string): Sort | Record<string, never> => {
  if (sort !== BEST_MATCH) return SORTS[sort]
  return search === '' ? SORTS.latest : {}
}

/** The orders to choose from: the first is the default. */
export const sortsFor = (search: string): readonly SortName[] => [
  ...(search === '' ? [] : [BEST_MATCH as SortName]),
  ...(Object.keys(SORTS) as SortName[]),
]
