import { cutTo } from '#pwa/browser/cut-to.ts'
import type { Category } from '#sync/protocol/shop/catalogue.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { numberTyped } from '#sync/protocol/typed-number.ts'
import { BEST_MATCH, sortFor, sortNamed, type SortName } from './sorts.ts'

/** The lists with their own pages, by their paths: what is new, and what is on sale. */
export const SHELVES = ['new', 'sale'] as const
export type Shelf = (typeof SHELVES)[number]

/** The shopper's filters. Prices in cedis. */
export interface Filters {
  search: string
  categories: number[]
  sizes: string[]
  colours: string[]
  min: number | null
  max: number | null
  discounted?: boolean
  inStock?: boolean
  /** A list of the shop with its own page. */
  shelf?: Shelf
  sort: SortName
}

export const NO_FILTERS: Filters = {
  search: '',
  categories: [],
  sizes: [],
  colours: [],
  min: null,
  max: null,
  sort: BEST_MATCH,
}

/**
 * Reads the filters from an address of the shop or of a shelf:
 * `?category=6,7&size=UK10&colour=23407F&min=100&max=200&search=slim&sort=popularity`. Ignores invalid ones.
 */
export function readFilters(search: URLSearchParams, path = '/shop'): Filters {
  const listed = (name: string) =>
    [
      ...new Set(
        (search.get(name) ?? '')
          .split(',')
          .map(value => value.trim())
          .filter(Boolean),
      ),
    ].slice(0, 100)
  const shelf = SHELVES.find(name => path === `/${name}`)
  const sought = cutTo((search.get('search') ?? '').trim(), LONGEST_SEARCH)
  return {
    search: sought,
    categories: listed('category')
      .map(Number)
      .filter(id => Number.isInteger(id) && id > 0 && id < 2 ** 32),
    sizes: listed('size').filter(code => code.length <= 20),
    colours: listed('colour')
      .filter(code => /^[0-9a-f]{6}$/i.test(code))
      .map(code => code.toUpperCase()),
    min: priceFrom(search.get('min')),
    max: priceFrom(search.get('max')),
    ...(search.get('discounted') === '1' && shelf !== 'sale' && { discounted: true }),
    ...(search.get('in_stock') === '1' && { inStock: true }),
    ...(shelf && { shelf }),
    sort: sortNamed(search.get('sort') ?? '', sought),
  }
}

/** Typed cedis, cut to the pesewa; null if it is not a price. */
export function priceFrom(text: string | null): number | null {
  const price = numberTyped(text ?? '')
  return price !== null && price >= 0 && price < 1_000_000 ? Number(price.toFixed(2)) : null
}

/** The address of a list; the same filters give the same address. */
export function shopHref(filters: Filters): string {
  const { search, categories, sizes, colours, min, max, discounted = false, inStock = false, shelf, sort } = filters
  const path = `/${shelf ?? 'shop'}`
  const parts = Object.entries({
    category: categories.join(','),
    size: sizes.map(encodeURIComponent).join(','),
    colour: colours.join(','),
    min,
    max,
    discounted: discounted && shelf !== 'sale' ? 1 : '',
    in_stock: inStock ? 1 : '',
    search: encodeURIComponent(search),
    sort: sort === BEST_MATCH || (sort === 'latest' && search === '') ? '' : sort,
  }).filter(([, value]) => value !== '' && value !== null)
  return parts.length > 0 ? `${path}?${parts.map(([name, value]) => `${name}=${value}`).join('&')}` : path
}

/** The query for the server. */
export function queryFor({
  search,
  categories,
  sizes,
  colours,
  min,
  max,
  discounted = false,
  inStock = false,
  shelf,
  sort,
}: Filters): QueryOf<'GET /api/products'> {
  return {
    ...sortFor(sort, search),
    categories,
    sizes,
    colours,
    ...(search && { search_text: search }),
    ...(min !== null && { min_price: min }),
    ...(max !== null && { max_price: max }),
    ...((discounted || shelf === 'sale') && { discounted: 1 as const }),
    ...(inStock && { in_stock: 1 as const }),
    ...(shelf === 'new' && { new_in: 1 as const }),
  }
}

/** How many filters are set; search words and order do not count. */
export const countFilters = ({ categories, sizes, colours, min, max, discounted = false, inStock = false }: Filters) =>
  categories.length +
  sizes.length +
  colours.length +
  Number(min !== null || max !== null) +
  Number(discounted) +
  Number(inStock)

export const withoutFilters = ({ search, sort, shelf }: Filters): Filters => ({
  ...NO_FILTERS,
  search,
  sort,
  ...(shelf && { shelf }),
})

/** Adds a value to a list, or removes it. */
export const toggled = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value]

type Node = Pick<Category, 'id' | 'parent_id'>

/** Selects or clears a category. It includes its descendants, so selecting it clears them and its ancestors. */
export function withCategory(chosen: readonly number[], id: number, all: readonly Node[]): number[] {
  if (chosen.includes(id)) return chosen.filter(other => other !== id)
  return [...chosen.filter(other => !ancestorsOf(other, all).includes(id) && !ancestorsOf(id, all).includes(other)), id]
}

function ancestorsOf(id: number, all: readonly Node[]): number[] {
  const found: number[] = []
  for (
    let at = all.find(node => node.id === id)?.parent_id;
    at != null && !found.includes(at);
    at = all.find(node => node.id === at)?.parent_id
  )
    found.push(at)
  return found
}
