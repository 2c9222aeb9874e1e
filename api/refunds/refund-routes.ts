import Joi from 'joi'
import { notFound } from '#api/errors.ts'
import { userOf, type Session } from '#api/http/access.ts'
import { ownerOf, type Owner } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf } from '#api/http/rules.ts'
import { findOwnOrder, findTrackedOrder } from '#api/orders/own-orders.ts'
import { addPhoto, requirePhotoRoom } from '#api/refunds/add-photo.ts'
import { findOwnRefund, listOwnRefunds, refundsOfOrder } from '#api/refunds/find-refunds.ts'
import { refundReply, requestRules, wishRules } from '#api/refunds/refund-rules.ts'
import { changeRefund, requestRefund } from '#api/refunds/request-refund.ts'
import { multipart, uploadOf } from '#api/uploads/multipart.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'

const asked = Joi.object({ message: Joi.string().required(), refund: refundReply })
const ASKED = 'We have your request and will answer soon.'
const photo = multipart({
  file: 'photo',
  mostMegabytes: 8,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  fields: Joi.object({}),
})
/** @throws 404 */
async function findTrackedRefund({ token, refundId }: { token: string; refundId: number }): Promise<Refund> {
  const refunds = await refundsOfOrder((await findTrackedOrder(token)).id)
  const refund = refunds.find(({ id: its }) => its === refundId)
  if (!refund) throw notFound('Refund')
  return refund
}
const ownerIn = (session: Session | null): Owner => ({ user_id: userOf(session).id, session_id: null })

export const refundRoutes = [
  route(
    'GET /api/account/refunds',
    {
      summary: "The customer's returns, the newest first.",
      access: 'customer',
      query: Joi.object<QueryOf<'GET /api/account/refunds'>, true>({ ...page(), order_id: id() }),
      reply: Joi.object({ refunds: pageOf(refundReply) }),
    },
    async ({ query, session }) => ({ refunds: await listOwnRefunds(ownerOf(session!), query) }),
  ),

  route(
    'GET /api/account/refunds/:id',
    { summary: "One of the customer's returns.", access: 'customer', reply: Joi.object({ refund: refundReply }) },
    async ({ params, session }) => ({ refund: await findOwnRefund(ownerIn(session), params.id) }),
  ),

  route(
    'POST /api/account/refunds',
    {
      summary: 'Requests a return of goods from an order completed within three days, for money or an exchange.',
      access: 'customer',
      status: 201,
      body: requestRules,
      reply: asked,
    },
    async ({ body, session }) => {
      const order = await findOwnOrder(ownerIn(session), body.order_id)
      return { message: ASKED, refund: await requestRefund({ ...body, order_id: order.id }, userOf(session).id) }
    },
  ),

  route(
    'POST /api/account/refunds/:id',
    { summary: 'Replaces an undecided return request.', access: 'customer', body: wishRules, reply: asked },
    async ({ params, body, session }) => {
      const { id: own } = await findOwnRefund(ownerIn(session), params.id)
      return { message: 'Your request is updated.', refund: await changeRefund(own, body) }
    },
  ),

  route(
    'POST /api/account/refunds/:id/photos',
    {
      summary: 'Adds a photo, as JPEG, PNG or WebP, to an undecided request: up to three.',
      access: 'customer',
      status: 201,
      finds: async ({ params, session }) => requirePhotoRoom((await findOwnRefund(ownerIn(session), params.id)).id),
      reader: photo,
      reply: asked,
    },
    async ({ params, session, ctx }) => {
      const { id: own } = await findOwnRefund(ownerIn(session), params.id)
      return { message: 'Photo added.', refund: await addPhoto(own, uploadOf(ctx).path) }
    },
  ),

  route(
    'GET /api/orders/track/:token/refunds',
    {
      summary: "The returns for a tracking link's order.",
      access: 'public',
      reply: Joi.object({ refunds: Joi.array().items(refundReply.optional()).required() }),
    },
    async ({ params }) => ({ refunds: await refundsOfOrder((await findTrackedOrder(params.token)).id) }),
  ),

  route(
    'POST /api/orders/track/:token/refunds',
    {
      summary: "Requests a return for a tracking link's order.",
      access: 'public',
      status: 201,
      body: wishRules,
      reply: asked,
    },
    async ({ params, body }) => ({
      message: ASKED,
      refund: await requestRefund({ ...body, order_id: (await findTrackedOrder(params.token)).id }, null),
    }),
  ),

  route(
    'POST /api/orders/track/:token/refunds/:refundId/photos',
    {
      summary: "Adds a photo to a request for a tracking link's order.",
      access: 'public',
      status: 201,
      finds: async ({ params }) => requirePhotoRoom((await findTrackedRefund(params)).id),
      reader: photo,
      reply: asked,
    },
    async ({ params, ctx }) => {
      const { id: tracked } = await findTrackedRefund(params)
      return { message: 'Photo added.', refund: await addPhoto(tracked, uploadOf(ctx).path) }
    },
  ),
]
