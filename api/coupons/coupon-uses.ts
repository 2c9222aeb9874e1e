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

/** How often a coupon was used is no news to whoever changes it. */
const NO_NEWS = 'updated_at = updated_at'

/**
 * Takes one use of a coupon, in the transaction around it, and returns it; nobody else can change or use it until that
 * ends. So what this customer used before is counted after their turn has come, however many of their orders come at
 * once.
 * @throws 422 on `coupon_code` where they cannot use it now
 */
export async function takeUse(code: string, customer: CouponUser): Promise<CheckoutCoupon> {
  const { id } = await findUsableCoupon(code, customer)
  const taken = await execute(
    `UPDATE coupons SET current_usage = current_usage + 1, ${NO_NEWS} WHERE id = ? AND ${HOLDS_NOW}`,
    [id],
  )
  if (taken === 0) {
    await findUsableCoupon(code, customer) // says what it is by now
    throw invalid({ coupon_code: [USED_UP] })
  }
  const coupon = await readCoupon(id)
  await refuseTooOften(coupon, customer)
  return coupon
}

/** Notes which order a use belongs to. */
export const noteUse = (order_id: number, coupon_id: number) => insertRow('coupon_redemptions', { order_id, coupon_id })

/** An order and the coupon it names, whether that is taken at present or not. */
interface Holder {
  id: number
  coupon_id: number | null
}

/** Gives the use of an order back, where it has one. */
export async function giveBackUse({ id, coupon_id }: Holder): Promise<void> {
  const held = await execute('DELETE FROM coupon_redemptions WHERE order_id = ?', [id])
  if (held === 1)
    await execute(
      `UPDATE coupons SET current_usage = current_usage - 1, ${NO_NEWS} WHERE id = ? AND current_usage > 0`,
      [coupon_id],
    )
}

/**
 * Gives the use of an order back, before another is taken for it. Both coupons are locked in ascending id, so that two
 * orders that change theirs crosswise queue instead of deadlocking.
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
 * Takes a use again for an order that was paid by its terms: only the number of uses still counts. False where none is
 * left.
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
