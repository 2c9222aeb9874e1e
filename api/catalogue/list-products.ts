import { listingCopy, type Listing, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { searchProducts } from '#api/catalogue/search.ts'
import { sift, type Sifted } from '#api/catalogue/sift.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { paged } from '#api/lists/paginate.ts'
import { written, type Written } from '#api/http/written.ts'
import type { ProductOrder } from '#sync/protocol/shop/catalogue.ts'
import type { QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type Query = QueryOf<'GET /api/products'>
type Reply = ReplyOf<'GET /api/products'>

/** A page of the shop and its facets. `favourites`: the visitor's favourite products. */
export async function listProducts(query: Query, favourites: ReadonlySet<number> = nobodys): Promise<Written<Reply>> {
  const copy = await listingCopy()
  const { page = 1, per_page = 12, order_column = 'products.created_at', order_direction = 'desc', ...filter } = query
  const answer = await answerTo(filter, copy)
  const order = `${order_column} ${order_direction}`
  const from = (page - 1) * per_page
  const shown = kept(answer.ordered, order, () => inOrder(answer.fits, order_column, order_direction)).slice(
    from,
    from + per_page,
  )
  const write = (favorited: (id: number) => boolean) =>
    pageText(
      shown.map(listing => summaryText(listing, copy.names, favorited(listing.id))),
      answer,
      query,
    )
  return written(
    favourites.size > 0
      ? write(id => favourites.has(id))
      : kept(answer.pages, `${order} ${page} ${per_page}`, () => write(() => false)),
  )
}

/** LIVE products, the most viewed first. */
export async function mostViewed(copy: ListingCopy): Promise<readonly Listing[]> {
  const { ordered, fits } = await answerTo({}, copy)
  return kept(ordered, 'views desc', () => inOrder(fits, 'views', 'desc'))
}

const nobodys: ReadonlySet<number> = new Set()

function pageText(rows: readonly string[], { fits, facets, meant }: Answer, query: Query): string {
  const { data: _rows, ...counts } = paged([], fits.length, query)
  return `{"products":{"data":[${rows.join(',')}],${JSON.stringify(counts).slice(1)},"facets":${facets}${meant === null ? '' : `,"meant":${JSON.stringify(meant)}`}}`
}

/** Everything worked out for one filter, until a listing changes. */
interface Answer {
  fits: readonly Listing[]
  facets: string
  meant: string | null
  ordered: Map<string, readonly Listing[]>
  pages: Map<string, string>
}

const MOST_KEPT = 200
let answers = { version: -1, byFilter: new Map<string, Answer>() }

async function answerTo(
  { search_text, ...filter }: Omit<Query, 'page' | 'per_page' | 'order_column' | 'order_direction'>,
  copy: ListingCopy,
): Promise<Answer> {
  if (answers.version !== copy.version) answers = { version: copy.version, byFilter: new Map() }
  const { byFilter } = answers
  const key = JSON.stringify([
    search_text,
    filter.categories,
    filter.sizes,
    filter.colours,
    filter.min_price,
    filter.max_price,
    filter.discounted,
  ])
  const held = byFilter.get(key)
  if (held) return held
  const found = search_text ? await searchProducts(search_text) : null
  const { fits, facets }: Sifted = sift(copy, found ? { ...filter, found: found.ids } : filter)
  return kept(byFilter, key, () => ({
    fits,
    facets: JSON.stringify(facets),
    meant: found?.meant ?? null,
    ordered: new Map(),
    pages: new Map(),
  }))
}

function inOrder(fits: readonly Listing[], column: ProductOrder, direction: 'asc' | 'desc'): Listing[] {
  const sign = direction === 'asc' ? 1 : -1
  const compare = comparing[column]
  return [...fits].sort((a, b) => sign * (compare(a, b) || a.id - b.id))
}

const byViews = (a: Listing, b: Listing) => a.views - b.views
const comparing: Record<ProductOrder, (a: Listing, b: Listing) => number> = {
  'products.created_at': (a, b) => a.created_at - b.created_at,
  'products.views': byViews,
  views: byViews,
  'products.retail_price': (a, b) => a.price - b.price,
  'products.name': (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
}

/** The value under a key, created if missing. A full map is emptied first. */
function kept<Value>(held: Map<string, Value>, key: string, make: () => Value): Value {
  const found = held.get(key)
  if (found !== undefined) return found
  if (held.size >= MOST_KEPT) held.clear()
  const made = make()
  held.set(key, made)
  return made
}
