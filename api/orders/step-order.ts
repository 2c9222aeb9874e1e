import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { orderCompleted, orderReady } from '#api/mail/order-letters.ts'
import type { SettleAttempts } from '#api/orders/expire-orders.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { cancelOrder, payOrder } from '#api/orders/settle-order.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { ORDER_STATUSES, ORDER_STEPS } from '#sync/protocol/shop/order.ts'

export type Step = BodyOf<'PATCH /api/staff/orders/:id'> & { user_id: number }

/**
 * Takes an order one step further. Asks the provider before an unpaid order is confirmed by hand or cancelled.
 * @throws 404, 409 for any other step, or if somebody was faster, 422 for an unknown account or till
 */
export async function stepOrder(id: number, step: Step, settleAttempts: SettleAttempts): Promise<StaffOrder> {
  refuseUnlessNext(await statusNow(id), step)
  const endsPaying = step.status_code === 'PROCESSING' || step.status_code === 'CANCELLED'
  if (endsPaying && (await settleAttempts(id)) === 'paid') throw conflict('This order was paid online a moment ago.')
  return inTransaction(async () => {
    const order = await lockOrder(id)
    await refuseIfStale(step.updated_at, order.updated_at, async () => ({ order: await findOrder(id) }))
    refuseUnlessNext(order, step)
    await take(order, step)
    const { status_code, reason, account_code, till_id } = step
    await recordChange({
      subject: 'order',
      subject_id: id,
      action: 'step',
      was: { status_code: order.status_code },
      became: {
        status_code,
        ...(reason && { reason }),
        ...(account_code && { account_code }),
        ...(till_id && { till_id }),
      },
    })
    return findOrder(id)
  })
}

async function statusNow(id: number): Promise<Pick<StaffOrder, 'status_code'>> {
  const order = await selectOne<Pick<StaffOrder, 'status_code'>>('SELECT status_code FROM orders WHERE id = ?', [id])
  if (!order) throw notFound('Order')
  return order
}

function refuseUnlessNext({ status_code }: Pick<StaffOrder, 'status_code'>, step: Step): void {
  if (!ORDER_STEPS[status_code].includes(step.status_code))
    throw conflict(
      `An order that is ${ORDER_STATUSES[status_code].toLowerCase()} cannot become ${ORDER_STATUSES[step.status_code].toLowerCase()}.`,
    )
}

async function take(
  order: LockedOrder,
  { status_code, user_id, reason = null, account_code = 'BANK', till_id }: Step,
): Promise<void> {
  const { id } = order
  switch (status_code) {
    case 'PROCESSING':
      if (!(await findAccount(account_code))?.at_till)
        throw invalid({ account_code: ['You cannot book money into this account by hand.'] })
      return payOrder(order, {
        account_code: order.total === 0 ? null : account_code,
        till_id: (await drawerOf(till_id))?.id ?? null,
        user_id,
        detail: reason ?? '',
      })
    case 'CANCELLED':
      return cancelOrder(order, { by: 'PERSON', reason, user_id })
    case 'READY_TO_SHIP':
      await execute("UPDATE orders SET status_code = 'READY_TO_SHIP' WHERE id = ?", [id])
      await noteEvent({ order_id: id, code: 'READY', detail: reason ?? '', user_id })
      return writeToCustomer(id, 'ready', orderReady)
    case 'COMPLETED':
      await execute("UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ?", [id])
      await noteEvent({ order_id: id, code: 'COMPLETED', detail: reason ?? '', user_id })
      return writeToCustomer(id, 'completed', orderCompleted)
  }
}
