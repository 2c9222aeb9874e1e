import {
  findUsableCoupon,
  HOLDS_NOW,
  readCoupon,
  refuseTooOften,
  USED_UP,
  USE_LEFT,
  type CouponUser,
} from '#api/coupons/coupons.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'

/** A use is not an edit, so it leaves `updated_at` alone. */
const NO_NEWS = 'updated_at = updated_at'

/**
 * Takes one use of a coupon in the surrounding transaction, and returns the coupon, locked until that ends. The lock
 * comes before the count of this customer's uses, so orders at the same time count correctly.
 * @throws 422 on `coupon_code` if they cannot use it now
 */
export async function takeUse(code: string, customer: CouponUser): Promise<CheckoutCoupon> {
  const { id } = await findUsableCoupon(code, customer)
  const taken = await execute(
    `UPDATE coupons SET current_usage = current_usage + 1, ${NO_NEWS} WHERE id = ? AND ${HOLDS_NOW}`,
    [id],
  )
  if (taken === 0) {
    await findUsableCoupon(code, customer) // says why it failed
    throw invalid({ coupon_code: [USED_UP] })
  }
  const coupon = await readCoupon(id)
  await refuseTooOften(coupon, customer)
  return coupon
}

/** Notes which order used the coupon. */
export const noteUse = (order_id: number, coupon_id: number) => insertRow('coupon_redemptions', { order_id, coupon_id })

/** An order and its coupon, whether or not the use is currently taken. */
interface Holder {
  id: number
  coupon_id: number | null
}

/** Returns an order's use, if it has one. */
export async function giveBackUse({ id, coupon_id }: Holder): Promise<void> {
  const held = await execute('DELETE FROM coupon_redemptions WHERE order_id = ?', [id])
  if (held === 1)
    await execute(
      `UPDATE coupons SET current_usage = current_usage - 1, ${NO_NEWS} WHERE id = ? AND current_usage > 0`,
      [coupon_id],
    )
}

/**
 * Returns an order's use before it takes another coupon's. Locks both coupons in ascending id, so that two orders that
 * swap codes queue instead of deadlocking.
 */
export async function giveBackUseFor(order: Holder, code: string | null): Promise<void> {
  if (order.coupon_id === null) return
  const wanted = code ? await selectOne<{ id: number }>('SELECT id FROM coupons WHERE code = ?', [code]) : null
  await select('SELECT id FROM coupons FORCE INDEX (PRIMARY) WHERE id IN (:ids) ORDER BY id FOR UPDATE', {
    ids: [order.coupon_id, wanted?.id ?? order.coupon_id],
  })
  await giveBackUse(order)
}

/**
 * Takes a use again for an order already paid with the discount: only the total number of uses still counts. False if
 * none is left.
 */
export async function retakeUse(order_id: number, coupon_id: number): Promise<boolean> {
  const taken = await execute(
    `UPDATE coupons SET current_usage = current_usage + 1, ${NO_NEWS} WHERE id = ? AND ${USE_LEFT}`,
    [coupon_id],
  )
  if (taken === 0) return false
  await noteUse(order_id, coupon_id)
  return true
}
