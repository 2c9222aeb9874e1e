import { readFeatures } from '#api/catalogue/describe-products.ts'
import { listingCopy, listingsChanged, type Listing, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { mostViewed } from '#api/catalogue/list-products.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { written, type Written } from '#api/http/written.ts'
import type { Variation } from '#sync/protocol/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'

const SUGGESTIONS = 4

/** A LIVE product with its variations as they are now, its neighbours, and what else might please. @throws 404 */
export async function findProduct(id: number, favourites: ReadonlySet<number> = new Set()): Promise<Written<ReplyOf<'GET /api/products/:id'>>> {
  const [product, variations] = await Promise.all([
    selectOne<{ description: string; features: string }>("SELECT description, features FROM products WHERE id = ? AND status_code = 'LIVE' AND deleted_at IS NULL", [id]),
    select<Variation>('SELECT id, sku, barcode, size_code, colour_code, on_hand - reserved AS quantity_in_stock FROM product_variations WHERE product_id = ? ORDER BY id', [id]),
  ])
  const { copy, listing } = await listingOf(id, product !== null)
  if (!product || !listing) throw notFound('Product')
  const suggestions = suggestionsFor(listing, await mostViewed(copy)).map(other => summaryText(other, copy.names, favourites.has(other.id)))
  const rest = { description: product.description, features: readFeatures(product.features), variations, ...neighboursOf(id, copy) }
  return written(`{"product":${summaryText(listing, copy.names, favourites.has(id)).slice(0, -1)},${JSON.stringify(rest).slice(1, -1)},"suggestions":[${suggestions.join(',')}]}}`)
}

/** A product that another process has just put on sale may not be in the copy yet. */
async function listingOf(id: number, expected: boolean): Promise<{ copy: ListingCopy; listing: Listing | undefined }> {
  const held = await listingCopy()
  if (held.listings.has(id) || !expected) return { copy: held, listing: held.listings.get(id) }
  listingsChanged()
  const copy = await listingCopy()
  return { copy, listing: copy.listings.get(id) }
}

let ids: { version: number; sorted: number[] } = { version: -1, sorted: [] }

/** The products on sale before and after this one, by id. */
function neighboursOf(id: number, { version, listings }: ListingCopy) {
  if (ids.version !== version) ids = { version, sorted: [...listings.keys()].sort((a, b) => a - b) }
  const at = ids.sorted.indexOf(id)
  const linkTo = (neighbour: number | undefined) => {
    const found = neighbour === undefined ? undefined : listings.get(neighbour)
    return found ? { id: found.id, slug: (JSON.parse(found.summary) as { slug: string }).slug } : null
  }
  return { previous: linkTo(ids.sorted[at - 1]), next: linkTo(ids.sorted[at + 1]) }
}

/** The most viewed of the same category, then of the whole shop. */
function suggestionsFor({ id, category_id }: Listing, popular: readonly Listing[]): Listing[] {
  const akin: Listing[] = []
  for (let i = 0; i < popular.length && akin.length < SUGGESTIONS; i++) if (popular[i]!.category_id === category_id && popular[i]!.id !== id) akin.push(popular[i]!)
  const others = popular.slice(0, 2 * SUGGESTIONS + 1).filter(other => other.id !== id && !akin.includes(other))
  return [...akin, ...others].slice(0, SUGGESTIONS)
}
