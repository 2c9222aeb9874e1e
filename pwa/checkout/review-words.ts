/**
 * What is read once more before an order is placed: its facts, who sells and on what terms, and what has changed
 * meanwhile.
 */

export const terms = 'The shop’s terms'

export const changeWhoOrders = 'Change who orders'
export const changeDelivery = 'Change the delivery'
export const notes = 'Notes'

export const whoSells = 'Who sells to you'
export const seller = 'Seller'
export const registration = 'Registration'
export const address = 'Address'
export const phone = 'Phone'
export const email = 'E-mail'
export const prices = 'Prices'
export const payment = 'Payment'
export const returns = 'Returns'
export const yourOrder = 'Your order'
export const record =
  'It stays readable in your account or, without one, behind the link in its e-mails, with a receipt to keep.'
export const yourData = 'Your data'
export const shippingPolicy = 'Shipping policy'
export const returnsPolicy = 'Returns policy'

export const beforeYouOrder = 'Before you order'

export const stale = 'The amounts have changed'
export const staleMore = 'Something changed while you were ordering. Nothing was ordered or paid yet.'
export const what = 'What'
export const was = 'Was'
export const isNow = 'Is now'
export const agreeAndPay = (sum: string) => `Agree and pay ${sum}`

export const deliveryCost = 'What delivery costs'
export const waits = 'No connection: your order can be placed when the network is back.'
