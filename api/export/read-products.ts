import { describeProducts, type Described } from '#api/catalogue/describe-products.ts'
import { readNames, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { selectionOf } from '#api/catalogue/staff-products.ts'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { inBatches } from '#api/lists/csv.ts'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import { pictureLink } from '#sync/protocol/shop/pictures.ts'
import type { ProductFilter } from '#sync/protocol/endpoints/products.ts'

/** A product for other programs' files: its pictures are web addresses. */
export interface Exported extends Omit<Described, 'images'> {
  pictures: { address: string; alt: string; colour_code: string | null }[]
  names: ListingNames
}

const BATCH = 200

/** The products that match a list's filters, oldest first, with everything that belongs to them. */
export async function* readProducts(filters: ProductFilter): AsyncGenerator<Exported> {
  const { from, values } = selectionOf(filters)
  const names = await readNames()
  yield* inBatches(async after => {
    const ids = (
      await select<{ id: number }>(`SELECT p.id FROM ${from} AND p.id > :after ORDER BY p.id LIMIT :limit`, {
        ...values,
        after,
        limit: BATCH,
      })
    ).map(({ id }) => id)
    if (ids.length === 0) return []
    const [products, pictures] = [await describeProducts(ids), await picturesOf(ids)]
    return products.map(({ images: _, ...product }): Exported => ({
      ...product,
      names,
      pictures: pictures.get(product.id) ?? [],
    }))
  })
}

interface StoredPicture {
  product_id: number
  name: string | null
  alt: string | null
  source: string | null
  colour_code: string | null
}

/** A picture's web source, else its own address; leaves out pictures still to be drawn. */
async function picturesOf(product_ids: readonly number[]): Promise<Map<number, Exported['pictures']>> {
  const rows = await select<StoredPicture>(
    `SELECT product_id, name, alt, source, colour_code FROM product_images
    WHERE product_id IN (:product_ids) ORDER BY product_id, position, id`,
    { product_ids },
  )
  const found = new Map<number, Exported['pictures']>()
  for (const { product_id, name, alt, source, colour_code } of rows) {
    const address =
      source !== null && /^https?:/.test(source)
        ? source
        : name === null
          ? null
          : env.shopUrl + pictureAt(pictureLink(name), 1200)
    if (address !== null)
      found.set(product_id, [...(found.get(product_id) ?? []), { address, alt: alt ?? '', colour_code }])
  }
  return found
}
