import { selectOne } from '#api/db/database.ts'
import { moderateReview } from '#api/reviews/moderate-reviews.ts'
import { writeReview } from '#api/reviews/write-review.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { OwnReview, ReviewText, StaffReview } from '#sync/protocol/shop/review.ts'

/** Writes a review of an order's first line. */
export const aReviewOf = ({ id, items }: OwnOrder, said: Partial<ReviewText> = {}): Promise<OwnReview> =>
  writeReview(id, { order_item_id: items[0]!.id, stars: 4, fit: 'SMALL', text: 'Good seams.', ...said })

/** A review's `updated_at`, as staff read it. */
export const readAtOf = async (id: number): Promise<string> =>
  (await selectOne<{ updated_at: Date }>('SELECT updated_at FROM reviews WHERE id = ?', [id]))!.updated_at.toJSON()

/** Publishes it, by cashier 7. */
export const publish = async (id: number): Promise<StaffReview> =>
  moderateReview(id, { updated_at: await readAtOf(id), status_code: 'PUBLISHED' }, 7)
