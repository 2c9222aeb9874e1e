/** The last step, before and after payment. */

export const unread = 'We couldn’t load your order.'
export const unreadMore = 'If you paid, your payment is safe. We email you a confirmation with a link to your order.'
export const goToBag = 'Go to your bag'
export const payForOrder = 'Pay for your order'
export const payment = 'Payment'
export const changeOrder = 'Change the order'

export const thanks = 'Thank you. Your order is complete.'
export const confirmationTo = (email: string) => `A confirmation is on its way to ${email}.`
export const keptLink = 'Save this link to track your order.'
export const seeOrder = 'See your order'
export const continueShopping = 'Continue shopping'
