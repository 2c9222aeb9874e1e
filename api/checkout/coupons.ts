import { selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { Coupon } from '#sync/protocol/entities/coupon.ts'

/** The coupon of a code, as capitals or small letters. @throws 422 on `coupon_code` where it cannot be used now, or is none */
export async function findUsableCoupon(code: string): Promise<Coupon> {
  const coupon = await selectOne<Coupon>(`SELECT id, code, name, description, type, value, max_usage, current_usage, free_delivery, expires_on, status_code
    FROM coupons WHERE code = ?`, [code])
  if (!coupon || !isSameCode(coupon.code, code)) throw invalid({ coupon_code: [UNKNOWN] })
  const refusal = whyNot(coupon)
  if (refusal) throw invalid({ coupon_code: [refusal] })
  return coupon
}

/** The database also takes É for E, and does not see control characters. */
const isSameCode = (a: string, b: string) => a.toUpperCase() === b.trim().toUpperCase()

const UNKNOWN = 'This code is not valid.'

/** Why a coupon cannot be used on this day, in words for the shopper; null where it can. One that is inactive is as good as unknown. */
function whyNot({ status_code, expires_on, max_usage, current_usage }: Coupon, today = new Date().toISOString().slice(0, 10)): string | null {
  if (status_code !== 'ACTIVE') return UNKNOWN
  if (expires_on !== null && expires_on < today) return 'This code has expired.'
  return max_usage && current_usage >= max_usage ? 'This code has been used up.' : null
}
