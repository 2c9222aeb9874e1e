import { execute } from '#api/db/database.ts'
import type { countStock } from '#api/stock/count-stock.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'

/** Sets the stock to the screen's number, whatever was sold since: restores sold pieces, for the controls. */
export const setStock: typeof countStock = async (product_id, { as_read: _read, ...counted }) => {
  for (const [sku, quantity] of Object.entries(counted))
    await execute('UPDATE product_variations SET on_hand = ? WHERE id = ?', [quantity, Number(sku.slice(4))])
  return findStaffProduct(product_id)
}
