import { execute, insertRow } from '#api/db/database.ts'
import { aCompletedOrder, aPhoto, aReturnable } from '#tests/support/shop/returns.ts'
import { aReviewOf, readAtOf } from '#tests/support/shop/reviews.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'
import { tokenOf } from '#tests/support/shop/website-orders.ts'

interface Reviewed {
  /** The path of the order's reviews. */
  path: string
  order_item_id: number
  review: number
}

type Headers = Record<string, string> | undefined

async function own(variation: number, headers: Headers): Promise<Reviewed> {
  const order = await aReturnable(variation, headers)
  const { id: review } = await aReviewOf(order)
  await execute('DELETE FROM review_pictures WHERE review_id = ?', [review]) // a review takes three
  return { path: `/api/account/orders/${order.id}/reviews`, order_item_id: order.items[0]!.id, review }
}

async function tracked(variation: number): Promise<Reviewed> {
  const order = await aCompletedOrder({ [variation]: 1 })
  return {
    path: `/api/orders/track/${tokenOf(order)}/reviews`,
    order_item_id: order.items[0]!.id,
    review: (await aReviewOf(order)).id,
  }
}

const requestsAt = (door: string, reviewed: (variation: number, headers: Headers) => Promise<Reviewed>): Requests => ({
  [`GET ${door}`]: async ({ variation }, headers) => ({ path: (await reviewed(variation, headers)).path }),
  [`POST ${door}`]: async ({ variation }, headers) => {
    const { path, order_item_id } = await reviewed(variation, headers)
    return { path, body: { order_item_id, stars: 5, fit: 'TRUE', text: 'They fit as the table says.' } }
  },
  [`DELETE ${door}/:reviewId`]: async ({ variation }, headers) => {
    const { path, review } = await reviewed(variation, headers)
    return { path: `${path}/${review}` }
  },
  [`POST ${door}/:reviewId/pictures`]: async ({ variation }, headers) => {
    const { path, review } = await reviewed(variation, headers)
    return { path: `${path}/${review}/pictures`, body: await aPhoto() }
  },
  [`DELETE ${door}/:reviewId/pictures/:pictureId`]: async ({ variation }, headers) => {
    const { path, review } = await reviewed(variation, headers)
    const picture = await insertRow('review_pictures', { review_id: review, name: `picture-${next()}` })
    return { path: `${path}/${review}/pictures/${picture}` }
  },
})

/** Requests about reviews, for REQUESTS. */
export const REVIEW_REQUESTS: Requests = {
  'GET /api/products/:id/reviews': ({ product }) => ({ path: `/api/products/${product}/reviews` }),
  'GET /api/brand-sizes': () => ({ path: '/api/brand-sizes' }),
  'GET /api/products/:id/size-history': ({ product }) => ({ path: `/api/products/${product}/size-history` }),
  ...requestsAt('/api/account/orders/:id/reviews', own),
  ...requestsAt('/api/orders/track/:token/reviews', tracked),
  'GET /api/staff/reviews': () => ({ path: '/api/staff/reviews' }),
  'PATCH /api/staff/reviews/:id': async ({ variation }) => {
    const { review } = await tracked(variation)
    return {
      path: `/api/staff/reviews/${review}`,
      body: { updated_at: await readAtOf(review), status_code: 'PUBLISHED' },
    }
  },
}
