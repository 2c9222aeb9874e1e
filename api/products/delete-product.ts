import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction } from '#api/db/database.ts'
import { lockProduct } from '#api/products/lock-product.ts'

/**
 * Removes a product from every list. Its row stays for its orders, and as the tombstone that tills pull. It is no
 * longer for sale, so a till that does not know yet sells it with an exception.
 * @throws 404
 */
export const deleteProduct = (id: number): Promise<void> =>
  inTransaction(async () => {
    const row = await lockProduct(id)
    await execute("UPDATE products SET deleted_at = CURRENT_TIMESTAMP(3), status_code = 'INACTIVE' WHERE id = ?", [id])
    await refreshListings([id])
    await recordChange({ subject: 'product', subject_id: id, action: 'delete', was: row })
  })
