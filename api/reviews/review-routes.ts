import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { findTrackedOrder } from '#api/orders/own-orders.ts'
import { publicReviews } from '#api/reviews/list-reviews.ts'
import { listReviews, moderateReview } from '#api/reviews/moderate-reviews.ts'
import { reviewsOfOrder } from '#api/reviews/own-reviews.ts'
import {
  brandSizesReply,
  decisionRules,
  lineRules,
  listQuery,
  ownReviewReply,
  ownReviewsReply,
  publicReviewsReply,
  sizesReply,
  staffReviewReply,
} from '#api/reviews/review-rules.ts'
import { requireOwnOrder } from '#api/reviews/require-own-order.ts'
import { sizeHistory } from '#api/reviews/size-history.ts'
import {
  addReviewPicture,
  removeReview,
  removeReviewPicture,
  requirePictureRoom,
  writeReview,
} from '#api/reviews/write-review.ts'
import { multipart, uploadOf } from '#api/uploads/multipart.ts'
import { valueOf } from '#api/shop/settings.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS } from '#sync/protocol/settings.ts'
import { brandSizes } from '#sync/protocol/sizes/brand-sizes.ts'

const WRITTEN = 'Thank you. We show your review once we have read it.'
const REMOVED = 'Your review is deleted.'
const message = Joi.string().required()
const written = Joi.object({ message, review: ownReviewReply.required() })
const said = Joi.object({ message })
const photo = multipart({
  file: 'photo',
  mostMegabytes: 8,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  fields: Joi.object({}),
})

