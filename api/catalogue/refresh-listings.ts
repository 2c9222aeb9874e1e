import { describeProducts, type Described } from '#api/catalogue/describe-products.ts'
import { listingsChanged, type ListedVariant } from '#api/catalogue/listing-copy.ts'
import { keepTerms } from '#api/catalogue/search-terms.ts'
import { indexedWords, wordsIn } from '#api/catalogue/search-words.ts'
import { execute, select, sqlTime } from '#api/db/database.ts'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { priceShown } from '#sync/protocol/pricing.ts'

const AT_ONCE = 500

/** A listing's `summary`, without members that change by themselves or are named elsewhere. */
export type StoredSummary = Omit<ProductSummary, 'category' | 'sizes' | 'colours' | 'views' | 'in_stock' | 'favorited'>

/**
 * Rewrites how these products appear in the shop's lists and search. Call inside the transaction that changed a
 * product, its variations or its pictures; a stock change does not need it.
 */
export async function refreshListings(ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  for (let from = 0; from < sorted.length; from += AT_ONCE) await refresh(sorted.slice(from, from + AT_ONCE))
  listingsChanged()
}

async function refresh(ids: readonly number[]): Promise<void> {
  const kept = (await describeProducts(ids)).filter(({ deleted_at }) => deleted_at === null)
  const live = kept.filter(({ status_code }) => status_code === 'LIVE')
  await touchReturning(kept)
  await remove('product_listings', ids, live)
  await remove('product_words', ids, kept)
  if (live.length > 0)
    await execute(
      `INSERT INTO product_listings (product_id, category_id, name, price, views, created_at, choices, summary)
        VALUES :rows
    ON DUPLICATE KEY UPDATE category_id = VALUES(category_id), name = VALUES(name), price = VALUES(price),
      views = VALUES(views),
    created_at = VALUES(created_at), choices = VALUES(choices), summary = VALUES(summary)`,
      { rows: live.map(listingRow) },
    )
  const names = await namesUsed(kept)
  if (kept.length === 0) return
  const rows = kept.map(product => ({ id: product.id, words: wordsOf(product, names) }))
  await execute(
    'INSERT INTO product_words (product_id, words) VALUES :rows ON DUPLICATE KEY UPDATE words = VALUES(words)',
    { rows: rows.map(({ id, words }) => [id, words]) },
  )
  await keepTerms(rows.flatMap(({ words }) => wordsIn(words)))
}

/** Tills dropped the variations of a deleted product, so a restore must mark them as changed too. */
async function touchReturning(kept: readonly Described[]): Promise<void> {
  const known = new Set(
    (
      await select<{ product_id: number }>('SELECT product_id FROM product_words WHERE product_id IN (:ids)', {
        ids: [0, ...kept.map(({ id }) => id)],
      })
    ).map(({ product_id }) => product_id),
  )
  const ids = kept.filter(({ id, variations }) => !known.has(id) && variations.length > 0).map(({ id }) => id)
  if (ids.length > 0)
    await execute(
      'UPDATE product_variations SET updated_at = CURRENT_TIMESTAMP(3) WHERE product_id IN (:ids) AND updated_at < CURRENT_TIMESTAMP(3) - INTERVAL 1 MINUTE',
      { ids },
    )
}

async function remove(
  table: 'product_listings' | 'product_words',
  ids: readonly number[],
  kept: readonly Described[],
): Promise<void> {
  const staying = new Set(kept.map(({ id }) => id))
  const gone = ids.filter(id => !staying.has(id))
  if (gone.length > 0) await execute(`DELETE FROM ${table} WHERE product_id IN (?)`, [gone])
}

function listingRow({ variations, ...product }: Described): unknown[] {
  const { id, slug, name, category_id, retail_price, discount, status_code, images } = product
  const summary: StoredSummary = {
    id,
    slug,
    name,
    category_id,
    retail_price,
    discount,
    status_code,
    created_at: product.created_at.toJSON(),
    images,
  }
  const choices = variations.map(({ size_code, colour_code, quantity_in_stock }): ListedVariant => [
    size_code,
    colour_code,
    quantity_in_stock > 0 ? 1 : 0,
  ])
  return [
    id,
    category_id,
    name,
    priceShown(product),
    product.views,
    sqlTime(product.created_at.getTime()),
    JSON.stringify(choices),
    JSON.stringify(summary),
  ]
}

/** The names of the sizes and colours in these products, by kind and code. */
async function namesUsed(products: readonly Described[]): Promise<Map<string, string>> {
  const codes = [
    ...new Set(
      products.flatMap(({ variations }) =>
        variations.flatMap(({ size_code, colour_code }) => [`size ${size_code}`, `colour ${colour_code}`]),
      ),
    ),
  ]
  if (codes.length === 0) return new Map()
  const rows = await select<{ code: string; name: string }>(
    `SELECT CONCAT('size ', code) AS code, name FROM sizes WHERE CONCAT('size ', code) IN (:codes)
    UNION ALL SELECT CONCAT('colour ', code), name FROM colours WHERE CONCAT('colour ', code) IN (:codes)`,
    { codes },
  )
  return new Map(rows.map(({ code, name }) => [code, name]))
}

const wordsOf = ({ name, category_name, features, variations }: Described, names: ReadonlyMap<string, string>) =>
  indexedWords([
    name,
    category_name,
    ...features,
    ...variations.flatMap(({ size_code, colour_code }) => [
      size_code,
      names.get(`size ${size_code}`) ?? '',
      names.get(`colour ${colour_code}`) ?? '',
    ]),
  ])
