import { ratingFrom } from '#api/catalogue/ratings.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { RETURNED, SIZE_OF } from '#api/reviews/bought.ts'
import { picturesIn, PICTURES_OF } from '#api/reviews/review-pictures.ts'
import type { QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { FITS, MOST_STARS, type Fit, type PublicReview, type ReviewSummary } from '#sync/protocol/shop/review.ts'

type Reply = ReplyOf<'GET /api/products/:id/reviews'>
type Row = Omit<PublicReview, 'pictures' | 'returned' | 'written_at'> & {
  pictures: string | null
  returned: number
  written_at: Date
}

/** The published reviews of a product on sale, the newest first, and their summary. @throws 404 */
export const publicReviews = (product_id: number, query: QueryOf<'GET /api/products/:id/reviews'>): Promise<Reply> =>
  lastKnown(`reviews ${product_id} ${JSON.stringify(windowOf(query))}`, async () => {
    const summary = await summaryOf(product_id)
    const rows = await select<Row>(
      `SELECT r.id, r.name, r.stars, r.fit, r.text, r.reply, r.written_at, ${SIZE_OF} AS size, ${RETURNED} AS returned,
        ${PICTURES_OF} AS pictures FROM reviews r
        WHERE r.product_id = :product_id AND r.status_code = 'PUBLISHED' ORDER BY r.id DESC LIMIT :limit OFFSET :offset`,
      { product_id, ...windowOf(query) },
    )
    return { summary, reviews: paged(rows.map(reviewFrom), summary.count, query) }
  })

async function summaryOf(product_id: number): Promise<ReviewSummary> {
  const live = await selectOne("SELECT id FROM products WHERE id = ? AND status_code = 'LIVE' AND deleted_at IS NULL", [
    product_id,
  ])
  if (!live) throw notFound('Product')
  const groups = await select<{ stars: number; fit: Fit | null; n: number }>(
    `SELECT stars, fit, COUNT(*) AS n FROM reviews WHERE product_id = ? AND status_code = 'PUBLISHED'
      GROUP BY stars, fit`,
    [product_id],
  )
  const countOf = (isMeant: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(isMeant).reduce((sum, { n }) => sum + n, 0)
  const fits = Object.keys(FITS) as Fit[]
  return {
    ...ratingFrom(
      countOf(() => true),
      groups.reduce((sum, { stars, n }) => sum + stars * n, 0),
    ),
    stars: Array.from({ length: MOST_STARS }, (_, i) => countOf(({ stars }) => stars === i + 1)),
    fit: Object.fromEntries(fits.map(code => [code, countOf(({ fit }) => fit === code)])) as Record<Fit, number>,
  }
}

const reviewFrom = ({ pictures, returned, written_at, ...row }: Row): PublicReview => ({
  ...row,
  pictures: picturesIn(pictures),
  returned: returned === 1,
  written_at: written_at.toJSON(),
})
