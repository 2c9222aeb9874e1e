/** A customer's orders and returns, in lists and one by one. */

export const ordersTitle = 'Your Orders'
export const orders = 'Your orders'
export const nothingOrdered = 'You have not ordered anything yet.'
export const ordersListed = 'Your orders will appear here.'
export const goToShop = 'Go to the shop'
export const view = 'View'
export const viewOrder = (number: string) => `View order ${number}`

export const order = (number: string) => `Order ${number}`
export const yourOrder = 'Your order'
export const allOrders = 'All your orders'

export const refundsTitle = 'Refunds'
export const refunds = 'Your refunds'
export const sentBackFromOrder = 'To return something, open a completed order.'
/** Such as 'Exchange, order 1042'. */
export const ofOrder = (action: string, number: string) => `${action}, order ${number}`
export const viewRefund = (id: number) => `View refund ${id}`

export const thisRefund = 'This refund'
export const allRefunds = 'All your refunds'
export const goBack = 'Go Back'
