import { inTransaction, insertRow } from '#api/db/database.ts'
import { payOnDelivery } from '#api/payments/on-delivery/accept.ts'
import { payTokenOf } from '#api/payments/wallet/pay-links.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'
import { anOrderToTheDoor } from '#tests/support/shop/on-delivery.ts'
import { anOrderOf, tokenOf } from '#tests/support/shop/website-orders.ts'

const aMobile = () => `+23324${String(1_000_000 + next())}`

/** An attempt that waits for a code from the payer's network. */
async function anAskedCode(order_id: number): Promise<string> {
  const reference = `${order_id}-1700000000000`
  await insertRow('payment_attempts', {
    order_id,
    reference,
    amount: 1000,
    email: 'order@shop.test',
    status_code: 'PENDING',
    network: 'vod',
    phone: '+233201234567',
    step: 'code',
  })
  return reference
}

/** The token of the link by which somebody else pays a new order. */
const aPayToken = async (variation: number) =>
  payTokenOf((await anOrderOf({ [variation]: 1 }, { phone: aMobile() })).id)

/** Requests to pay from a phone, for REQUESTS. */
export const WALLET_REQUESTS: Requests = {
  'POST /api/payments/on-delivery': async ({ variation }) => ({
    path: '/api/payments/on-delivery',
    body: { tracking_token: tokenOf(await anOrderToTheDoor(variation)) },
  }),
  'POST /api/staff/orders/:id/collect': async ({ variation }) => {
    const { id } = await anOrderToTheDoor(variation)
    await inTransaction(() => payOnDelivery(id))
    return { path: `/api/staff/orders/${id}/collect`, body: { account_code: 'CASH' } }
  },
  'POST /api/payments/links': async ({ variation }) => ({
    path: '/api/payments/links',
    body: { tracking_token: tokenOf(await anOrderOf({ [variation]: 1 }, { phone: aMobile() })) },
  }),
  'GET /api/payments/links/:token': async ({ variation }) => ({
    path: `/api/payments/links/${await aPayToken(variation)}`,
  }),
  'PATCH /api/payments/links/:token': async ({ variation }) => ({
    path: `/api/payments/links/${await aPayToken(variation)}`,
  }),
  'POST /api/payments/links/:token/pay': async ({ variation }) => ({
    path: `/api/payments/links/${await aPayToken(variation)}/pay`,
  }),
  'POST /api/payments/wallet': async ({ variation }) => ({
    path: '/api/payments/wallet',
    body: {
      tracking_token: tokenOf(await anOrderOf({ [variation]: 1 }, { phone: aMobile() })),
      network: 'mtn',
      phone: aMobile(),
    },
  }),
  'PATCH /api/payments/wallet': async ({ variation }) => ({
    path: '/api/payments/wallet',
    body: { tracking_token: tokenOf(await anOrderOf({ [variation]: 1 }, { phone: aMobile() })) },
  }),
  'POST /api/payments/wallet/code': async ({ variation }) => {
    const order = await anOrderOf({ [variation]: 1 }, { phone: aMobile() })
    return {
      path: '/api/payments/wallet/code',
      body: { tracking_token: tokenOf(order), reference: await anAskedCode(order.id), code: '123456' },
    }
  },
}
