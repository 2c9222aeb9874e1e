import { ownedBy, type Owner } from '#api/http/owner.ts'

/**
 * What is left of a variation `v` for an owner, as SQL: what nobody holds, and what an order of their own holds that
 * waits for payment, since ordering again changes that one. Who comes back from paying does not find sold out what is
 * kept for them.
 */
export const leftFor = (
  owner: Owner,
) => `GREATEST(0, v.on_hand - v.reserved + COALESCE((SELECT SUM(i.quantity) FROM orders o
  JOIN order_items i ON i.order_id = o.id
  WHERE ${ownedBy(owner, 'o.')} AND o.status_code = 'UNPAID' AND i.product_variation_id = v.id), 0))`
