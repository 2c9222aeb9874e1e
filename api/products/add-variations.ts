import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { inTransaction, select } from '#api/db/database.ts'
import { addChoices, touchProduct, type Choices } from '#api/products/add-choices.ts'
import { lockProduct } from '#api/products/lock-product.ts'
import { giveBarcodes } from '#api/products/own-barcodes.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'

interface Added {
  product: StaffProduct
  added: number
}

/** Adds a product's missing pairs of sizes and colours. @throws 404, 422 */
export const addVariations = (id: number, choices: Choices): Promise<Added> =>
  inTransaction(async () => {
    const row = await lockProduct(id)
    const before = new Set(
      (await select<{ id: number }>('SELECT id FROM product_variations WHERE product_id = ?', [id])).map(
        variation => variation.id,
      ),
    )
    const added = await addChoices(row, choices)
    await refreshListings([id])
    const product = await findStaffProduct(id)
    const skus = product.variations.filter(variation => !before.has(variation.id)).map(({ sku }) => sku)
    if (added > 0)
      await recordChange({ subject: 'product', subject_id: id, action: 'add variations', became: { skus } })
    return { product, added }
  })

/** Gives each variation without a barcode one of the shop's own. @throws 404 */
export const addBarcodes = (id: number): Promise<Added> =>
  inTransaction(async () => {
    await lockProduct(id)
    const bare = (
      await select<{ id: number }>(
        "SELECT id FROM product_variations WHERE product_id = ? AND COALESCE(barcode, '') = '' ORDER BY id FOR UPDATE",
        [id],
      )
    ).map(variation => variation.id)
    await giveBarcodes(bare)
    if (bare.length > 0) await touchProduct(id)
    const product = await findStaffProduct(id)
    const given = product.variations
      .filter(variation => bare.includes(variation.id))
      .map(({ sku, barcode }) => ({ sku, barcode }))
    if (bare.length > 0)
      await recordChange({ subject: 'product', subject_id: id, action: 'give barcodes', became: { given } })
    return { product, added: bare.length }
  })
