/** The places of a customer's account. */

export const yourAccount = 'Your account'
export const orders = 'Orders'
export const refunds = 'Refunds'
export const addresses = 'Addresses'
export const coupons = 'Coupons'
export const details = 'Your details'
