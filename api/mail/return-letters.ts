import { letterPicture } from '#api/mail/letter-pictures.ts'
import { link, words, type Letter, type Piece } from '#api/mail/letter.ts'
import type { Around } from '#api/mail/order-letters.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'

type Return = Pick<StaffRefund, 'action' | 'amount' | 'decision_note' | 'lines' | 'items'>

/** The shop accepts a return. */
export const returnApproved = (order: Order, { shop, link: address }: Around, refund: Return): Letter => ({
  subject: `${shop.name}: your return of order ${order.number} is approved`,
  title: refund.action === 'EXCHANGE' ? 'We will exchange it.' : 'We accept your return.',
  pieces: [
    goodsOf(refund),
    words(`Please bring it to ${shop.address}, or send it to us, with order number ${order.number}.`),
    ...(refund.amount > 0 ? [words(`We will refund ${formatCedis(refund.amount)}.`)] : []),
    ...(refund.amount < 0 ? [words(`Your new choice costs ${formatCedis(-refund.amount)} more.`)] : []),
    ...(refund.decision_note ? [words(refund.decision_note)] : []),
    link('See your order', address),
  ],
})

/** The shop refuses a return. */
export const returnRefused = (order: Order, around: Around, refund: Return): Letter =>
  notReturned('We cannot accept your return.', order, { around, refund })

/** The shop ends a return that it had approved. */
export const returnCalledOff = (order: Order, around: Around, refund: Return): Letter =>
  notReturned('Your return is cancelled.', order, { around, refund })

const notReturned = (
  title: string,
  order: Order,
  { around: { shop, link: address }, refund }: { around: Around; refund: Return },
): Letter => ({
  subject: `${shop.name}: your return of order ${order.number}`,
  title,
  pieces: [
    goodsOf(refund),
    words(refund.decision_note ?? 'If you believe this is a mistake, please contact us.'),
    link('See your order', address),
  ],
})

/**
 * Money was handed over or transferred; `account` says from where. Refunds by the payment provider have their own
 * letter.
 */
export const returnPaid = (
  order: Order,
  { shop, link: address }: Around,
  { amount, account }: { amount: number; account: string },
): Letter => ({
  subject: `${shop.name}: ${formatCedis(amount)} refunded for order ${order.number}`,
  title: `We have refunded ${formatCedis(amount)}.`,
  pieces: [words(`This is for order ${order.number}. Paid from: ${account}.`), link('See your order', address)],
})

/** What goes back, each with the picture of its colour. */
const goodsOf = ({ lines, items }: Return): Piece => ({
  kind: 'goods',
  lines: lines.map(({ refund_item_id, name, quantity, exchange }) => ({
    name: `${quantity} × ${name}`,
    note: exchange ? `Exchange for ${exchange}` : '',
    picture: letterPicture(items.find(({ id }) => id === refund_item_id)?.product_variation.product.images[0]),
  })),
  sums: [],
})
