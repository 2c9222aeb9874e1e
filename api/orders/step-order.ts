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

export type Step = BodyOf<'PATCH /api/staff/orders/:id'> & { user_id: number; endDeposit?: EndDeposit }

/** Gives the deposit of a locked order back, or keeps it. */
export type EndDeposit = (order: LockedOrder, isKept: boolean) => Promise<void>

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
    const { status_code, reason, account_code, till_id, keep_deposit } = step
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
        ...(keep_deposit && { keep_deposit }),
      },
    })
    return findOrder(id)
  })
}

/** What would go back if an order were cancelled: its deposit, in cedis, until the rest is collected. */
export async function depositOf(id: number): Promise<number> {
  const row = await selectOne<{ deposit: number }>('SELECT deposit FROM orders WHERE id = ? AND due > 0', [id])
  return row?.deposit ?? 0
}

type Standing = Pick<StaffOrder, 'status_code' | 'due'>

async function statusNow(id: number): Promise<Standing> {
  const order = await selectOne<Standing>('SELECT status_code, due FROM orders WHERE id = ?', [id])
  if (!order) throw notFound('Order')
  return order
}

function refuseUnlessNext({ status_code, due }: Standing, step: Step): void {
  if (due > 0 && step.status_code === 'CANCELLED') return
  if (due > 0 && step.status_code === 'COMPLETED') throw conflict('Collect the payment for this order first.')
  if (!ORDER_STEPS[status_code].includes(step.status_code))
    throw conflict(
      `An order that is ${ORDER_STATUSES[status_code].toLowerCase()} cannot become ${ORDER_STATUSES[step.status_code].toLowerCase()}.`,
    )
}

async function take(
  order: LockedOrder,
  { status_code, user_id, reason = null, account_code = 'BANK', till_id, keep_deposit = false, endDeposit }: Step,
): Promise<void> {
  const { id } = order
  const hasDeposit = order.due > 0 && order.deposit > 0
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
      if (keep_deposit) refuseToKeep(order, reason)
      await cancelOrder(order, { by: 'PERSON', reason, user_id })
      return hasDeposit ? endDeposit!(order, keep_deposit) : undefined
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

/** A customer who refuses goods that were sent may lose the deposit; before that it always goes back. */
function refuseToKeep({ status_code, due, deposit }: LockedOrder, reason: string | null): void {
  if (due === 0 || deposit === 0 || status_code !== 'READY_TO_SHIP')
    throw conflict('You can keep a deposit only after the order was sent.')
  if (!reason) throw invalid({ reason: ['Enter why you keep the deposit.'] })
}
