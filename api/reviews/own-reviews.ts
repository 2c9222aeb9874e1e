import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { picturesIn, PICTURES_OF } from '#api/reviews/review-pictures.ts'
import type { OwnReview } from '#sync/protocol/shop/review.ts'

/** Who writes through an order: its account, else the guest of this one order. */
export const writerOf = ({ id, user_id }: { id: number; user_id: number | null }) =>
  user_id === null ? `order ${id}` : `user ${user_id}`

const SELECT = `SELECT r.id, r.product_id, r.order_item_id, r.stars, r.fit, r.text, r.status_code, r.reason, r.reply,
  ${PICTURES_OF} AS pictures FROM reviews r`
type Row = Omit<OwnReview, 'pictures'> & { pictures: string | null }

/** What the buyer has written about the goods of an order, through this order or another. */
export async function reviewsOfOrder(order_id: number): Promise<OwnReview[]> {
  const order = await selectOne<{ id: number; user_id: number | null }>('SELECT id, user_id FROM orders WHERE id = ?', [
    order_id,
  ])
  if (!order) throw notFound('Order')
  return (
    await select<Row>(
      `${SELECT} WHERE r.writer = :writer AND r.product_id IN (SELECT v.product_id FROM order_items i
        JOIN product_variations v ON v.id = i.product_variation_id WHERE i.order_id = :order_id) ORDER BY r.id`,
      { writer: writerOf(order), order_id },
    )
  ).map(reviewFrom)
}

/** @throws 404 */
export async function findOwnReview(id: number): Promise<OwnReview> {
  const row = await selectOne<Row>(`${SELECT} WHERE r.id = ?`, [id])
  if (!row) throw notFound('Review')
  return reviewFrom(row)
}

const reviewFrom = ({ pictures, ...row }: Row): OwnReview => ({ ...row, pictures: picturesIn(pictures) })
