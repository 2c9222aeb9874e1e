import { letterPicture } from '#api/mail/letter-pictures.ts'
import { link, small, words, type Letter, type Piece } from '#api/mail/letter.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Order, OrderItem } from '#sync/protocol/shop/order-view.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { destinationOf, isAgreedWithRider, noFeeWords } from '#sync/protocol/shipping.ts'

/**
 * What a letter says besides the order. `link`: the tracking page or the account. `area`: zone and region by name, or
 * ''.
 */
export interface Around {
  shop: ShopInfo
  link: string
  area: string
}

/** The order is paid. */
export const orderConfirmed = (order: Order, { shop, link: address, area }: Around): Letter => ({
  subject: `${shop.name}: we have your order ${order.number}`,
  title: `Thank you${nameOf(order)}. Your order is paid.`,
  pieces: [
    words(`We are preparing order ${order.number} and will email you when it is ready.`),
    goodsOf(order),
    whereTo(order, { shop, area }),
    ...nextSteps(order, shop),
    link('See your order', address),
    ...[shop.terms.prices, shop.terms.returns].filter(Boolean).map(small),
  ],
})

/** The order is placed, and paid when it is handed over. */
export const orderOnDelivery = (order: Order, around: Around): Letter => ({
  ...orderConfirmed(order, around),
  title: `Thank you${nameOf(order)}. You pay ${formatCedis(order.due)} on delivery.`,
})

/** It can be picked up, or is on its way. */
export const orderReady = (order: Order, { shop, link: address, area }: Around): Letter => ({
  subject: `${shop.name}: your order ${order.number} is ready`,
  title: isDelivered(order) ? 'Your order is ready to go.' : 'Your order is ready for pick-up.',
  pieces: [
    ...(order.due > 0 ? [words(`You pay ${formatCedis(order.due)} on delivery.`)] : []),
    { kind: 'goods', lines: linesOf(order), sums: [] },
    whereTo(order, { shop, area }),
    ...nextSteps(order, shop),
    link('See your order', address),
  ],
})

/** It was handed over: the days for returns start to count. */
export const orderCompleted = (order: Order, { shop, link: address }: Around): Letter => ({
  subject: `${shop.name}: your order ${order.number} is complete`,
  title: `Wear it well${nameOf(order)}.`,
  pieces: [
    words(
      `Order ${order.number} was handed over. If anything does not fit or is not what you ordered, ask for a refund or an exchange on the order's page.`,
    ),
    { kind: 'goods', lines: linesOf(order), sums: [] },
    ...[shop.terms.returns].filter(Boolean).map(small),
    link('See your order', address),
  ],
})

/** It is cancelled, and was not paid; a deposit may have been. */
export const orderCancelled = (order: Order, { shop, link: address }: Around): Letter => ({
  subject: `${shop.name}: your order ${order.number} is cancelled`,
  title: `Order ${order.number} is cancelled.`,
  pieces: [
    words(
      order.events.some(({ code }) => code === 'DEPOSIT_PAID')
        ? 'Its items are back on sale, so you can order them again.'
        : 'You were not charged. Its items are back on sale, so you can order them again.',
    ),
    goodsOf(order),
    link('Back to your order', address),
  ],
})

/** All or part of the money went back. `refund` in cedis. */
export const orderRefunded = (order: Order, { shop, link: address }: Around, refund: number): Letter => ({
  subject: `${shop.name}: ${formatCedis(refund)} refunded for order ${order.number}`,
  title: `We have refunded ${formatCedis(refund)}.`,
  pieces: [
    words(
      `This is for order ${order.number}, and goes to the card or wallet you paid with. Banks may take up to 10 working days to show it.`,
    ),
    link('See your order', address),
  ],
})

const isDelivered = ({ delivery_method_code }: Order) => delivery_method_code === 'delivery'
const nameOf = ({ shipping_address }: Order) => (shipping_address ? `, ${shipping_address.first_name}` : '')

const goodsOf = (order: Order): Piece => ({
  kind: 'goods',
  lines: linesOf(order),
  sums: [
    { name: 'Subtotal', amount: order.subtotal },
    ...(order.discount > 0 ? [{ name: 'Code discount', amount: -order.discount }] : []),
    ...(isDelivered(order)
      ? [{ name: 'Delivery', amount: noFeeWords(destinationOf(order), order.shipping_fee) ?? order.shipping_fee }]
      : []),
    { name: 'Total', amount: order.total },
  ],
})

const linesOf = ({ items }: Order) =>
  items.map(item => ({
    name: item.product_variation.product.name,
    note: choiceOf(item),
    amount: lineTotal(item),
    picture: letterPicture(item.product_variation.product.images[0]),
  }))

const choiceOf = ({ quantity, product_variation: { size, colour } }: OrderItem) =>
  [`${quantity} ×`, size.name, colour?.name].filter(Boolean).join(' ')

function whereTo(order: Order, { shop, area }: Pick<Around, 'shop' | 'area'>): Piece {
  const { shipping_address: person } = order
  return {
    kind: 'facts',
    facts: [
      { name: 'Order', value: order.number },
      ...(person
        ? [
            { name: 'For', value: `${person.first_name} ${person.last_name}` },
            { name: 'Phone', value: formatPhone(person.phone) },
          ]
        : []),
      isDelivered(order)
        ? { name: 'Delivery to', value: [person?.address, area].filter(Boolean).join(', ') }
        : { name: 'Pick up at', value: [shop.address, shop.terms.pick_up_directions].filter(Boolean).join('. ') },
    ],
  }
}

/** The shopper pays the rider only where the shop charges no fee: in Greater Accra. */
const nextSteps = (order: Order, { terms }: ShopInfo): Piece[] =>
  (isDelivered(order)
    ? [terms.delivery_time, isAgreedWithRider(destinationOf(order)) ? terms.delivery_fee : '']
    : [terms.pick_up]
  )
    .filter(Boolean)
    .map(words)
