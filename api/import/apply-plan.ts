import { recordChanges, type Change } from '#api/audit/record-change.ts'
import { refreshListings, touchVariations } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, insertRows, select, sqlTime } from '#api/db/database.ts'
import { askedBy } from '#api/http/asked-by.ts'
import { differencesOf } from '#api/import/differences.ts'
import type { Plan, PlannedProduct } from '#api/import/plan-batch.ts'
import type { ChangedPicture } from '#api/import/plan-pictures.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { moveStock } from '#api/stock/stock.ts'
import { isSamePrice } from '#sync/protocol/pricing.ts'

/** A picture that does not come from the web. Without a name its files are still to come. */
export interface GivenPicture {
  name: string | null
  dominant: string | null
}

/** Who imports, and which pictures need not be fetched. */
export interface Importer {
  user_id: number | null
  /** The import that fetches the pictures. */
  import_id: number | null
  pictureOf: (source: string, slug: string) => GivenPicture | null
}

/** Writes a plan in the surrounding transaction, with as many statements for a batch as for one product. */
export async function applyPlan(plan: Plan, { user_id, import_id, pictureOf }: Importer): Promise<void> {
  const products = plan.products.filter(({ outcome }) => outcome !== 'unchanged')
  if (products.length === 0) return
  await addWords(plan, products)
  const ids = await writeProducts(products)
  const now = sqlTime(Date.now())
  await writeVariations(products, ids, user_id)
  await touchVariations(products.filter(isRepriced).map(({ stored }) => stored!.id))
  await insertRows(
    'product_images',
    products.flatMap(({ draft, newPictures }) =>
      newPictures.map(({ source, alt, position, colour_code }) => {
        const picture = pictureOf(source, draft.slug)
        return {
          product_id: ids.get(draft.slug)!,
          position,
          name: picture?.name ?? null,
          dominant: picture?.dominant ?? null,
          alt,
          colour_code,
          source,
          next_fetch_at: picture ? null : now,
          import_id: picture ? null : import_id,
        }
      }),
    ),
  )
  await changePictures(products.flatMap(({ changedPictures }) => changedPictures))
  await refreshListings([...new Set(ids.values())])
  if (askedBy()) await recordChanges(products.map(product => changeOf(product, ids.get(product.draft.slug)!)))
}

async function changePictures(pictures: readonly ChangedPicture[]): Promise<void> {
  if (pictures.length === 0) return
  await execute(
    `INSERT INTO product_images (id, product_id, colour_code, alt) VALUES :rows
    ON DUPLICATE KEY UPDATE colour_code = VALUES(colour_code), alt = VALUES(alt)`,
    { rows: pictures.map(({ stored, colour_code, alt }) => [stored.id, stored.product_id, colour_code, alt]) },
  )
}

/** A product whose variations without a price of their own cost something else now. */
const isRepriced = ({ stored, columns }: PlannedProduct) =>
  stored !== null &&
  !(isSamePrice(stored.retail_price, columns.retail_price) && isSamePrice(stored.discount, columns.discount))

/** What the change log records of a product: changed members in full, and changed variations with their names. */
function changeOf(product: PlannedProduct, subject_id: number): Change {
  const differences = differencesOf(product, true)
  const members = (side: 'was' | 'becomes') =>
    Object.fromEntries(
      differences.flatMap(({ what, of, [side]: value }) =>
        value === null ? [] : [[of ? `${what}: ${of}` : what, value]],
      ),
    )
  return {
    subject: 'product',
    subject_id,
    action: 'import',
    was: product.outcome === 'created' ? null : members('was'),
    became: { ...(product.outcome === 'created' && { name: product.name }), ...members('becomes') },
  }
}

/** Adds missing categories, sizes and colours. */
async function addWords(plan: Plan, products: readonly PlannedProduct[]): Promise<void> {
  const variations = products.flatMap(({ newVariations }) => newVariations)
  const sizes = new Set(variations.map(({ size_code }) => size_code))
  const colours = new Set(variations.map(({ colour_code }) => colour_code))
  await addCategories(plan, products)
  await insertRows(
    'sizes',
    plan.sizes.filter(({ code }) => sizes.has(code)).map(({ code, name }) => ({ code, name })),
  )
  await insertRows(
    'colours',
    plan.colours.filter(({ code }) => colours.has(code)).map(({ code, name }) => ({ code, name })),
  )
}

