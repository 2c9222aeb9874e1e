import { formatCount } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Shelf } from './filters.ts'
import type { SortName } from './sorts.ts'

/** The list of products: its heading, search, filters and end, and an empty result. */

export const shop = 'Shop'
export const shelves: Record<Shelf, string> = { new: 'New in', sale: 'Sale' }
export const within = (list: string, heading: string) => `${list}: ${heading}`
export const quoted = (searched: string) => `“${searched}”`
export const both = (names: readonly string[]) => names.join(' and ')
export const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`

export const theShop = 'The shop'
export const search = 'Search'
export const forExample = 'Jeans, cargo, indigo …'

export const filters = 'Filters'
export const filter = 'Filter'
export const filtersSet = (count: number) => (count > 0 ? `Filter · ${count}` : filter)

export const sortBy = 'Sort by'
export const sorts: Record<SortName, string> = {
  'best-match': 'Best match',
  latest: 'Latest',
  'best-sellers': 'Best sellers',
  popularity: 'Popularity',
  'price-high-to-low': 'Price: high to low',
  'price-low-to-high': 'Price: low to high',
  'name-a-to-z': 'Name: A to Z',
  'name-z-to-a': 'Name: Z to A',
}

export const categories = 'Categories'
export const sizes = 'Sizes'
export const colours = 'Colours'
export const price = 'Price'
export const availability = 'Availability'
export const inStock = 'In stock'
export const heardAfterCount = (isSoldOut: boolean) => ` products${isSoldOut ? ', sold out' : ''}`

export const from = 'From GH₵'
export const to = 'To GH₵'
export const setPrice = 'Set price'
export const noPrice = 'Enter a price in cedis, such as 49.99.'

export const chips = 'Active filters'
export const category = 'Category'
export const discounted = 'On sale'
export const remove = (name: string) => `Remove ${name}`
export const clearAll = 'Clear all'
export function priceRange(min: number | null, max: number | null): string {
  if (min === null) return `up to ${formatCedis(max!)}`
  return max === null ? `from ${formatCedis(min)}` : `${formatCedis(min)} to ${formatCedis(max)}`
}

export const show = (count: number) => (count === 0 ? nothingFound : `Show ${products(count)}`)

/** Nothing matched the search, so the shop searched for similar words. */
export const Meant = ({ searched, meant }: { searched: string; meant: string }) => (
  <>
    No results for “{searched}”. Showing results for <strong>“{meant}”</strong>.
  </>
)

export const partly = 'No product matches all your words. These match some of them.'

export const forWhom = { women: 'For women', men: 'For men' } as const
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
export const sizesNamed = (sizes: readonly string[]) => `Size ${sizes.join(', ')}`

export const theProducts = 'The products'
export const shownOf = (count: number, total: number) => `${formatCount(count)} of ${formatCount(total)}`
export const productsShown = 'Products shown'
export const loadMore = 'Load more'
export const moreUnread = 'We couldn’t load more. Try again.'

export const nothingFound = 'No products found.'
export const tooNarrow = 'No product matches all of these filters.'
export const emptyShelf: Record<Shelf, string> = {
  new: 'There are no new arrivals right now.',
  sale: 'Nothing is on sale at the moment.',
}
export const tryAnother = 'Try another word, or fewer words.'
export const takeAway = (filters: number) => (filters === 1 ? 'Remove the filter' : `Remove all ${filters} filters`)
export const showAll = 'Show all products'
export const similar = 'Similar'
export const perhaps = 'You might like'
