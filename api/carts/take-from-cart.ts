import { execute } from '#api/db/database.ts'
import { ownedBy, type Owner } from '#api/http/owner.ts'

/** Takes ordered goods out of the owner's cart; anything beyond that stays. The caller has locked the owner. */
export async function takeFromCart(owner: Owner, order_id: number): Promise<void> {
  const ordered =
    'cart_items c JOIN order_items i ON i.product_variation_id = c.product_variation_id AND i.order_id = :order_id'
  await execute(`DELETE c FROM ${ordered} WHERE ${ownedBy(owner, 'c.')} AND c.quantity <= i.quantity`, {
    ...owner,
    order_id,
  })
  await execute(`UPDATE ${ordered} SET c.quantity = c.quantity - i.quantity WHERE ${ownedBy(owner, 'c.')}`, {
    ...owner,
    order_id,
  })
}
