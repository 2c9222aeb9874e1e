import {
  aCompletedOrder,
  anApprovedReturn,
  aPhoto,
  aRefundOf,
  aReturnable,
  aWish,
} from '#tests/support/shop/returns.ts'
import { tokenOf } from '#tests/support/shop/website-orders.ts'

interface Asked {
  path: string
  body?: object
}
type Ask = (stage: { variation: number }, headers?: Record<string, string>) => Asked | Promise<Asked>

/** Requests about returns, made again for each call. */
export const REFUND_REQUESTS: Record<string, Ask> = {
  'GET /api/account/refunds': () => ({ path: '/api/account/refunds' }),
  'GET /api/account/refunds/:id': async ({ variation }, headers) => ({
    path: `/api/account/refunds/${await aRefundOf(await aReturnable(variation, headers))}`,
  }),
  'POST /api/account/refunds': async ({ variation }, headers) => {
    const order = await aReturnable(variation, headers)
    return { path: '/api/account/refunds', body: { order_id: order.id, ...aWish(order) } }
  },
  'POST /api/account/refunds/:id': async ({ variation }, headers) => {
    const order = await aReturnable(variation, headers)
    return { path: `/api/account/refunds/${await aRefundOf(order)}`, body: aWish(order) }
  },
  'POST /api/account/refunds/:id/photos': async ({ variation }, headers) => ({
    path: `/api/account/refunds/${await aRefundOf(await aReturnable(variation, headers))}/photos`,
    body: await aPhoto(),
  }),
  'GET /api/orders/track/:token/refunds': async ({ variation }) => ({
    path: `/api/orders/track/${tokenOf(await aCompletedOrder({ [variation]: 1 }))}/refunds`,
  }),
  'POST /api/orders/track/:token/refunds': async ({ variation }) => {
    const order = await aCompletedOrder({ [variation]: 1 })
    return { path: `/api/orders/track/${tokenOf(order)}/refunds`, body: aWish(order) }
  },
  'POST /api/orders/track/:token/refunds/:refundId/photos': async ({ variation }) => {
    const order = await aCompletedOrder({ [variation]: 1 })
    return {
      path: `/api/orders/track/${tokenOf(order)}/refunds/${await aRefundOf(order)}/photos`,
      body: await aPhoto(),
    }
  },
  'GET /api/staff/refunds': () => ({ path: '/api/staff/refunds' }),
  'GET /api/staff/refunds/csv': () => ({ path: '/api/staff/refunds/csv' }),
  'GET /api/staff/refunds/:id': async ({ variation }) => ({
    path: `/api/staff/refunds/${await aRefundOf(await aCompletedOrder({ [variation]: 1 }))}`,
  }),
  'POST /api/staff/refunds': async ({ variation }) => {
    const order = await aCompletedOrder({ [variation]: 1 })
    return { path: '/api/staff/refunds', body: { order_id: order.id, ...aWish(order) } }
  },
  'PATCH /api/staff/refunds/:id': async ({ variation }) => ({
    path: `/api/staff/refunds/${await aRefundOf(await aCompletedOrder({ [variation]: 1 }))}`,
    body: { status_code: 'APPROVED' },
  }),
  'POST /api/staff/refunds/:id/money': async ({ variation }) => ({
    path: `/api/staff/refunds/${(await anApprovedReturn(variation)).id}/money`,
    body: { account_code: 'CASH' },
  }),
  'POST /api/staff/refunds/:id/credit': async ({ variation }) => ({
    path: `/api/staff/refunds/${(await anApprovedReturn(variation)).id}/credit`,
  }),
  'POST /api/staff/refunds/:id/goods': async ({ variation }) => {
    const { id, items } = await anApprovedReturn(variation)
    return {
      path: `/api/staff/refunds/${id}/goods`,
      body: { items: [{ refund_item_id: items[0]!.id, disposition: 'RESTOCK' }] },
    }
  },
  'POST /api/staff/refunds/:id/call-off': async ({ variation }) => ({
    path: `/api/staff/refunds/${(await anApprovedReturn(variation)).id}/call-off`,
    body: { note: 'It never came.' },
  }),
}
