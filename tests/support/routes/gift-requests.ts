import { randomUUID } from 'node:crypto'
import { inTransaction } from '#api/db/database.ts'
import { sell } from '#api/payments/gifts/pay-purchase.ts'
import { storePurchase } from '#api/payments/gifts/purchases.ts'
import { aGiftCard, aGiftOrder, aHold } from '#tests/support/shop/gift-cards.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'
import { anOrderOf, tokenOf } from '#tests/support/shop/website-orders.ts'

const aPath = async (end = '') => `/api/staff/gift-cards/${(await aGiftCard(20, null)).id}${end}`

async function aPurchasePath(status_code = 'UNPAID'): Promise<string> {
  const { id, token } = await storePurchase(aGiftOrder())
  if (status_code === 'PAID') await inTransaction(() => sell(id, { id: String(next()) }))
  return `/api/gift-cards/purchases/${token}`
}

/** Requests about gift cards, for REQUESTS. */
export const GIFT_REQUESTS: Requests = {
  'POST /api/gift-cards/balance': async () => ({
    path: '/api/gift-cards/balance',
    body: { code: (await aGiftCard()).code },
  }),
  'POST /api/payments/gift-card': async ({ variation }) => ({
    path: '/api/payments/gift-card',
    body: {
      tracking_token: tokenOf(await anOrderOf({ [variation]: 1 }, { phone: `+23324${String(2_000_000 + next())}` })),
      code: (await aGiftCard()).code,
    },
  }),
  'GET /api/gift-cards/offer': () => ({ path: '/api/gift-cards/offer' }),
  'POST /api/gift-cards/purchases': () => ({ path: '/api/gift-cards/purchases', body: aGiftOrder() }),
  'GET /api/gift-cards/purchases/:token': async () => ({ path: await aPurchasePath() }),
  'POST /api/gift-cards/purchases/:token/pay': async () => ({ path: `${await aPurchasePath()}/pay` }),
  'POST /api/gift-cards/purchases/:token/check': async () => ({ path: `${await aPurchasePath('PAID')}/check` }),
  'POST /api/staff/till-holds': async () => ({
    path: '/api/staff/till-holds',
    body: { sale_id: randomUUID(), amount: 10, code: (await aGiftCard()).code },
  }),
  'POST /api/staff/till-holds/release': () => ({
    path: '/api/staff/till-holds/release',
    body: { sale_id: randomUUID() },
  }),
  'GET /api/staff/gift-cards': () => ({ path: '/api/staff/gift-cards' }),
  'GET /api/staff/gift-cards/csv': () => ({ path: '/api/staff/gift-cards/csv' }),
  'POST /api/staff/gift-cards': () => ({ path: '/api/staff/gift-cards', body: { amount: 50, account_code: 'CASH' } }),
  'GET /api/staff/gift-cards/:id': async () => ({ path: await aPath() }),
  'POST /api/staff/gift-cards/:id/adjust': async () => ({
    path: await aPath('/adjust'),
    body: { amount: -5, note: 'Entered too much' },
  }),
  'POST /api/staff/gift-cards/:id/void': async () => ({ path: await aPath('/void'), body: { note: 'Stolen' } }),
  'POST /api/staff/gift-cards/:id/free': async () => {
    const [{ id, code }, sale_id] = [await aGiftCard(), randomUUID()]
    await aHold(sale_id, code)
    return { path: `/api/staff/gift-cards/${id}/free`, body: { sale_id, note: 'The tablet is broken' } }
  },
  'POST /api/staff/gift-cards/:id/code': async () => ({ path: await aPath('/code'), body: { note: 'Lost' } }),
}
