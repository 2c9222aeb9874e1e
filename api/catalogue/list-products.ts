import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { OrderName } from '#api/catalogue-index/catalogue.ts'
import { fits, sift } from '#api/catalogue-index/facets.ts'
import type { Filter } from '#api/catalogue-index/filter.ts'
import { inOrder, type Fitting } from '#api/catalogue-index/in-order.ts'
import { listingCopy, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { searching, type Found } from '#api/catalogue/search.ts'
import { summariesIn } from '#api/catalogue/summary-text.ts'
import { newSince } from '#api/catalogue/new-since.ts'
import { ranked } from '#api/search/ranking.ts'
import { noteVain, reportable, type Vain } from '#api/search/vain-searches.ts'
import { paged } from '#api/lists/paginate.ts'
import { writtenBytes, type WrittenBytes } from '#api/http/written.ts'
import type { ProductOrder } from '#sync/protocol/shop/catalogue.ts'
import type { QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type Query = QueryOf<'GET /api/products'>
type Reply = ReplyOf<'GET /api/products'>

/** What is asked for, but the page. */
type Wanted = Omit<Filter, 'found'> & Pick<Query, 'search_text'>
type Column = ProductOrder | 'relevance'
const ORDERS: Record<ProductOrder, OrderName> = {
  'products.created_at': 'created',
  'products.views': 'views',
  views: 'views',
  'products.retail_price': 'price',
  'products.name': 'name',
  'products.sold': 'sold',
}

/** A page as it was asked for. */
interface Asked {
  column: Column
  descending: boolean
  from: number
  many: number
}

/** A page of the shop and its facets. `favourites`: the visitor's favourite products. */
export async function listProducts(
  query: Query,
  favourites: ReadonlySet<number> = nobodys,
): Promise<WrittenBytes<Reply>> {
  const copy = await listingCopy()
  const { page = 1, per_page = 12, order_column, order_direction = 'desc', new_in, ...asks } = query
  const filter = { ...asks, ...(new_in && { since: await newSince() }) }
  const column = order_column ?? (filter.search_text ? 'relevance' : 'products.created_at')
  const asked: Asked = { column, descending: order_direction === 'desc', from: (page - 1) * per_page, many: per_page }
  const { answer, places } = answerTo(filter, copy, asked)
  if (answer.vain && page === 1) noteVain(...answer.vain)
  const write = (isFavourite: (id: number) => boolean) =>
    summariesIn(around(answer, query), places ?? placesOf(answer, copy, asked), { copy, isFavourite })
  return writtenBytes(
    favourites.size > 0
      ? write(id => favourites.has(id))
      : kept(
          answers.pages,
          { key: `${answer.key} ${column} ${order_direction} ${page} ${per_page}`, most: MOST_PAGES },
          () => write(() => false),
        ),
  )
}

const nobodys: ReadonlySet<number> = new Set()

/** The reply before its rows and after them. */
function around({ total, facets, said }: Answer, query: Query): [string, string] {
  const { data: _rows, ...counts } = paged([], total, query)
  return ['{"products":{"data":[', `],${JSON.stringify(counts).slice(1)},"facets":${facets}${said}}`]
}

/** Everything worked out for one filter, until a listing changes. */
interface Answer {
  key: string
  wanted: Wanted
  total: number
  facets: string
  /** What the search was taken for, as the members that end a reply. */
  said: string
  /** A search that found nothing, or not all of its words, for the report. */
  vain: [words: string, how: Vain] | null
}

/** Facets of 2 KB. */
const MOST_KEPT = 1_000
/** Of 10 KB each. */
const MOST_PAGES = 300
const nothingKept = (version: number) => ({
  version,
  byFilter: new Map<string, Answer>(),
  pages: new Map<string, Buffer>(),
})
let answers = nothingKept(-1)

/** With the places of the page, if they were worked out by the way. */
function answerTo(wanted: Wanted, copy: ListingCopy, window: Asked): { answer: Answer; places: number[] | null } {
  if (answers.version !== copy.version) answers = nothingKept(copy.version)
  const { byFilter } = answers
  const key = JSON.stringify([
    wanted.search_text,
    wanted.categories,
    wanted.sizes,
    wanted.colours,
    wanted.min_price,
    wanted.max_price,
    wanted.discounted,
    wanted.in_stock,
    wanted.since,
  ])
  const held = byFilter.get(key)
  if (held) return { answer: held, places: null }
  return sought(wanted, copy, ({ filter, into, found }) => {
    const { facets, total } = sift(copy, filter, into)
    const answer = {
      key,
      wanted,
      total,
      facets: JSON.stringify(facets),
      said: found ? saidOf(found) : '',
      vain: found ? vainIn(wanted.search_text ?? '', found) : null,
    }
    kept(byFilter, { key, most: MOST_KEPT }, () => answer)
    return { answer, places: page(copy, { fits: into, total, found }, window) }
  })
}

interface Sought {
  /** The filters with what the search text adds to them. */
  filter: Filter
  /** An empty bitmap. */
  into: Slot
  found: Found | null
}

/** Searches where a text is given, and goes on with what was found. */
function sought<Made>({ search_text, ...filter }: Wanted, copy: ListingCopy, use: (sought: Sought) => Made): Made {
  const { bitmaps } = copy.catalogue.goods
  const into = bitmaps.take()
  const nothing = bitmaps.take()
  try {
    return search_text
      ? searching(search_text, copy, found => use({ filter: narrowed(filter, found, nothing), into, found }))
      : use({ filter, into, found: null })
  } finally {
    bitmaps.give(into)
    bitmaps.give(nothing)
  }
}

function narrowed(filter: Filter, { question, answer }: Found, nothing: Slot): Filter {
  const { min_price = 0, max_price = Infinity, discounted } = question.understood
  return {
    ...filter,
    found: answer?.found ?? nothing,
    min_price: Math.max(filter.min_price ?? 0, min_price),
    max_price: Math.min(filter.max_price ?? Infinity, max_price),
    ...(discounted && { discounted: 1 }),
  }
}

function vainIn(text: string, { question, partly, answer }: Found): [string, Vain] | null {
  if (answer && !partly) return null
  const words = reportable(text, question)
  return words === null ? null : [words, partly ? 'partly' : 'nothing']
}

function saidOf({ meant, partly, question: { understood, without } }: Found): string {
  const said = {
    ...(meant !== null && { meant }),
    ...(partly && { partly }),
    ...(Object.keys(understood).length > 0 && { understood, without }),
  }
  return Object.keys(said).length === 0 ? '' : `,${JSON.stringify(said).slice(1, -1)}`
}

const placesOf = ({ wanted }: Answer, copy: ListingCopy, asked: Asked): number[] =>
  sought(wanted, copy, ({ filter, into, found }) => {
    const total = fits(copy, filter, into)
    return page(copy, { fits: into, total, found }, asked)
  })

function page(
  { catalogue }: ListingCopy,
  { found, ...fitting }: Fitting & { found: Found | null },
  { column, descending, from, many }: Asked,
): number[] {
  if (column !== 'relevance') return inOrder(catalogue, fitting, { order: ORDERS[column], descending, from, many })
  return found?.answer ? ranked(catalogue, { fits: fitting.fits, answer: found.answer }, { from, many }) : []
}

/** The value under a key, created if missing. A full map is emptied first. */
function kept<Value>(held: Map<string, Value>, { key, most }: { key: string; most: number }, make: () => Value): Value {
  const found = held.get(key)
  if (found !== undefined) return found
  if (held.size >= most) held.clear()
  const made = make()
  held.set(key, made)
  return made
}
