/** Paying for somebody else by a link, for both of them. */

export const letOtherPay = 'Ask someone else to pay'
export const making = 'Making the link …'
export const link = 'Link to pay'
export const linkHint = 'It shows your first name, the items and the total. It works until the time to pay runs out.'
export const share = 'Share'
export const message = (url: string) => `Please pay for my order: ${url}`

export const title = 'Pay for someone'
export const payFor = (name: string) => (name ? `Pay for ${name}’s order` : 'Pay for this order')
export const items = 'Items'
export const total = 'Total'
export const paid = 'This order is paid. Thank you.'
export const paidMore = 'You can close this page. The shop confirms it to the person who ordered.'
export const over = 'This link has expired'
export const overMore =
  'This order can no longer be paid. If you paid in time, we accept it. If you paid later, we refund it.'
export const closed = 'The payment was not completed. You were not charged. Try again, or pay another way.'
export const unheard = 'Your payment is being confirmed. You do not need to pay again.'
export const theLink = 'This link'
