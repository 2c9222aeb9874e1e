/** What the last step says, until the order is paid and once it is. */

export const unread = 'Your order could not be read here.'
export const unreadMore = 'If you paid it, it is safe: the confirmation comes by e-mail, with a link to your order.'
export const goToBag = 'Go to your bag'
export const payForOrder = 'Pay for your order'
export const payment = 'Payment'
export const changeOrder = 'Change the order'

export const thanks = 'Thank you. Your order is complete.'
export const confirmationTo = (email: string) => `A confirmation goes to ${email}.`
export const keptLink = 'Keep this link: it always shows how your order is going.'
export const seeOrder = 'See your order'
export const continueShopping = 'Continue shopping'
