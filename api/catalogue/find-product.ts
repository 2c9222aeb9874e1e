import { PRICE_BEFORE, PRICE_CHARGED, readFeatures } from '#api/catalogue/describe-products.ts'
import { FIT_OF_PRODUCT, readFitOfProduct } from '#api/catalogue/fit.ts'
import { lastOf } from '#api/catalogue-index/in-order.ts'
import type { Listed } from '#api/catalogue-index/listings.ts'
import { listingCopy, listingsChanged, type ListingCopy } from '#api/catalogue/listing-copy.ts'
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
  const suggestions = suggestionsFor(listing, copy).map(other => summaryText(other, copy, favourites.has(other.id)))
  const rest = {
    description: product.description,
    features: readFeatures(product.features),
    fit: readFitOfProduct(product.fit),
    ...neighboursOf(id, copy),
  }
  return written(
    `{"product":${summaryText(listing, copy, favourites.has(id)).slice(0, -1)},${JSON.stringify(rest).slice(1, -1)},"variations":${product.variations ?? '[]'},"suggestions":[${suggestions.join(',')}]}}`,
  )
}

/**
 * Everything read afresh for each visitor. A number needs no escaping, and the driver would scan the long text for it.
 */
export const productStatement = (id: number) => PRODUCT.replaceAll('?', String(Math.trunc(id)))

const PRODUCT = `SELECT p.description, p.features, ${FIT_OF_PRODUCT} AS fit,
    (SELECT CAST(JSON_ARRAYAGG(JSON_OBJECT('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'size_code', v.size_code,
    'colour_code', v.colour_code, 'quantity_in_stock', v.on_hand - v.reserved, 'retail_price', v.retail_price,
    'discount', v.discount, 'price', ${PRICE_CHARGED}, 'price_before', ${PRICE_BEFORE}) ORDER BY v.id) AS CHAR)
      FROM product_variations v WHERE v.product_id = p.id) AS variations
  FROM products p WHERE p.id = ? AND p.status_code = 'LIVE' AND p.deleted_at IS NULL`

/** The copy may not hold a product that another process has just put on sale. */
async function listingOf(id: number, expected: boolean): Promise<{ copy: ListingCopy; listing: Listed | undefined }> {
  const known = await listingCopy()
  if (known.listings.has(id) || !expected) return { copy: known, listing: known.listings.get(id) }
  listingsChanged()
  const copy = await listingCopy()
  return { copy, listing: copy.listings.get(id) }
}

/** The products on sale before and after this one, by id. */
function neighboursOf(id: number, { catalogue, listings }: ListingCopy) {
  const { places } = catalogue.orders.id
  const at = catalogue.rankOf(id)
  const linkTo = (place: number | undefined) => {
    if (place === undefined) return null
    const neighbour = listings.at(place)
    return { id: neighbour.id, slug: slugIn(neighbour.summary) }
  }
  return { previous: linkTo(places[at - 1]), next: linkTo(places[at + 1]) }
}

/** Avoids parsing the JSON: a slug holds no quotes, and quotes in a name are escaped. */
const slugIn = (summary: string) => /"slug":"([^"]*)"/.exec(summary)![1]!

/** Places by category, the most viewed first. */
let popular = { version: -1, byCategory: new Map<number, number[]>() }

/** The most viewed of the same category, then of the whole shop. */
function suggestionsFor({ id, category_id }: Listed, { version, catalogue, listings }: ListingCopy): Listed[] {
  if (popular.version !== version) popular = { version, byCategory: new Map() }
  let akin = popular.byCategory.get(category_id)
  if (!akin) {
    akin = lastOf(catalogue, catalogue.byCategory.get(category_id)!, { order: 'views', many: SUGGESTIONS + 1 })
    popular.byCategory.set(category_id, akin)
  }
  const others = catalogue.orders.views.places.subarray(-(2 * SUGGESTIONS + 1)).toReversed()
  return [...new Set([...withoutId(akin), ...withoutId(others)])].slice(0, SUGGESTIONS).map(place => listings.at(place))

  function withoutId(places: Iterable<number>): number[] {
    return [...places].filter(place => listings.at(place).id !== id).slice(0, places === akin ? SUGGESTIONS : undefined)
  }
}
