import type { Entry } from '#api/ledger/ledger.ts'
import { execute, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, refuseIfStale } from '#api/errors.ts'
import { returnApproved, returnCalledOff, returnRefused } from '#api/mail/return-letters.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { findStaffRefund } from '#api/refunds/find-staff-refund.ts'
import type { LockedRefund } from '#api/refunds/lock-refund.ts'
import { isSame, piecesOf, type Piece } from '#api/refunds/pieces.ts'
import { reckon } from '#api/refunds/reckon.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { refuseSamePerson } from '#api/refunds/second-person.ts'
import { stepRefund } from '#api/refunds/step-refund.ts'
import { giveUp, takeBack } from '#api/refunds/take-back.ts'
import { lockVariations, moveStock, reserveStock } from '#api/stock/stock.ts'
import { formatCedis, sumCedis, toPesewas } from '#sync/protocol/money.ts'
import { REFUND_STATUSES, REFUND_STEPS, SHOPS_FAULT, type RefundStatus } from '#sync/protocol/shop/refund.ts'

export interface Decision {
  user_id: number
  /** Words for the customer; the reason for an amount lower than calculated. */
  note?: string | null
  /** In cedis; by default what the shop's rules say. */
  amount?: number
  /** The refund as it was read. */
  updated_at?: string
}

/** What a decision depends on; tests put careless stand-ins here to show that the real ones matter. */
export interface Means {
  lockOrder: typeof lockOrder
  takeBack: typeof takeBack
}
const MEANS: Means = { lockOrder, takeBack }

/**
 * Approves a request: recalculates and promises the amount, and reserves exchange goods.
 * @throws 409 if it is decided, more than was paid would go back, or another person must approve it; 422 for a higher
 * amount, or too little stock to exchange for
 */
export const approveRefund = (
  id: number,
  { user_id, note = null, amount, updated_at }: Decision,
  means = MEANS,
): Promise<void> =>
  stepRefund(id, { action: 'approve', user_id, lock: means.lockOrder }, async refund => {
    await refuseStale(refund, updated_at)
    refuseUnlessNext(refund, 'APPROVED')
    const { order_id, items } = refund
    const { discount, shipping_fee } = (await selectOne<{ discount: number; shipping_fee: number }>(
      'SELECT discount, shipping_fee FROM orders WHERE id = ?',
      [order_id],
    ))!
    const pieces = await piecesOf(order_id, id)
    const reckoned = await reckon({ items }, { discount, pieces }, 'refunded_quantity')
    const fee = (await goesBackWhole(refund, pieces)) ? shipping_fee : 0
    const promised = agreedAmount(sumCedis([...reckoned.map(line => line.amount), fee]), { amount, note })
    await refuseSamePerson(refund, promised, user_id)
    await means.takeBack({ order_id, amount: promised, items })
    for (const [i, item] of items.entries())
      await execute(
        'UPDATE refund_items SET amount = :amount, worth = :worth, exchange_price = :exchange_price WHERE id = :id',
        { ...reckoned[i]!, id: item.id },
      )
    await execute(
      "UPDATE refunds SET status_code = 'APPROVED', money_status = ?, amount = ?, shipping_fee = ?, decision_note = ? WHERE id = ?",
      [promised === 0 ? 'NONE' : 'PENDING', promised, fee, note, id],
    )
    const wanted = exchangesOf(refund)
    if (wanted.length > 0) await reserveStock(order_id, wanted)
    return decided(refund, 'APPROVED', { user_id, note })
  })

/** Refuses a request, with words for the customer. @throws 409 if it is decided */
export const refuseRefund = (id: number, { user_id, note = null, updated_at }: Decision): Promise<void> =>
  stepRefund(id, { action: 'refuse', user_id }, async refund => {
    await refuseStale(refund, updated_at)
    refuseUnlessNext(refund, 'REFUSED')
    await execute("UPDATE refunds SET status_code = 'REFUSED', decision_note = ? WHERE id = ?", [note, id])
    return decided(refund, 'REFUSED', { user_id, note })
  })

/**
 * Ends an approved refund before money or goods have moved: everything promised returns to the order.
 * @throws 409
 */
