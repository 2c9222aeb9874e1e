import { recordChange } from '#api/audit/record-change.ts'
import { categoriesOf, writeCategories } from '#api/coupons/coupon-categories.ts'
import { rowsOf } from '#api/crud/rows.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { Coupon } from '#api/entities.ts'
import { invalid, refuseIfStale } from '#api/errors.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { EntityFilter, EntityQuery } from '#sync/protocol/endpoints/entities.ts'
import { coupon, type CouponUse, type StaffCoupon } from '#sync/protocol/entities/coupon.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import { formatPhone } from '#sync/protocol/phone.ts'

const rows = rowsOf(coupon, Coupon)

/** Coupons with their categories. */
export async function listCoupons(query: EntityQuery): Promise<Page<StaffCoupon>> {
  const page = await rows.list(query)
  const chosen = await categoriesOf(page.data.map(({ id }) => id))
  return { ...page, data: page.data.map(row => ({ ...row, categories: chosen.get(row.id) ?? [] })) }
}

/** All coupons that match a filter, the newest first, each with the names of its categories. */
export const couponTable = (filter: EntityFilter): Table =>
  rows.table(filter, {
    column: 'categories',
    of: async ids =>
      new Map(
        [...(await categoriesOf(ids))].map(([id, categories]) => [id, categories.map(({ name }) => name).join('; ')]),
      ),
  })

/** @throws 404 */
export async function findCoupon(id: number): Promise<StaffCoupon> {
  const row = await rows.find(id)
  return { ...row, categories: (await categoriesOf([id])).get(id) ?? [] }
}

/** @throws 422 beside the field */
export const addCoupon = ({ category_ids = [], ...sent }: BodyOf<'POST /api/staff/coupons'>): Promise<StaffCoupon> =>
  inTransaction(async () => {
    refuseDays(sent)
    const { id } = await rows.add(sent)
    await choose(id, [], category_ids)
    return findCoupon(id)
  })

/** @throws 404, 409 if it changed since it was read, 422 beside the field */
export const changeCoupon = (
  id: number,
  { category_ids, ...sent }: BodyOf<'PATCH /api/staff/coupons/:id'>,
): Promise<StaffCoupon> =>
  inTransaction(async () => {
    await selectOne('SELECT id FROM coupons WHERE id = ? FOR UPDATE', [id])
    const held = await findCoupon(id)
    await refuseIfStale(sent.updated_at, held.updated_at, () => ({ coupon: held }))
    refuseDays({ ...held, ...sent })
    await rows.change(id, sent)
    if (category_ids)
      await choose(
        id,
        held.categories.map(category => category.id),
        category_ids,
      )
    return findCoupon(id)
  })

/** A coupon's categories are part of it, so changing them makes an earlier read stale. */
async function choose(id: number, were: readonly number[], category_ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(category_ids)].sort((a, b) => a - b)
  const held = [...were].sort((a, b) => a - b)
  if (wanted.join() === held.join()) return
  await writeCategories(id, wanted)
  await execute('UPDATE coupons SET updated_at = NOW(3) WHERE id = ?', [id])
  await recordChange({
    subject: coupon.name,
    subject_id: id,
    action: 'change',
    was: { category_ids: held },
    became: { category_ids: wanted },
  })
}

function refuseDays({ starts_on, expires_on }: { starts_on?: string | null; expires_on?: string | null }): void {
  if (starts_on && expires_on && expires_on < starts_on)
    throw invalid({ expires_on: ['The end date must not be before the start date.'] })
}

type UseRow = Omit<CouponUse, 'user' | 'created_at'> & {
  user_id: number | null
  user_name: string | null
  created_at: Date
}

const SELECT_USES = `SELECT o.id, o.id AS order_id, COALESCE(o.number, o.id) AS number, o.status_code, o.user_id,
  u.name AS user_name, o.customer_name, o.customer_phone, o.discount, o.total, r.created_at
  FROM coupon_redemptions r JOIN orders o ON o.id = r.order_id LEFT JOIN users u ON u.id = o.user_id`

/** The orders that used a coupon, the newest first. @throws 404 */
export async function listUses(coupon_id: number, query: PageQuery): Promise<Page<CouponUse>> {
  await rows.find(coupon_id)
  const used = await select<UseRow>(
    `${SELECT_USES} WHERE r.coupon_id = :coupon_id ORDER BY r.order_id DESC LIMIT :limit OFFSET :offset`,
    { coupon_id, ...windowOf(query) },
  )
  const counted = await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM coupon_redemptions WHERE coupon_id = ?', [
    coupon_id,
  ])
  return paged(
    used.map(({ user_id, user_name, created_at, ...use }) => ({
      ...use,
      number: String(use.number),
      user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
      created_at: created_at.toJSON(),
    })),
    counted!.n,
    query,
  )
}

const USE_COLUMNS: readonly CsvColumn<UseRow>[] = [
  ['order', ({ number }) => number],
  ['created_at', ({ created_at }) => created_at],
  ['customer', ({ user_name, customer_name }) => user_name ?? customer_name],
  ['customer_phone', ({ customer_phone }) => customer_phone && formatPhone(customer_phone)],
  ['status_code', ({ status_code }) => status_code],
  ['discount', ({ discount }) => discount.toFixed(2)],
  ['total', ({ total }) => total.toFixed(2)],
]

/** All of its uses, in cedis. @throws 404 */
export async function useTable(coupon_id: number): Promise<Table> {
  await rows.find(coupon_id)
  return tableOf(
    USE_COLUMNS,
    newestFirst<UseRow>(SELECT_USES, 'r.order_id', { where: 'WHERE r.coupon_id = :coupon_id', values: { coupon_id } }),
  )
}
