export const FITS = { SMALL: 'Runs small', TRUE: 'True to size', LARGE: 'Runs large' } as const
export type Fit = keyof typeof FITS

export const REVIEW_STATUSES = { PENDING: 'To check', PUBLISHED: 'Published', REJECTED: 'Rejected' } as const
export type ReviewStatus = keyof typeof REVIEW_STATUSES

export const LONGEST_REVIEW = 2000
export const LONGEST_REPLY = 1000
export const LONGEST_REASON = 500
export const MOST_REVIEW_PICTURES = 3
export const MOST_STARS = 5

/** What the published reviews of a product give: 1 to 5 stars with one decimal, from so many. */
export interface Rating {
  average: number
  count: number
}

/** `stars`: how many gave one star, two, and so on to five. */
export interface ReviewSummary extends Rating {
  stars: number[]
  fit: Record<Fit, number>
}

export interface ReviewPicture {
  id: number
  storage_link: string
}

/** What a buyer writes about a line of an order. */
export interface ReviewText {
  stars: number
  fit?: Fit | null
  text?: string
}

interface Written {
  id: number
  stars: number
  fit: Fit | null
  text: string
  pictures: ReviewPicture[]
  reply: string | null
}

/** A review as everybody sees it. `name`: null is nameless; `returned`: the buyer sent it back. */
export interface PublicReview extends Written {
  name: string | null
  size: string
  returned: boolean
  written_at: string
}

/** A review as its writer sees it. `reason`: why it was rejected. */
export interface OwnReview extends Written {
  product_id: number
  order_item_id: number
  status_code: ReviewStatus
  reason: string | null
}

/** A review as staff see it. `own`: who asks wrote it, so somebody else decides. */
export interface StaffReview extends OwnReview {
  product: { id: number; slug: string; name: string }
  order: { id: number; number: string }
  name: string | null
  size: string
  returned: boolean
  own: boolean
  moderated_by: string | null
  written_at: string
  updated_at: string
}
