import { link, words, type Letter, type Piece } from '#api/mail/letter.ts'
import type { Around } from '#api/mail/order-letters.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'

type Return = Pick<StaffRefund, 'action' | 'amount' | 'decision_note' | 'lines'>

/** The shop accepts a return. */
export const returnApproved = (order: Order, { shop, link: address }: Around, refund: Return): Letter => ({
  subject: `${shop.name}: your return of order ${order.number} is approved`,
  title: refund.action === 'EXCHANGE' ? 'We exchange it for you.' : 'We take it back.',
  pieces: [
    goodsOf(refund),
    words(`Please bring it to ${shop.address}, or send it to us, with order number ${order.number}.`),
    ...(refund.amount > 0 ? [words(`${formatCedis(refund.amount)} goes back to you.`)] : []),
    ...(refund.amount < 0
      ? [words(`What you chose is dearer: the difference is ${formatCedis(-refund.amount)}.`)]
      : []),
    ...(refund.decision_note ? [words(refund.decision_note)] : []),
    link('See your order', address),
  ],
})

/** The shop refuses a return, or ends one. */
export const returnRefused = (order: Order, { shop, link: address }: Around, refund: Return): Letter => ({
  subject: `${shop.name}: your return of order ${order.number}`,
  title: 'We cannot take it back.',
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
  subject: `${shop.name}: ${formatCedis(amount)} paid back for order ${order.number}`,
  title: `We have paid you back ${formatCedis(amount)}.`,
  pieces: [words(`It is for order ${order.number}. Paid from: ${account}.`), link('See your order', address)],
})

const goodsOf = ({ lines }: Return): Piece => ({
  kind: 'facts',
  facts: lines.map(({ name, quantity, exchange }) => ({
    name: 'Goods',
    value: `${quantity} × ${name}${exchange ? `, to be exchanged for ${exchange}` : ''}`,
  })),
})
