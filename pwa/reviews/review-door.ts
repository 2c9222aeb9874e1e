import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import type { Door } from '#pwa/orders/order-door.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

type Said = BodyOf<'POST /api/account/orders/:id/reviews'>

/** The buyer's reviews of an order's goods, through the account or the tracking link. */
export function useOwnReviews({ id, token }: Door) {
  const own = useApi('GET /api/account/orders/:id/reviews', { params: { id: id ?? 0 } }, { enabled: token === null })
  const tracked = useApi(
    'GET /api/orders/track/:token/reviews',
    { params: { token: token ?? '' } },
    { enabled: token !== null },
  )
  return token === null ? own : tracked
}

/** What a buyer does with a review; each shows the order's reviews again. */
export const reviewDoor = ({ id, token }: Door) => ({
  write: (body: Said, key: string) =>
    andReread(
      token === null
        ? api('POST /api/account/orders/:id/reviews', { params: { id: id! }, body, key })
        : api('POST /api/orders/track/:token/reviews', { params: { token }, body, key }),
    ),
  remove: (reviewId: number) =>
    andReread(
      token === null
        ? api('DELETE /api/account/orders/:id/reviews/:reviewId', { params: { id: id!, reviewId } })
        : api('DELETE /api/orders/track/:token/reviews/:reviewId', { params: { token, reviewId } }),
    ),
  addPicture: (reviewId: number, body: FormData) =>
    andReread(
      token === null
        ? api('POST /api/account/orders/:id/reviews/:reviewId/pictures', { params: { id: id!, reviewId }, body })
        : api('POST /api/orders/track/:token/reviews/:reviewId/pictures', { params: { token, reviewId }, body }),
    ),
  removePicture: (reviewId: number, pictureId: number) =>
    andReread(
      token === null
        ? api('DELETE /api/account/orders/:id/reviews/:reviewId/pictures/:pictureId', {
            params: { id: id!, reviewId, pictureId },
          })
        : api('DELETE /api/orders/track/:token/reviews/:reviewId/pictures/:pictureId', {
            params: { token, reviewId, pictureId },
          }),
    ),
})

async function andReread<Reply>(sent: Promise<Reply>): Promise<Reply> {
  const reply = await sent
  await Promise.all(
    (['GET /api/account/orders/:id/reviews', 'GET /api/orders/track/:token/reviews'] as const).map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
  return reply
}
