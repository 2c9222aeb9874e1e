import { categoriesOf } from '#api/coupons/coupon-categories.ts'
import { HOLDS_NOW, usesOf } from '#api/coupons/coupons.ts'
import { select, selectOne } from '#api/db/database.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { OwnCoupon } from '#sync/protocol/shop/account.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import type { User } from '#sync/protocol/staff/person.ts'

/** What checkout would take today of this customer. A code that is not shown works as well, for those who were told. */
const USABLE = `shown = 1 AND ${HOLDS_NOW} AND (COALESCE(max_per_customer, 0) = 0
  OR max_per_customer > (${usesOf('coupons.id')}))`

const { shown: _shown, status_code: _status, ...fields } = coupon.fields
const COLUMNS = ['id', ...Object.keys(fields)].join(', ')

/**
 * The codes that a customer may use now: those that end first, first; with the names of the categories they hold for.
 */
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
