import type { Page, PageQuery } from '../page.ts'
import type { BrandSize } from '../sizes/brand-sizes.ts'
import type { SizeHistory } from '../sizes/size-advice.ts'
import type { OwnReview, PublicReview, ReviewStatus, ReviewSummary, ReviewText, StaffReview } from '../shop/review.ts'

type Written = { message: string; review: OwnReview }
type Line = ReviewText & { order_item_id: number }

/** What buyers say of a product, by the order that shows the purchase: through the account or the tracking link. */
export interface ReviewEndpoints {
  'GET /api/products/:id/reviews': { query: PageQuery; reply: { summary: ReviewSummary; reviews: Page<PublicReview> } }
  'GET /api/products/:id/size-history': { reply: { sizes: SizeHistory[] } }
  /** Sizes of other brands, for the size adviser. */
  'GET /api/brand-sizes': { reply: { sizes: BrandSize[] } }

  'GET /api/account/orders/:id/reviews': { reply: { reviews: OwnReview[] } }
  /** Writes the one review of a line's product, or writes it again; then staff check it. */
  'POST /api/account/orders/:id/reviews': { body: Line; reply: Written }
  'DELETE /api/account/orders/:id/reviews/:reviewId': { reply: { message: string } }
  'POST /api/account/orders/:id/reviews/:reviewId/pictures': { reply: Written }
  'DELETE /api/account/orders/:id/reviews/:reviewId/pictures/:pictureId': { reply: Written }

  'GET /api/orders/track/:token/reviews': { reply: { reviews: OwnReview[] } }
  'POST /api/orders/track/:token/reviews': { body: Line; reply: Written }
  'DELETE /api/orders/track/:token/reviews/:reviewId': { reply: { message: string } }
  'POST /api/orders/track/:token/reviews/:reviewId/pictures': { reply: Written }
  'DELETE /api/orders/track/:token/reviews/:reviewId/pictures/:pictureId': { reply: Written }

  'GET /api/staff/reviews': {
    query: PageQuery & { status_code?: ReviewStatus; product_id?: number }
    reply: { reviews: Page<StaffReview> }
  }
  /** Decides on a review as it was read, or replies to it. A rejection says why and deletes the pictures. */
  'PATCH /api/staff/reviews/:id': {
    body: { updated_at: string; status_code?: Exclude<ReviewStatus, 'PENDING'>; reason?: string; reply?: string | null }
    reply: { message: string; review: StaffReview }
  }
}
