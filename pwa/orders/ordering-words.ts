/** Words shared by all steps from the bag to a paid order, and words about an order that waits. */

export const stepsToYourOrder = 'Steps to your order'
export const steps = ['Cart', 'Information', 'Review', 'Pay', 'Order Complete'] as const
export const yourOrder = 'Your order'
export const orderNumber = 'Order number'
export const returnToCart = 'Return to Cart'

export const waitsForPayment = (number: string) => `Order ${number} is waiting for your payment`
export const timeIsOver = (number: string) => `The time to pay for order ${number} is up`
export const goodsAreKept = 'We are holding the items for you. If you check out again, you change that order.'
export const payForIt = 'Pay now'
