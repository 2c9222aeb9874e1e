import { ownedBy, type Owner } from '#api/http/owner.ts'

/**
 * What is left of a variation `v` for an owner, as SQL: unreserved stock, plus what their own unpaid order holds,
 * because ordering again changes that order. A shopper who comes back from paying must not find their own goods sold
 * out.
 */
export const leftFor = (
  owner: Owner,
) => `GREATEST(0, v.on_hand - v.reserved + COALESCE((SELECT SUM(i.quantity) FROM orders o
  JOIN order_items i ON i.order_id = o.id
  WHERE ${ownedBy(owner, 'o.')} AND o.status_code = 'UNPAID' AND i.product_variation_id = v.id), 0))`
