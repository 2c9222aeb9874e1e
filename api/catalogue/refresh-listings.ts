import { describeProducts, type Described } from '#api/catalogue/describe-products.ts'
import type { ListedVariant } from '#api/catalogue-index/listing.ts'
import { listingsChanged } from '#api/catalogue/listing-copy.ts'
import { indexedWords } from '#api/words/search-words.ts'
import { execute, select, sqlTime } from '#api/db/database.ts'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { hasOwnPrice, priceRange } from '#sync/protocol/pricing.ts'
import { toPesewas } from '#sync/protocol/money.ts'

const AT_ONCE = 500

/** A listing's `summary`, without members that change by themselves or are named elsewhere. */
export type StoredSummary = Omit<
  ProductSummary,
  'price_from' | 'price_to' | 'category' | 'sizes' | 'colours' | 'views' | 'in_stock' | 'favorited'
>

/**
 * Rewrites how these products appear in the shop's lists and search. Call inside the transaction that changed a
 * product, its variations or its pictures; a stock change does not need it.
 */
export async function refreshListings(ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  for (let from = 0; from < sorted.length; from += AT_ONCE) await refresh(sorted.slice(from, from + AT_ONCE))
  listingsChanged(sorted)
}

async function refresh(ids: readonly number[]): Promise<void> {
  const kept = (await describeProducts(ids)).filter(({ deleted_at }) => deleted_at === null)
  const live = kept.filter(({ status_code }) => status_code === 'LIVE')
  await touchReturning(kept)
  await remove('product_listings', ids, live)
  await remove('product_words', ids, kept)
  const names = await namesUsed(kept)
  const words = new Map(kept.map(product => [product.id, wordsOf(product, names)]))
  if (live.length > 0)
    await execute(
      `INSERT INTO product_listings (product_id, category_id, name, price, views, created_at, choices, summary, words)
        VALUES :rows
    ON DUPLICATE KEY UPDATE category_id = VALUES(category_id), name = VALUES(name), price = VALUES(price),
      views = VALUES(views),
    created_at = VALUES(created_at), choices = VALUES(choices), summary = VALUES(summary),
      words = VALUES(words)`,
      { rows: live.map(product => [...listingRow(product), words.get(product.id)]) },
    )
  if (kept.length === 0) return
  await execute(
    'INSERT INTO product_words (product_id, words) VALUES :rows ON DUPLICATE KEY UPDATE words = VALUES(words)',
    { rows: [...words] },
  )
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

/** Marks variations as changed when the prices of their products changed, so that tills learn what each costs now. */
export async function touchVariations(ids: readonly number[]): Promise<void> {
  const rows = await select<{ id: number }>(
    `SELECT id FROM product_variations WHERE product_id IN (:ids) AND (retail_price IS NULL OR discount IS NULL)
    ORDER BY id`,
    { ids: [0, ...ids] },
  )
  if (rows.length === 0) return
  await execute(
    'UPDATE product_variations FORCE INDEX (PRIMARY) SET updated_at = CURRENT_TIMESTAMP(3) WHERE id IN (?)',
    [rows.map(row => row.id)],
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
  const { id, slug, name, category_id, status_code, images, rating } = product
  const { retail_price, discount, price_from } = priceRange(product, variations)
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
    ...(rating && { rating }),
  }
  const ownPrices = variations.some(hasOwnPrice)
  const choices = variations.map(
    ({ size_code, colour_code, quantity_in_stock, price, price_before }): ListedVariant => {
      const left = quantity_in_stock > 0 ? 1 : 0
      return ownPrices
        ? [size_code, colour_code, left, toPesewas(price), price < price_before ? 1 : 0]
        : [size_code, colour_code, left]
    },
  )
  return [
    id,
    category_id,
    name,
    price_from,
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
