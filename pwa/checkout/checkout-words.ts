/** The way from the bag to an order. */
export const CHECKOUT_STEPS = ['Cart', 'Information', 'Review', 'Pay', 'Order Complete'] as const

export const CHECKOUT_WORDS = {
  empty: 'Add Products to Begin Checkout.', empty_more: 'What you put into your shopping bag can be ordered here.',
  away: 'Prices and stock may have changed. You can go on typing; ordering waits until the network is back.',
  waits: 'No connection: your order can be placed when the network is back.',
  stale: 'The amounts have changed', stale_more: 'Something changed while you were ordering. Nothing was ordered or paid yet.',
  agree: 'Agree and pay',
  rider: 'The delivery fee is agreed with the rider, and paid directly to them.',
  review: 'Review Order', back: 'Return to Cart', change: 'Change',
  coupon: 'Discount code', apply: 'Apply', verifying: 'Verifying ...',
  unread: 'Your order could not be read here.', unread_more: 'If you paid it, it is safe: the confirmation comes by e-mail, with a link to your order.',
  thanks: 'Thank you. Your order is complete.', kept_link: 'Keep this link: it always shows how your order is going.',
} as const