export const callOffRefund = (id: number, { user_id, note = null }: Decision): Promise<void> =>
  stepRefund(id, { action: 'call off', user_id }, async refund => {
    const { order_id, amount, items, money_status } = refund
    if (
      refund.status_code !== 'APPROVED' ||
      (money_status !== 'NONE' && money_status !== 'PENDING') ||
      items.some(({ disposition, handed_over }) => disposition || handed_over)
    ) {
      throw conflict('Money or items have already moved.')
    }
    await giveUp({ order_id, amount, items })
    const held = exchangesOf(refund)
    if (held.length > 0) await lockVariations(held.map(({ product_variation_id }) => product_variation_id))
    await moveStock(held.map(line => ({ ...line, order_id, reason: 'RELEASE', user_id })))
    await execute("UPDATE refunds SET status_code = 'REFUSED', money_status = 'NONE', decision_note = ? WHERE id = ?", [
      note,
      id,
    ])
    return decided(refund, 'CALLED_OFF', { user_id, note })
  })

export function refuseUnlessNext({ status_code }: Pick<LockedRefund, 'status_code'>, next: RefundStatus): void {
  if (!REFUND_STEPS[status_code].includes(next))
    throw conflict(
      `A return that is ${REFUND_STATUSES[status_code].toLowerCase()} cannot become ${REFUND_STATUSES[next].toLowerCase()}.`,
    )
}

/** @throws 409 with the current refund, if it changed since it was read */
export const refuseStale = ({ id, updated_at }: LockedRefund, read: string | undefined): Promise<void> =>
  refuseIfStale(read, updated_at, async () => ({ refund: await findStaffRefund(id) }))

function agreedAmount(reckoned: number, { amount = reckoned, note }: Pick<Decision, 'amount' | 'note'>): number {
  if (toPesewas(amount) > toPesewas(reckoned))
    throw invalid({ amount: [`You can refund at most ${formatCedis(reckoned)}.`] })
  if (toPesewas(amount) === toPesewas(reckoned)) return reckoned
  if (reckoned <= 0) throw invalid({ amount: ['You can only lower an amount that the customer receives.'] })
  if (!note) throw invalid({ note: ['Enter why it is less.'] })
  return amount
}

const exchangesOf = ({ items }: LockedRefund) =>
  items.flatMap(({ exchange_variation_id, quantity }) =>
    exchange_variation_id ? [{ product_variation_id: exchange_variation_id, quantity }] : [],
  )

/** Whether this returns the last of an order's goods for money, exchange goods included, all by the shop's fault. */
async function goesBackWhole(
  { id, order_id, action, reason, items }: LockedRefund,
  pieces: readonly Piece[],
): Promise<boolean> {
  const isFault = action === 'REFUND' && SHOPS_FAULT.includes(reason)
  const isAll = pieces.every(
    piece => piece.refunded_quantity + (items.find(item => isSame(item, piece))?.quantity ?? 0) === piece.quantity,
  )
  if (!isFault || !isAll) return false
  const others = await select(
    `SELECT r.id FROM refunds r WHERE r.order_id = ? AND r.id <> ? AND r.status_code IN ('APPROVED', 'COMPLETED')
      AND (r.reason NOT IN (?)
    OR EXISTS (SELECT 1 FROM refund_items g WHERE g.refund_id = r.id AND g.exchange_variation_id IS NOT NULL
    AND g.handed_over_at IS NULL))`,
    [order_id, id, SHOPS_FAULT],
  )
  return others.length === 0
}

const LETTERS = { APPROVED: returnApproved, REFUSED: returnRefused, CALLED_OFF: returnCalledOff }

async function decided(
  { id, order_id }: LockedRefund,
  code: 'APPROVED' | 'REFUSED' | 'CALLED_OFF',
  { user_id, note }: Decision,
): Promise<readonly Entry[]> {
  await noteRefund({ refund_id: id, code, detail: note ?? '', user_id })
  await noteEvent({ order_id, code: `REFUND_${code}`, detail: note ?? '', user_id })
  const refund = await findStaffRefund(id)
  await writeToCustomer(order_id, `return-${id}-${code === 'APPROVED' ? 'approved' : 'refused'}`, (order, around) =>
    LETTERS[code](order, around, refund),
  )
  return []
}
