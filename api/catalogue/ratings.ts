import type { Rating } from '#sync/protocol/shop/review.ts'

/** Number and sum of the published stars of a product `p`, as SQL for one text. */
export const RATING_OF = `(SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(r.stars), 0)) FROM reviews r
  WHERE r.product_id = p.id AND r.status_code = 'PUBLISHED')`

/** The rating in that text; null without reviews. */
export function readRating(text: string): Rating | null {
  const [count = 0, sum = 0] = text.split(' ').map(Number)
  return count > 0 ? ratingFrom(count, sum) : null
}

export const ratingFrom = (count: number, sum: number): Rating => ({
  average: count > 0 ? Math.round((sum / count) * 10) / 10 : 0,
  count,
})
