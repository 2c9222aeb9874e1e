/** The review before ordering: the details, the seller and the terms, and what has changed. */

export const terms = 'The shop’s terms'

export const changeWhoOrders = 'Change contact'
export const changeDelivery = 'Change delivery'
export const notes = 'Notes'

export const whoSells = 'Seller, payment and returns'
export const seller = 'Seller'
export const registration = 'Registration'
export const address = 'Address'
export const phone = 'Phone'
export const email = 'Email'
export const prices = 'Prices'
export const payment = 'Payment'
export const returns = 'Returns'
export const yourOrder = 'Your order'
export const record = 'View it in your account, or with the link in our emails. You can save the receipt.'
export const yourData = 'Your data'
export const shippingPolicy = 'Shipping policy'
export const returnsPolicy = 'Returns policy'

export const beforeYouOrder = 'Before you order'

export const stale = 'The amounts have changed'
export const staleMore = 'Something changed while you were checking out. Nothing has been ordered or paid.'
export const what = 'What'
export const was = 'Was'
export const isNow = 'Now'
export const agreeAndPay = (sum: string) => `Agree and pay ${sum}`

export const deliveryCost = 'Delivery costs'
export const waits = 'You are offline. You can place the order when you are back online.'
