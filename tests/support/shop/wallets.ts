import { execute } from '#api/db/database.ts'
import type { WalletStanding } from '#sync/protocol/shop/wallet.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aBuyer } from '#tests/support/shop/payments.ts'
import { tokenOf } from '#tests/support/shop/website-orders.ts'

/** A guest with an unpaid order, and their calls to pay it from a phone. */
export async function aWalletPayer(api: Api, goods: number) {
  const buyer = await aBuyer(api, 'guest')
  const { order, payment } = await buyer.order(goods)
  const tracking_token = tokenOf(order)
  const ask = (more: object = {}, key?: string) =>
    api.send('POST', '/api/payments/wallet', {
      body: { tracking_token, network: 'mtn', phone: '024 123 4567', ...more },
      ...(key && { headers: { 'Idempotency-Key': key } }),
    })
  const look = (more: object = {}) => api.send('PATCH', '/api/payments/wallet', { body: { tracking_token, ...more } })
  return {
    buyer,
    order,
    payment,
    tracking_token,
    ask,
    look,
    code: (reference: string, code: string) =>
      api.send('POST', '/api/payments/wallet/code', { body: { tracking_token, reference, code } }),
  }
}
export type WalletPayer = Awaited<ReturnType<typeof aWalletPayer>>

export const standing = ({ body }: { body: object }) => body as WalletStanding

/** Moves an order's prompts back in time, past their end. */
export const letTimePass = (order_id: number, minutes = 5) =>
  execute(
    `UPDATE payment_attempts SET ends_at = ends_at - INTERVAL ${minutes} MINUTE,
      created_at = created_at - INTERVAL ${minutes} MINUTE WHERE order_id = ? AND network IS NOT NULL`,
    [order_id],
  )