async function addCategories(plan: Plan, products: readonly PlannedProduct[]): Promise<void> {
  const needed = new Set(products.map(({ category }) => keyOf(category)))
  for (const { name, parent } of plan.categories.toReversed())
    if (parent !== null && needed.has(keyOf(name))) needed.add(keyOf(parent))
  const missing = plan.categories.filter(({ name }) => needed.has(keyOf(name)))
  if (missing.length === 0) return
  await select('SELECT id FROM categories ORDER BY id LIMIT 1 FOR UPDATE') // another process may be adding the same
  const ids = await categoryIds()
  for (const { name, parent } of missing)
    if (!ids.has(keyOf(name)))
      ids.set(
        keyOf(name),
        await insertRow('categories', { name, parent_id: parent === null ? null : ids.get(keyOf(parent)) }),
      )
}

/** By the key of their names; the oldest if names repeat. */
const categoryIds = async () =>
  new Map(
    (await select<{ id: number; name: string }>('SELECT id, name FROM categories ORDER BY id DESC')).map(
      ({ id, name }) => [keyOf(name), id],
    ),
  )

/** Returns the ids by slug. */
async function writeProducts(products: readonly PlannedProduct[]): Promise<Map<string, number>> {
  const categories = await categoryIds()
  const rowOf = ({ draft, name, category, columns, stored }: PlannedProduct) => {
    const category_id =
      stored && keyOf(stored.category_name) === keyOf(category) ? stored.category_id : categories.get(keyOf(category))!
    return { slug: draft.slug, name, category_id, ...columns }
  }
  const made = products.filter(({ outcome }) => outcome === 'created')
  const now = Date.now()
  await insertRows(
    'products',
    made.map(product => ({ ...rowOf(product), created_at: sqlTime(product.draft.fields.created_at ?? now) })),
  )
  const changed = products.filter(({ outcome, stored }) => outcome === 'updated' && stored)
  if (changed.length > 0)
    await execute(
      `INSERT INTO products (id, slug, name, category_id, description, features, retail_price, discount, status_code)
        VALUES :rows
    ON DUPLICATE KEY UPDATE name = VALUES(name), category_id = VALUES(category_id), description = VALUES(description),
      features = VALUES(features),
    retail_price = VALUES(retail_price), discount = VALUES(discount), status_code = VALUES(status_code),
    deleted_at = NULL, updated_at = CURRENT_TIMESTAMP(3)`,
      { rows: changed.map(product => [product.stored!.id, ...Object.values(rowOf(product))]) },
    )
  const ids = new Map(changed.map(({ draft, stored }) => [draft.slug, stored!.id]))
  if (made.length === 0) return ids
  const rows = await select<{ id: number; slug: string }>('SELECT id, slug FROM products WHERE slug IN (:slugs)', {
    slugs: made.map(({ draft }) => draft.slug),
  })
  for (const { id, slug } of rows) ids.set(slug, id)
  return ids
}

async function writeVariations(
  products: readonly PlannedProduct[],
  ids: ReadonlyMap<string, number>,
  user_id: number | null,
): Promise<void> {
  const changed = products.flatMap(({ changedVariations }) => changedVariations)
  if (changed.length > 0)
    await execute(
      `INSERT INTO product_variations (id, product_id, size_code, colour_code, sku, barcode, retail_price, discount,
        weight) VALUES :rows
    ON DUPLICATE KEY UPDATE sku = VALUES(sku), barcode = VALUES(barcode), retail_price = VALUES(retail_price),
      discount = VALUES(discount), weight = VALUES(weight)`,
      {
        rows: changed.map(({ stored, sku, barcode, own }) => [
          stored.id,
          stored.product_id,
          stored.size_code,
          stored.colour_code,
          sku,
          barcode,
          own.retail_price,
          own.discount,
          own.weight,
        ]),
      },
    )

  const made = products.flatMap(({ draft: { slug }, newVariations }) =>
    newVariations.map(variation => ({ ...variation, product_id: ids.get(slug)! })),
  )
  if (made.length === 0) return
  await insertRows(
    'product_variations',
    made.map(({ product_id, sku, draft, size_code, colour_code, own }) => ({
      product_id,
      sku,
      barcode: draft.barcode || null,
      size_code,
      colour_code,
      ...own,
    })),
  )
  const rows = await select<{ id: number; sku: string }>(
    'SELECT id, sku FROM product_variations WHERE sku IN (:skus)',
    { skus: made.map(({ sku }) => sku) },
  )
  const idOf = new Map(rows.map(({ id, sku }) => [sku, id]))
  await moveStock(
    made
      .filter(({ draft }) => draft.quantity > 0)
      .map(({ sku, draft }) => ({
        product_variation_id: idOf.get(sku)!,
        order_id: null,
        reason: 'RECEIPT',
        quantity: draft.quantity,
        user_id,
      })),
  )
}
