import { unauthenticated } from '#api/errors.ts'
import type { Session } from '#api/http/access.ts'
import { ownerOf } from '#api/http/owner.ts'
import { findOwnOrder, findTrackedOrder } from '#api/orders/own-orders.ts'
import { findLinked } from '#api/payments/wallet/pay-links.ts'
import type { Found } from '#api/payments/wallet/standing.ts'
import type { WalletDoor } from '#sync/protocol/shop/wallet.ts'

/** The order behind a door. @throws 401 for an id without a session, 404 for what is not the caller's */
export async function behind(
  { order_id, tracking_token, pay_token }: WalletDoor,
  session: Session | null,
): Promise<Found> {
  if (pay_token) return { order_id: await findLinked(pay_token), isByLink: true }
  if (tracking_token) return { order_id: (await findTrackedOrder(tracking_token)).id, isByLink: false }
  if (!session) throw unauthenticated()
  return { order_id: (await findOwnOrder(ownerOf(session), order_id!)).id, isByLink: false }
}
