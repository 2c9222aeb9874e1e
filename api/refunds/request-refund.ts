import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, insertRows, selectOne } from '#api/db/database.ts'
import { conflict, notFound } from '#api/errors.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { reckon, type Reckoned } from '#api/refunds/reckon.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { refuseWrong, returnable, type Asker } from '#api/refunds/returnable.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { Refund, RefundRequest } from '#sync/protocol/shop/refund.ts'

type Wish = Omit<RefundRequest, 'order_id'>

/**
 * Requests a return of an order's goods, or of goods given in exchange. The shop calculates the amount: the price paid,
 * less its part of the discount. Staff may ask for any paid order.
 * @throws 409 for an order that is not completed, or goods handed over more than three days ago; 422 for more than is
 * left to return
 */
export const requestRefund = (
  { order_id, ...wish }: RefundRequest,
  user_id: number | null,
  asker: Asker = 'CUSTOMER',
): Promise<Refund> =>
  inTransaction(async () => {
    const order = await returnable(order_id, { asker })
    await refuseWrong(wish, order, asker)
    const reckoned = await reckon(wish, order, 'gone_back')
    const id = await insertRow('refunds', { order_id, ...columnsOf(wish, reckoned), user_id })
    await insertRows('refund_items', itemRows(id, wish, reckoned))
    const by = asker === 'STAFF' ? user_id : null
    await noteEvent({ order_id, code: 'REFUND_REQUESTED', user_id: by })
    await noteRefund({ refund_id: id, code: 'REQUESTED', user_id: by })
    if (by !== null)
      await recordChange({
        subject: 'refund',
        subject_id: id,
        action: 'add',
        became: { order_id, action: wish.action, reason: wish.reason, items: wish.items },
      })
    return findRefund(id)
  })

/** Replaces an undecided request. @throws as requestRefund, and 409 once it is decided */
export const changeRefund = (id: number, wish: Wish): Promise<Refund> =>
  inTransaction(async () => {
    const named = await selectOne<{ order_id: number }>('SELECT order_id FROM refunds WHERE id = ?', [id])
    if (!named) throw notFound('Refund')
    const order = await returnable(named.order_id, { asker: 'CUSTOMER', except: id })
    const held = await selectOne<{ status_code: string }>('SELECT status_code FROM refunds WHERE id = ? FOR UPDATE', [
      id,
    ])
    if (held!.status_code !== 'REQUESTED') throw conflict('This has been decided already.')
    await refuseWrong(wish, order, 'CUSTOMER')
    const reckoned = await reckon(wish, order, 'gone_back')
    await execute('DELETE FROM refund_items WHERE refund_id = ?', [id])
    await insertRows('refund_items', itemRows(id, wish, reckoned))
    await execute(
      'UPDATE refunds SET action = :action, reason = :reason, note = :note, amount = :amount, updated_at = NOW(3) WHERE id = :id',
      { ...columnsOf(wish, reckoned), id },
    )
    await noteRefund({ refund_id: id, code: 'CHANGED' })
    return findRefund(id)
  })

const columnsOf = ({ action, reason, note }: Wish, reckoned: readonly Reckoned[]) => ({
  action,
  reason,
  note: note || null,
  amount: sumCedis(reckoned.map(({ amount }) => amount)),
})

const itemRows = (refund_id: number, { items }: Wish, reckoned: readonly Reckoned[]) =>
  items.map(({ order_item_id, given_by = null, quantity, exchange_variation_id = null }, i) => ({
    refund_id,
    order_item_id,
    given_by,
    quantity,
    exchange_variation_id,
    ...reckoned[i]!,
  }))