export const reviewRoutes = [
  route(
    'GET /api/products/:id/reviews',
    {
      summary: 'The published reviews of a product, the newest first, and their summary.',
      access: 'public',
      mayBeKept: true,
      query: Joi.object(page()),
      reply: publicReviewsReply,
    },
    ({ params, query }) => publicReviews(params.id, query),
  ),

  route(
    'GET /api/products/:id/size-history',
    {
      summary: 'What became of each size of a product: how many of ten buyers kept it, and how reviews say it fits.',
      access: 'public',
      mayBeKept: true,
      reply: sizesReply,
    },
    async ({ params }) => ({ sizes: await sizeHistory(params.id) }),
  ),

  route(
    'GET /api/brand-sizes',
    {
      summary: 'Sizes of other brands in centimetres, by which the size adviser suggests one of ours. A guide only.',
      access: 'public',
      mayBeKept: true,
      reply: brandSizesReply,
    },
    async () => ({
      sizes: await lastKnown('brand sizes', async () =>
        brandSizes(rowsIn(SETTINGS.brand_sizes, await valueOf('brand_sizes'))),
      ),
    }),
  ),

  route(
    'GET /api/account/orders/:id/reviews',
    { summary: "The customer's reviews of an order's goods.", access: 'customer', reply: ownReviewsReply },
    async ({ params, session }) => {
      await requireOwnOrder(userOf(session).id, params.id)
      return { reviews: await reviewsOfOrder(params.id) }
    },
  ),

  route(
    'POST /api/account/orders/:id/reviews',
    {
      summary: 'Writes the one review of a product in a completed order, or writes it again.',
      access: 'customer',
      status: 201,
      body: lineRules,
      reply: written,
    },
    async ({ params, body, session }) => {
      await requireOwnOrder(userOf(session).id, params.id)
      return { message: WRITTEN, review: await writeReview(params.id, body) }
    },
  ),

  route(
    'DELETE /api/account/orders/:id/reviews/:reviewId',
    { summary: "Deletes the customer's review.", access: 'customer', reply: said },
    async ({ params, session }) => {
      await requireOwnOrder(userOf(session).id, params.id)
      await removeReview(params.id, params.reviewId)
      return { message: REMOVED }
    },
  ),

  route(
    'POST /api/account/orders/:id/reviews/:reviewId/pictures',
    {
      summary: "Adds a picture, as JPEG, PNG or WebP, to the customer's review: up to three.",
      access: 'customer',
      status: 201,
      finds: async ({ params, session }) => {
        await requireOwnOrder(userOf(session).id, params.id)
        await requirePictureRoom(params.id, params.reviewId)
      },
      reader: photo,
      reply: written,
    },
    async ({ params, session, ctx }) => {
      await requireOwnOrder(userOf(session).id, params.id)
      return { message: WRITTEN, review: await addReviewPicture(params.id, params.reviewId, uploadOf(ctx).path) }
    },
  ),

  route(
    'DELETE /api/account/orders/:id/reviews/:reviewId/pictures/:pictureId',
    { summary: "Removes a picture of the customer's review.", access: 'customer', reply: written },
    async ({ params, session }) => {
      await requireOwnOrder(userOf(session).id, params.id)
      return {
        message: 'Picture removed.',
        review: await removeReviewPicture(params.id, params.reviewId, params.pictureId),
      }
    },
  ),

  route(
    'GET /api/orders/track/:token/reviews',
    { summary: "The reviews of the goods in a tracking link's order.", access: 'public', reply: ownReviewsReply },
    async ({ params }) => ({ reviews: await reviewsOfOrder((await findTrackedOrder(params.token)).id) }),
  ),

  route(
    'POST /api/orders/track/:token/reviews',
    {
      summary: "Writes the one review of a product in a tracking link's completed order, or writes it again.",
      access: 'public',
      status: 201,
      body: lineRules,
      reply: written,
    },
    async ({ params, body }) => ({
      message: WRITTEN,
      review: await writeReview((await findTrackedOrder(params.token)).id, body),
    }),
  ),

  route(
    'DELETE /api/orders/track/:token/reviews/:reviewId',
    { summary: "Deletes a review written through a tracking link's order.", access: 'public', reply: said },
    async ({ params }) => {
      await removeReview((await findTrackedOrder(params.token)).id, params.reviewId)
      return { message: REMOVED }
    },
  ),

  route(
    'POST /api/orders/track/:token/reviews/:reviewId/pictures',
    {
      summary: "Adds a picture to a review written through a tracking link's order.",
      access: 'public',
      status: 201,
      finds: async ({ params }) => requirePictureRoom((await findTrackedOrder(params.token)).id, params.reviewId),
      reader: photo,
      reply: written,
    },
    async ({ params, ctx }) => {
      const { id } = await findTrackedOrder(params.token)
      return { message: WRITTEN, review: await addReviewPicture(id, params.reviewId, uploadOf(ctx).path) }
    },
  ),

  route(
    'DELETE /api/orders/track/:token/reviews/:reviewId/pictures/:pictureId',
    {
      summary: "Removes a picture of a review written through a tracking link's order.",
      access: 'public',
      reply: written,
    },
    async ({ params }) => {
      const { id } = await findTrackedOrder(params.token)
      return { message: 'Picture removed.', review: await removeReviewPicture(id, params.reviewId, params.pictureId) }
    },
  ),

  route(
    'GET /api/staff/reviews',
    {
      summary: 'Reviews for staff to check: those that wait from the oldest, else the newest first.',
      access: STAFF,
      query: listQuery,
      reply: Joi.object({ reviews: pageOf(staffReviewReply) }),
    },
    async ({ query, session }) => ({ reviews: await listReviews(query, userOf(session).id) }),
  ),

  route(
    'PATCH /api/staff/reviews/:id',
    {
      summary:
        "Publishes or rejects a review as it was read, or replies to it. Staff do not decide on their own. A rejection needs a reason and deletes the review's pictures.",
      access: STAFF,
      body: decisionRules,
      reply: Joi.object({ message, review: staffReviewReply.required() }),
    },
    async ({ params, body, session }) => ({
      message:
        body.status_code === 'PUBLISHED'
          ? 'The review is published.'
          : body.status_code === 'REJECTED'
            ? 'The review is rejected.'
            : 'The reply is saved.',
      review: await moderateReview(params.id, body, userOf(session).id),
    }),
  ),
]
