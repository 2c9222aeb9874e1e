import { select, selectOne } from '#api/db/database.ts'
import { AppError, invalid } from '#api/errors.ts'
import { coupon as entity, type CheckoutCoupon, type Coupon } from '#sync/protocol/entities/coupon.ts'

/**
 * Who wants to use a coupon: their account, their phone number, or both. With neither, no limit per customer applies.
 */
export interface CouponUser {
  user_id: number | null
  phone: string | null
}

/**
 * The coupon with this code, in any case. @throws 422 on `coupon_code` if it is unknown or this customer cannot use it
 * now
 */
export async function findUsableCoupon(code: string, customer: CouponUser): Promise<CheckoutCoupon> {
  const coupon = await selectOne<Coupon>(`SELECT ${COLUMNS} FROM coupons WHERE code = ?`, [code])
  if (!coupon || !isSameCode(coupon.code, code)) throw invalid({ coupon_code: [UNKNOWN] })
  const refusal = whyNot(coupon)
  if (refusal) throw invalid({ coupon_code: [refusal] })
  await refuseTooOften(coupon, customer)
  return withCategories(coupon)
}

/** A coupon as it is now, usable or not. */
export const readCoupon = async (id: number): Promise<CheckoutCoupon> =>
  withCategories((await selectOne<Coupon>(`SELECT ${COLUMNS} FROM coupons WHERE id = ?`, [id]))!)

const withCategories = async (coupon: Coupon): Promise<CheckoutCoupon> => ({
  ...coupon,
  category_ids: await categoriesHeldFor(coupon.id),
})

const COLUMNS = ['id', ...Object.keys(entity.fields)].join(', ')

/** True if a use is left, as SQL of `coupons`. */
export const USE_LEFT = '(COALESCE(max_usage, 0) = 0 OR current_usage < max_usage)'
/** The same, and that the coupon is valid on this day. */
export const HOLDS_NOW = `status_code = 'ACTIVE' AND (starts_on IS NULL OR starts_on <= UTC_DATE()) AND (expires_on IS NULL OR expires_on >= UTC_DATE()) AND ${USE_LEFT}`

/** How often a customer (:user_id or :phone) has used a coupon, as SQL; `coupon` is its id. */
export const usesOf = (coupon: string) =>
  `SELECT COUNT(*) AS n FROM coupon_redemptions r JOIN orders o ON o.id = r.order_id
    WHERE r.coupon_id = ${coupon} AND (o.user_id = :user_id OR o.customer_phone = :phone)`

/** @throws 422 if the customer has reached the limit */
export async function refuseTooOften(
  { id, max_per_customer }: Pick<Coupon, 'id' | 'max_per_customer'>,
  customer: CouponUser,
): Promise<void> {
  if (!max_per_customer) return
  const { n } = (await selectOne<{ n: number }>(usesOf(':id'), { id, ...customer }))!
  if (n >= max_per_customer)
    throw invalid({
      coupon_code: [
        max_per_customer === 1
          ? 'You have used this code already.'
          : `You have used this code ${max_per_customer} times already.`,
      ],
    })
}

/**
 * A coupon's categories and all below them; none if it covers everything. The depth is bounded, so that a cycle ends
 * too.
 */
async function categoriesHeldFor(coupon_id: number): Promise<number[]> {
  const rows = await select<{ id: number }>(
    `WITH RECURSIVE held (id, depth) AS (
      SELECT category_id, 0 FROM coupon_categories WHERE coupon_id = ?
      UNION ALL SELECT c.id, held.depth + 1 FROM categories c JOIN held ON c.parent_id = held.id WHERE held.depth < 10
    ) SELECT DISTINCT id FROM held ORDER BY id`,
    [coupon_id],
  )
  return rows.map(({ id }) => id)
}

/**
 * The database also equates É with E, and ignores control characters; the capital of ß is SS, and of ı an I. So only
 * plain letters match.
 */
const isSameCode = (a: string, b: string) =>
  /^[\x21-\x7e]+$/.test(b.trim()) && a.toUpperCase() === b.trim().toUpperCase()

const UNKNOWN = 'This code is not valid.'
/** Message for a code with no uses left. */
export const USED_UP = 'This code has been used up.'

/** Whether an order failed because its code does not exist. */
export const isGuess = (error: unknown) =>
  error instanceof AppError && (error.body.errors?.coupon_code?.includes(UNKNOWN) ?? false)

/**
 * Why a coupon cannot be used on this day, in words for the shopper; null if it can. An inactive coupon looks unknown.
 */
function whyNot(
  { status_code, starts_on, expires_on, max_usage, current_usage }: Coupon,
  today = new Date().toISOString().slice(0, 10),
): string | null {
  if (status_code !== 'ACTIVE') return UNKNOWN
  if (starts_on !== null && starts_on > today) return 'This code is not active yet.'
  if (expires_on !== null && expires_on < today) return 'This code has expired.'
  return max_usage && current_usage >= max_usage ? USED_UP : null
}
