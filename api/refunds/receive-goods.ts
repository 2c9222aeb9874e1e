import type { Entry } from '#api/ledger/ledger.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import { refuseStale, refuseUnlessNext } from '#api/refunds/decide-refund.ts'
import { lockRefund, type LockedItem, type LockedRefund } from '#api/refunds/lock-refund.ts'
import { isUnpaid, pay, type Payout } from '#api/refunds/pay-refund.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { stepRefund } from '#api/refunds/step-refund.ts'
import { lockVariations, moveStock, type Movement } from '#api/stock/stock.ts'
import { DISPOSITIONS, type Disposition } from '#sync/protocol/shop/refund.ts'

export type Received = readonly { refund_item_id: number; disposition: Disposition }[]

/**
 * Books returned goods, each line once: onto the shelf, or, if damaged, straight off it. Exchange goods leave the shelf
 * at the same time. @throws 409 if that is done or a difference is unpaid, 422 for a line of another refund
 */
export const receiveGoods = (id: number, received: Received, user_id: number): Promise<void> =>
  stepRefund(id, { action: 'receive', user_id }, async refund => {
    if (refund.status_code !== 'APPROVED')
      throw conflict('You can take items back after the return is approved and before it is completed.')
    await receive(refund, { received, field: 'items' }, user_id)
    return []
  })

export interface Completion extends Payout {
  restock?: Received | undefined
  updated_at?: string | undefined
}

/**
 * Finishes an approved refund in one go. Goods that are not named stay with the customer. @throws as the single steps
 * do
 */
export const completeRefund = (id: number, { restock = [], updated_at, ...payout }: Completion): Promise<void> =>
  stepRefund(id, { action: 'complete', user_id: payout.user_id }, async refund => {
    await refuseStale(refund, updated_at)
    refuseUnlessNext(refund, 'COMPLETED')
    const entries: readonly Entry[] = isUnpaid(refund) ? await pay(refund, payout) : []
    await receive(refund, { received: restock, field: 'restock' }, payout.user_id)
    const { items } = await lockRefund(id)
    const kept = items.filter(({ disposition }) => disposition === null)
    if (kept.length === 0) return entries
    await move(
      refund,
      kept.filter(({ handed_over }) => !handed_over),
      payout.user_id,
    )
    await execute('UPDATE refunds SET goods_status = ? WHERE id = ?', [
      kept.length === items.length ? 'KEPT' : 'BACK',
      id,
    ])
    await noteRefund({ refund_id: id, code: 'GOODS_KEPT', user_id: payout.user_id })
    return entries
  })

/** `field`: the name of a wrong line in the reply. */
async function receive(
  refund: LockedRefund,
  { received, field }: { received: Received; field: 'items' | 'restock' },
  user_id: number,
): Promise<void> {
  if (received.length === 0) return
  const { id, items } = refund
  const { money_status } = (await selectOne<Pick<LockedRefund, 'money_status'>>(
    'SELECT money_status FROM refunds WHERE id = ?',
    [id],
  ))!
  if (refund.amount < 0 && money_status !== 'DONE') throw conflict('The customer pays the difference first.')
  const came: LockedItem[] = []
  for (const [i, { refund_item_id, disposition }] of received.entries()) {
    const item = items.find(each => each.id === refund_item_id)
    if (!item || came.some(each => each.id === refund_item_id))
      throw invalid({ [`${field}.${i}.refund_item_id`]: ['This is not a line of the return, or it appears twice.'] })
    if (
      (await execute('UPDATE refund_items SET disposition = ? WHERE id = ? AND disposition IS NULL', [
        disposition,
        refund_item_id,
      ])) === 0
    )
      throw conflict('This has already been returned.')
    came.push({ ...item, disposition })
  }
  await move(refund, came, user_id)
  await noteRefund({
    refund_id: id,
    code: 'GOODS_BACK',
    detail: came
      .map(({ quantity, disposition }) => `${quantity} × ${DISPOSITIONS[disposition!].toLowerCase()}`)
      .join(', '),
    user_id,
  })
  await execute(
    "UPDATE refunds SET goods_status = 'BACK' WHERE id = :id AND NOT EXISTS (SELECT 1 FROM refund_items g WHERE g.refund_id = :id AND g.disposition IS NULL)",
    { id },
  )
}

/** Moves the stock of lines: returned goods, damaged ones, and exchange goods, which were reserved until now. */
async function move({ id, order_id }: LockedRefund, items: readonly LockedItem[], user_id: number): Promise<void> {
  const given = items.filter(({ exchange_variation_id, handed_over }) => exchange_variation_id && !handed_over)
  const of = (product_variation_id: number, reason: Movement['reason'], quantity: number): Movement => ({
    product_variation_id,
    order_id,
    reason,
    quantity,
    user_id,
  })
  const movements = [
    ...items.flatMap(({ product_variation_id, quantity, disposition }) =>
      disposition ? [of(product_variation_id, 'RETURN', quantity)] : [],
    ),
    ...items.flatMap(({ product_variation_id, quantity, disposition }) =>
      disposition === 'DAMAGED' ? [of(product_variation_id, 'DAMAGED', -quantity)] : [],
    ),
    ...given.flatMap(({ exchange_variation_id, quantity }) => [
      of(exchange_variation_id!, 'RELEASE', quantity),
      of(exchange_variation_id!, 'EXCHANGE', -quantity),
    ]),
  ]
  if (movements.length === 0) return
  await moveStock(movements, await lockVariations(movements.map(({ product_variation_id }) => product_variation_id)))
  if (given.length === 0) return
  await execute('UPDATE refund_items SET handed_over_at = NOW(3) WHERE id IN (?)', [given.map(item => item.id)])
  await noteRefund({ refund_id: id, code: 'HANDED_OVER', user_id })
}
