import { categoriesOf } from '#api/coupons/coupon-categories.ts'
import { HOLDS_NOW, usesOf } from '#api/coupons/coupons.ts'
import { select, selectOne } from '#api/db/database.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { OwnCoupon } from '#sync/protocol/shop/account.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import type { User } from '#sync/protocol/staff/person.ts'

/**
 * Coupons that checkout would accept from this customer today. Hidden codes work too, for customers who were given one.
 */
const USABLE = `shown = 1 AND ${HOLDS_NOW} AND (COALESCE(max_per_customer, 0) = 0
  OR max_per_customer > (${usesOf('coupons.id')}))`

const { shown: _shown, status_code: _status, ...fields } = coupon.fields
const COLUMNS = ['id', ...Object.keys(fields)].join(', ')

/** The coupons a customer may use now, the soonest to expire first, with the names of their categories. */
export async function listOwnCoupons(
  { id: user_id, phone }: Pick<User, 'id' | 'phone'>,
  query: PageQuery,
): Promise<Page<OwnCoupon>> {
  const [rows, counted] = await Promise.all([
    select<Omit<OwnCoupon, 'categories'>>(
      `SELECT ${COLUMNS} FROM coupons WHERE ${USABLE} ORDER BY expires_on IS NULL, expires_on, id
        LIMIT :limit OFFSET :offset`,
      { user_id, phone, ...windowOf(query) },
    ),
    selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM coupons WHERE ${USABLE}`, { user_id, phone }),
  ])
  const chosen = await categoriesOf(rows.map(({ id }) => id))
  return paged(
    rows.map(row => ({ ...row, categories: chosen.get(row.id) ?? [] })),
    counted!.n,
    query,
  )
}
