import { recordChange } from '#api/audit/record-change.ts'
import { inTransaction } from '#api/db/database.ts'
import { conflict, invalid, refuseIfStale } from '#api/errors.ts'
import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'

export type Collection = BodyOf<'POST /api/staff/orders/:id/collect'> & { user_id: number }

/**
 * Enters the money that staff or the rider collected for an order, once; its goods count as sold from then on. Asks the
 * provider first, in case the customer paid online.
 * @throws 404, 409 if nothing is due or somebody changed the order, 422 for an unknown account or till
 */
export async function collect(id: number, collection: Collection): Promise<StaffOrder> {
  const { account_code, till_id, updated_at, user_id } = collection
  await findOrder(id)
  await settleAttempts(id)
  return inTransaction(async () => {
    const order = await lockOrder(id)
    await refuseIfStale(updated_at, order.updated_at, async () => ({ order: await findOrder(id) }))
    if (order.due === 0) throw conflict('Nothing is left to collect for this order.')
    if (!(await findAccount(account_code))?.at_till)
      throw invalid({ account_code: ['You cannot book money into this account by hand.'] })
    await payOrder(order, { account_code, till_id: (await drawerOf(till_id))?.id ?? null, user_id })
    await recordChange({
      subject: 'order',
      subject_id: id,
      action: 'collect',
      was: { due: order.due },
      became: { due: 0, account_code, ...(till_id && { till_id }) },
    })
    return findOrder(id)
  })
}
