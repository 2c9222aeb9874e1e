import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { inTransaction, insertRow, isDuplicate } from '#api/db/database.ts'
import { addChoices } from '#api/products/add-choices.ts'
import { addPictures } from '#api/products/product-pictures.ts'
import { refuseWrong } from '#api/products/product-rules.ts'
import { freeSlug } from '#api/products/slugs.ts'
import type { SentPicture } from '#api/uploads/picture-form.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { NewProduct } from '#sync/protocol/endpoints/products.ts'

/**
 * Adds a product with a variation for each pair of its sizes and colours, and its pictures in order. Its stock is zero.
 * @throws 422 for an unknown category, size or colour, or a discount above the price
 */
export const makeProduct = (
  { sizes, colours, features, ...wish }: NewProduct,
  pictures: readonly SentPicture[],
): Promise<StaffProduct> =>
  inTransaction(async () => {
    await refuseWrong(wish)
    const columns = { ...wish, features: JSON.stringify(features) }
    const { id, slug } = await insertUnderFreeSlug(columns)
    await addChoices({ id, slug }, { sizes, colours })
    await addPictures({ id, name: wish.name }, pictures)
    await refreshListings([id])
    const product = await findStaffProduct(id)
    await recordChange({
      subject: 'product',
      subject_id: id,
      action: 'add',
      became: {
        ...columns,
        slug,
        skus: product.variations.map(({ sku }) => sku),
        pictures: pictures.map(({ name }) => name),
      },
    })
    return product
  })

const TRIES = 30

/**
 * Products with the same name may be added at the same time: each time one of them gets the address, and the rest try
 * again.
 */
async function insertUnderFreeSlug(columns: Record<string, unknown>): Promise<{ id: number; slug: string }> {
  for (let tries = 1; ; tries++) {
    const slug = await freeSlug(String(columns.name))
    try {
      return { id: await insertRow('products', { slug, ...columns }), slug }
    } catch (error) {
      if (tries === TRIES || !isDuplicate(error)) throw error
    }
  }
}
