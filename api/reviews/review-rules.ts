import Joi from 'joi'
import { id, page, pageOf, readAt, text } from '#api/http/rules.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import {
  FITS,
  LONGEST_REASON,
  LONGEST_REPLY,
  LONGEST_REVIEW,
  MOST_STARS,
  REVIEW_STATUSES,
  type Fit,
  type OwnReview,
  type PublicReview,
  type ReviewStatus,
  type ReviewSummary,
  type StaffReview,
} from '#sync/protocol/shop/review.ts'
import type { BrandSize } from '#sync/protocol/sizes/brand-sizes.ts'
import type { SizeHistory } from '#sync/protocol/sizes/size-advice.ts'

const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as Key[]
const nullable = <T extends Joi.Schema>(rule: T) => rule.allow(null).required() as T
const fit = () => Joi.string<Fit>().valid(...keysOf(FITS))
const status = () => Joi.string<ReviewStatus>().valid(...keysOf(REVIEW_STATUSES))

export const lineRules = Joi.object<BodyOf<'POST /api/account/orders/:id/reviews'>, true>({
  order_item_id: id().required(),
  stars: Joi.number().integer().min(1).max(MOST_STARS).required(),
  fit: fit().allow(null),
  text: text(LONGEST_REVIEW).allow(''),
})
export const listQuery = Joi.object<QueryOf<'GET /api/staff/reviews'>, true>({
  ...page(),
  status_code: status(),
  product_id: id(),
})
export const decisionRules = Joi.object<BodyOf<'PATCH /api/staff/reviews/:id'>, true>({
  updated_at: readAt().required(),
  status_code: Joi.string<'PUBLISHED' | 'REJECTED'>().valid('PUBLISHED', 'REJECTED'),
  reason: text(LONGEST_REASON).allow(''),
  reply: text(LONGEST_REPLY).allow('', null),
})

const count = () => Joi.number().integer().required()
const fitCounts = Joi.object({ SMALL: count(), TRUE: count(), LARGE: count() }).required()
const written = {
  id: count(),
  stars: count(),
  fit: nullable(fit()),
  text: Joi.string().allow('').required(),
  pictures: Joi.array()
    .items(Joi.object({ id: count(), storage_link: Joi.string().required() }).optional())
    .required(),
  reply: nullable(Joi.string()),
}
const bought = { name: nullable(Joi.string()), size: Joi.string().required(), returned: Joi.boolean().required() }
const own = {
  ...written,
  product_id: count(),
  order_item_id: count(),
  status_code: status().required(),
  reason: nullable(Joi.string()),
}

export const ownReviewReply = Joi.object<OwnReview, true>(own)
export const ownReviewsReply = Joi.object({ reviews: Joi.array().items(ownReviewReply.optional()).required() })
export const publicReviewsReply = Joi.object<ReplyOf<'GET /api/products/:id/reviews'>>({
  summary: Joi.object<ReviewSummary, true>({
    average: Joi.number().required(),
    count: count(),
    stars: Joi.array().items(Joi.number()).length(MOST_STARS).required(),
    fit: fitCounts,
  }).required(),
  reviews: pageOf(Joi.object<PublicReview, true>({ ...written, ...bought, written_at: Joi.string().required() })),
})
export const sizesReply = Joi.object({
  sizes: Joi.array()
    .items(
      Joi.object<SizeHistory, true>({
        size_code: Joi.string().required(),
        kept_of_ten: nullable(Joi.number()),
        fit: fitCounts,
      }).optional(),
    )
    .required(),
})
export const brandSizesReply = Joi.object({
  sizes: Joi.array()
    .items(
      Joi.object<BrandSize, true>({
        brand: Joi.string().required(),
        size: Joi.string().required(),
        waist: nullable(Joi.number()),
        hip: nullable(Joi.number()),
        inseam: nullable(Joi.number()),
      }).optional(),
    )
    .required(),
})
export const staffReviewReply = Joi.object<StaffReview, true>({
  ...own,
  ...bought,
  product: Joi.object({ id: count(), slug: Joi.string().required(), name: Joi.string().required() }).required(),
  order: Joi.object({ id: count(), number: Joi.string().required() }).required(),
  own: Joi.boolean().required(),
  moderated_by: nullable(Joi.string()),
  written_at: Joi.string().required(),
  updated_at: Joi.string().required(),
})
