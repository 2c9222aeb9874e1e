import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { writeReview } from '#api/reviews/write-review.ts'
import type { ReviewText } from '#sync/protocol/shop/review.ts'

/** What buyers say, and the shop's replies. */
const SAID: readonly (ReviewText & { reply?: string })[] = [
  { stars: 5, fit: 'TRUE', text: 'Fits exactly as the table says. I will take another colour.' },
  { stars: 4, fit: 'SMALL', text: 'Lovely cloth, but go one size up if you are between two.' },
  { stars: 5, fit: 'TRUE', text: 'Washed it four times already and the colour has not moved.' },
  {
    stars: 3,
    fit: 'LARGE',
    text: 'Good quality. A bit loose at the waist, so I had it taken in at Kaneshie.',
    reply: 'Thank you. We exchange sizes within three days, so bring it next time.',
  },
  { stars: 5, fit: 'TRUE', text: 'Came to Kumasi in two days. My sister wants the same.' },
  { stars: 4, fit: 'TRUE', text: 'The stitching is neat and the pockets are deep enough for a phone.' },
  { stars: 2, fit: 'SMALL', text: 'Too tight at the hip for my usual size.' },
  { stars: 5, fit: null, text: 'Bought it as a gift. She wears it every week.' },
  { stars: 4, fit: 'TRUE', text: '' },
]
/** The last ones wait for staff. */
const WAITING = 2

/** Lets the buyers of completed website orders review what they bought; staff have read all but the last. */
export const seedReviews = (): Promise<void> =>
  inTransaction(async () => {
    const [manager] = await select<{ id: number }>("SELECT id FROM users WHERE email = 'manager@shop.test'")
    const lines = await select<{ order_id: number; order_item_id: number }>(
      `SELECT o.id AS order_id, MIN(i.id) AS order_item_id FROM orders o JOIN order_items i ON i.order_id = o.id
        WHERE o.type_code = 'WEBSITE' AND o.status_code = 'COMPLETED' GROUP BY o.id ORDER BY o.id`,
    )
    if (!manager || lines.length <= WAITING) return
    const written: { id: number; product_id: number }[] = []
    for (const [n, { order_id, order_item_id }] of lines.entries()) {
      const { reply = null, ...said } = SAID[n % SAID.length]!
      const { id, product_id } = await writeReview(order_id, { order_item_id, ...said })
      await execute(
        `UPDATE reviews r JOIN orders o ON o.id = r.order_id SET r.written_at = LEAST(NOW(3),
          o.completed_at + INTERVAL 2 DAY), r.created_at = r.written_at, r.reply = :reply WHERE r.id = :id`,
        { id, reply },
      )
      written.push({ id, product_id })
    }
    const read = written.slice(0, -WAITING)
    await execute(
      `UPDATE reviews SET status_code = 'PUBLISHED', moderated_by = :manager, moderated_at = written_at
        WHERE id IN (:ids)`,
      { manager: manager.id, ids: read.map(({ id }) => id) },
    )
    await refreshListings(read.map(({ product_id }) => product_id))
  })
