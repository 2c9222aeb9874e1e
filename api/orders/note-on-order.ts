import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction } from '#api/db/database.ts'
import { conflict, invalid, refuseIfStale } from '#api/errors.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { isAgreedWithRider } from '#sync/protocol/shipping.ts'

/** Stores staff's note on an order. @throws 404, 409 with the current order if it changed since it was read */
export const noteOnOrder = (
  id: number,
  { staff_note, updated_at }: BodyOf<'PATCH /api/staff/orders/:id/note'>,
): Promise<StaffOrder> =>
  inTransaction(async () => {
    const was = await lockedAsRead(id, updated_at)
    await execute('UPDATE orders SET staff_note = ? WHERE id = ?', [staff_note || null, id])
    const became = await findOrder(id)
    await recordChange({
      subject: 'order',
      subject_id: id,
      action: 'note',
      was: { staff_note: was.staff_note },
      became: { staff_note: became.staff_note },
    })
    return became
  })

interface Agreed {
  rider: BodyOf<'PATCH /api/staff/orders/:id/delivery'>['rider']
  updated_at?: string
  user_id: number
}

/**
 * Stores which rider delivers an order; the customer sees it among the order's events. The customer pays the rider
 * directly, so no total changes.
 * @throws 404, 409 for an order without rider delivery or that changed since it was read, 422 for a fee if the shop
 * charged one
 */
export const agreeWithRider = (id: number, { rider, updated_at, user_id }: Agreed): Promise<StaffOrder> =>
  inTransaction(async () => {
    const was = await lockedAsRead(id, updated_at)
    if (was.delivery_method_code !== 'delivery' || was.type_code !== 'WEBSITE')
      throw conflict('This order is not for delivery.')
    if (was.status_code !== 'PROCESSING' && was.status_code !== 'READY_TO_SHIP')
      throw conflict('You can set a rider after payment and before the handover.')
    const fee = rider?.fee ?? null
    if (
      fee !== null &&
      !isAgreedWithRider({ delivery_method_code: was.delivery_method_code, region_code: was.shipping_region_code })
    ) {
      throw invalid({ 'rider.fee': ['The delivery fee was paid with the order.'] })
    }
    await execute('UPDATE orders SET rider_name = ?, rider_phone = ?, rider_fee = ? WHERE id = ?', [
      rider?.name ?? null,
      rider?.phone ?? null,
      fee,
      id,
    ])
    const became = await findOrder(id)
    if (JSON.stringify(was.rider) === JSON.stringify(became.rider)) return became
    await noteEvent({ order_id: id, code: 'RIDER', detail: riderWords(became.rider), user_id })
    await recordChange({
      subject: 'order',
      subject_id: id,
      action: 'agree',
      was: { rider: was.rider },
      became: { rider: became.rider },
    })
    return findOrder(id)
  })

const riderWords = (rider: StaffOrder['rider']) =>
  rider === null
    ? 'We are choosing another rider.'
    : `${rider.name}, ${rider.phone}${rider.fee === null ? '' : `, GH₵ ${rider.fee.toFixed(2)} delivery fee, paid to the rider`}.`

/** The order, locked until the transaction ends. */
async function lockedAsRead(id: number, updated_at: string | undefined): Promise<StaffOrder> {
  await lockOrder(id)
  const order = await findOrder(id)
  await refuseIfStale(updated_at, order.updated_at, () => ({ order }))
  return order
}
