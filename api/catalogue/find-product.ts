import { readFeatures } from '#api/catalogue/describe-products.ts'
import { FIT_OF_PRODUCT, readFitOfProduct } from '#api/catalogue/fit.ts'
import { listingCopy, listingsChanged, type Listing, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { mostViewed } from '#api/catalogue/list-products.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { written, type Written } from '#api/http/written.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'

const SUGGESTIONS = 4

/** A LIVE product with its current variations, its neighbours and suggestions. @throws 404 */
export async function findProduct(
  id: number,
  favourites: ReadonlySet<number> = new Set(),
): Promise<Written<ReplyOf<'GET /api/products/:id'>>> {
  const product = await lastKnown(`product ${id}`, () =>
    selectOne<{ description: string; features: string; variations: string | null; fit: string | null }>(
      productStatement(id),
    ),
  )
  const { copy, listing } = await listingOf(id, product !== null)
  if (!product || !listing) throw notFound('Product')
  const order = await orderOf(copy)
  const suggestions = suggestionsFor(listing, order).map(other =>
    summaryText(other, copy.names, favourites.has(other.id)),
  )
  const rest = {
    description: product.description,
    features: readFeatures(product.features),
    fit: readFitOfProduct(product.fit),
    ...neighboursOf(id, copy, order),
  }
  return written(
    `{"product":${summaryText(listing, copy.names, favourites.has(id)).slice(0, -1)},${JSON.stringify(rest).slice(1, -1)},"variations":${product.variations ?? '[]'},"suggestions":[${suggestions.join(',')}]}}`,
  )
}

/**
 * Everything read afresh for each visitor. A number needs no escaping, and the driver would scan the long text for it.
 */
export const productStatement = (id: number) => PRODUCT.replaceAll('?', String(Math.trunc(id)))

const PRODUCT = `SELECT p.description, p.features, ${FIT_OF_PRODUCT} AS fit,
    (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'size_code', v.size_code,
    'colour_code', v.colour_code, 'quantity_in_stock', v.on_hand - v.reserved) ORDER BY v.id) AS CHAR)
      FROM product_variations v WHERE v.product_id = p.id) AS variations
  FROM products p WHERE p.id = ? AND p.status_code = 'LIVE' AND p.deleted_at IS NULL`

/** The copy may not hold a product that another process has just put on sale. */
async function listingOf(id: number, expected: boolean): Promise<{ copy: ListingCopy; listing: Listing | undefined }> {
  const known = await listingCopy()
  if (known.listings.has(id) || !expected) return { copy: known, listing: known.listings.get(id) }
  listingsChanged()
  const copy = await listingCopy()
  return { copy, listing: copy.listings.get(id) }
}

/** Derived from the copy alone: ids in order with their positions, and the most viewed, overall and by category. */
interface Order {
  version: number
  ids: number[]
  places: Map<number, number>
  popular: readonly Listing[]
  byCategory: Map<number, Listing[]>
}
let held: Order | null = null

async function orderOf(copy: ListingCopy): Promise<Order> {
  if (held?.version === copy.version) return held
  const popular = await mostViewed(copy)
  const ids = [...copy.listings.keys()].sort((a, b) => a - b)
  const byCategory = new Map<number, Listing[]>()
  for (const listing of popular) {
    const akin = byCategory.get(listing.category_id)
    if (!akin) byCategory.set(listing.category_id, [listing])
    else if (akin.length <= SUGGESTIONS) akin.push(listing)
  }
  return (held = {
    version: copy.version,
    ids,
    places: new Map(ids.map((id, place) => [id, place])),
    popular: popular.slice(0, 2 * SUGGESTIONS + 1),
    byCategory,
  })
}

/** The products on sale before and after this one, by id. */
function neighboursOf(id: number, { listings }: ListingCopy, { ids, places }: Order) {
  const at = places.get(id)!
  const linkTo = (neighbour: number | undefined) => {
    const found = neighbour === undefined ? undefined : listings.get(neighbour)
    return found ? { id: found.id, slug: slugIn(found.summary) } : null
  }
  return { previous: linkTo(ids[at - 1]), next: linkTo(ids[at + 1]) }
}

/** Avoids parsing the JSON: a slug holds no quotes, and quotes in a name are escaped. */
const slugIn = (summary: string) => /"slug":"([^"]*)"/.exec(summary)![1]!

/** The most viewed of the same category, then of the whole shop. */
function suggestionsFor({ id, category_id }: Listing, { popular, byCategory }: Order): Listing[] {
  const akin = byCategory
    .get(category_id)!
    .filter(other => other.id !== id)
    .slice(0, SUGGESTIONS)
  const others = popular.filter(other => other.id !== id && !akin.includes(other))
  return [...akin, ...others].slice(0, SUGGESTIONS)
}
