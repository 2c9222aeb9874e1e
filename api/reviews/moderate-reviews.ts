import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { forbidden, invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { RETURNED, SIZE_OF } from '#api/reviews/bought.ts'
import { cleanText } from '#api/reviews/clean-text.ts'
import { removePictures } from '#api/reviews/remove-pictures.ts'
import { picturesIn, PICTURES_OF } from '#api/reviews/review-pictures.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { ReviewStatus, StaffReview } from '#sync/protocol/shop/review.ts'

type Row = Omit<StaffReview, 'pictures' | 'returned' | 'own' | 'product' | 'order' | 'written_at' | 'updated_at'> & {
  pictures: string | null
  returned: number
  user_id: number | null
  product_name: string
  slug: string
  order_id: number
  number: string
  written_at: Date
  updated_at: Date
}

const SELECT = `SELECT r.id, r.product_id, p.name AS product_name, p.slug, r.order_id,
  COALESCE(o.number, o.id) AS number, r.order_item_id, r.user_id,
  r.name, r.stars, r.fit, r.text, r.status_code, r.reason, r.reply, r.written_at,
  r.updated_at, m.name AS moderated_by, ${SIZE_OF} AS size, ${RETURNED} AS returned, ${PICTURES_OF} AS pictures
  FROM reviews r JOIN products p ON p.id = r.product_id JOIN orders o ON o.id = r.order_id
  LEFT JOIN users m ON m.id = r.moderated_by`
const CONDITIONS = { status_code: 'r.status_code = :status_code', product_id: 'r.product_id = :product_id' } as const

/** Reviews that match all filters: those that wait from the oldest, else the newest first. `asker`: who asks. */
export async function listReviews(query: QueryOf<'GET /api/staff/reviews'>, asker: number): Promise<Page<StaffReview>> {
  const { where, values } = conditionsOf(CONDITIONS, query)
  const order = query.status_code === 'PENDING' ? 'ASC' : 'DESC'
  const rows = await select<Row>(`${SELECT} ${where} ORDER BY r.id ${order} LIMIT :limit OFFSET :offset`, {
    ...values,
    ...windowOf(query),
  })
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM reviews r ${where}`, values)
  return paged(
    rows.map(row => reviewFrom(row, asker)),
    count!.n,
    query,
  )
}

/**
 * Publishes or rejects a review as it was read, or replies to it. A rejection deletes its pictures.
 * @throws 403 for one's own, 404, 409 if it changed since, 422 for a rejection without a reason
 */
export const moderateReview = (
  id: number,
  { updated_at, status_code, reason, reply }: BodyOf<'PATCH /api/staff/reviews/:id'>,
  asker: number,
): Promise<StaffReview> =>
  inTransaction(async () => {
    const held = await selectOne<{
      product_id: number
      user_id: number | null
      status_code: ReviewStatus
      reason: string | null
      reply: string | null
      updated_at: Date
    }>('SELECT product_id, user_id, status_code, reason, reply, updated_at FROM reviews WHERE id = ? FOR UPDATE', [id])
    if (!held) throw notFound('Review')
    if (held.user_id === asker) throw forbidden('This is your own review. Ask a colleague to check it.')
    await refuseIfStale(updated_at, held.updated_at, async () => ({ review: await findReview(id, asker) }))
    if (status_code === 'REJECTED' && !reason) throw invalid({ reason: ['Say why, for the customer.'] })
    const was = { status_code: held.status_code, reason: held.reason, reply: held.reply }
    const became = {
      status_code: status_code ?? held.status_code,
      reason: status_code === undefined ? held.reason : status_code === 'REJECTED' ? cleanText(reason ?? '') : null,
      reply: reply === undefined ? held.reply : cleanText(reply ?? '') || null,
    }
    await execute(
      `UPDATE reviews SET status_code = :status_code, reason = :reason, reply = :reply, moderated_by = :asker,
        moderated_at = NOW(3), updated_at = GREATEST(NOW(3), updated_at + INTERVAL 1000 MICROSECOND) WHERE id = :id`,
      { ...became, asker, id },
    )
    if (became.status_code === 'REJECTED') await removePictures(id)
    if (became.status_code !== was.status_code) await refreshListings([held.product_id])
    await recordChange({ subject: 'review', subject_id: id, action: actionOf(was, became), was, became })
    return findReview(id, asker)
  })

const actionOf = (was: { status_code: ReviewStatus }, became: { status_code: ReviewStatus }) =>
  was.status_code === became.status_code ? 'reply' : became.status_code === 'PUBLISHED' ? 'publish' : 'reject'

async function findReview(id: number, asker: number): Promise<StaffReview> {
  const row = await selectOne<Row>(`${SELECT} WHERE r.id = ?`, [id])
  if (!row) throw notFound('Review')
  return reviewFrom(row, asker)
}

const reviewFrom = (
  { pictures, returned, user_id, product_name, slug, order_id, number, written_at, updated_at, ...row }: Row,
  asker: number,
): StaffReview => ({
  ...row,
  product: { id: row.product_id, slug, name: product_name },
  order: { id: order_id, number },
  pictures: picturesIn(pictures),
  returned: returned === 1,
  own: user_id === asker,
  written_at: written_at.toJSON(),
  updated_at: updated_at.toJSON(),
})
