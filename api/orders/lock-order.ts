import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { holdOwner, type Owner } from '#api/http/owner.ts'
import type { OrderStatus, OrderType } from '#sync/protocol/shop/order.ts'

/** An order locked until the transaction ends. `total` in cedis. */
export interface LockedOrder extends Owner {
  id: number
  type_code: OrderType
  status_code: OrderStatus
  total: number
  /** In cedis; above 0 for an order that is paid on delivery and not collected yet. */
  due: number
  /** In cedis; paid if something is due, else what an unpaid order waits for instead of its total. */
  deposit: number
  /** What a gift card pays of it, in cedis. */
  gift: number
  coupon_id: number | null
  reserved_until: Date | null
  paid_at: Date | null
  updated_at: Date
  /** Why it was cancelled: a late payment revives only an EXPIRY; only a RETURN was paid. */
  cancelled_by: 'EXPIRY' | 'PERSON' | 'RETURN' | null
}

/**
 * Locks an order, after its owner: sign-in, cart and checkout also lock the owner first.
 * @throws 404
 */
export async function lockOrder(id: number): Promise<LockedOrder> {
  let owner = await selectOne<Owner>('SELECT user_id, session_id FROM orders WHERE id = ?', [id])
  if (!owner) throw notFound('Order')
  for (;;) {
    await holdOwner(owner)
    const order = (await selectOne<LockedOrder>(
      `SELECT id, type_code, status_code, user_id, session_id, total, due, deposit, gift, coupon_id,
        reserved_until, paid_at, updated_at, cancelled_by
      FROM orders WHERE id = ? FOR UPDATE`,
      [id],
    ))!
    if (order.user_id === owner.user_id && order.session_id === owner.session_id) return order
    // A guest who has just signed in took the order along.
    owner = order
  }
}
