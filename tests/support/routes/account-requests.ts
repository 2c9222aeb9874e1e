import { PASSWORD } from '#tests/support/server/api.ts'
import { aSessionOf, anAddress, anAddressOf, handOverOrders, unconfirm } from '#tests/support/people/people.ts'
import type { Requests } from '#tests/support/server/stage.ts'

/** Requests of customers about their own account; each sets up what it needs. */
export const ACCOUNT_REQUESTS: Requests = {
  'POST /api/account/confirm-email': async (_, headers) => {
    await unconfirm(headers)
    return { path: '/api/account/confirm-email' }
  },
  'GET /api/account': () => ({ path: '/api/account' }),
  'PATCH /api/account': () => ({ path: '/api/account', body: { name: 'Ama Serwaa' } }),
  'GET /api/account/sessions': () => ({ path: '/api/account/sessions' }),
  'DELETE /api/account/sessions': () => ({ path: '/api/account/sessions' }),
  'DELETE /api/account/sessions/:session': async (_, headers) => ({
    path: `/api/account/sessions/${await aSessionOf(headers)}`,
  }),
  'GET /api/account/data': () => ({ path: '/api/account/data' }),
  'POST /api/account/erase': async ({ somebody }, headers) => {
    await handOverOrders(headers, somebody.id)
    return { path: '/api/account/erase', body: { password: PASSWORD } }
  },
  'GET /api/account/addresses': () => ({ path: '/api/account/addresses' }),
  'POST /api/account/addresses': () => ({ path: '/api/account/addresses', body: anAddress() }),
  'GET /api/account/addresses/:id': async (_, headers) => ({
    path: `/api/account/addresses/${await anAddressOf(headers)}`,
  }),
  'PATCH /api/account/addresses/:id': async (_, headers) => ({
    path: `/api/account/addresses/${await anAddressOf(headers)}`,
    body: { address: 'Behind the bank' },
  }),
  'DELETE /api/account/addresses/:id': async (_, headers) => ({
    path: `/api/account/addresses/${await anAddressOf(headers)}`,
  }),
  'GET /api/account/coupons': () => ({ path: '/api/account/coupons' }),
}
