/** How a phone names the shop once it is installed. */

export const name = 'Selvedge: jeans and clothes'
export const shortName = 'Selvedge'
export const description = 'Jeans and clothes, priced in cedis, and a till that also sells offline.'

export const search = 'Search'
export const cart = 'Cart'
export const orders = 'Orders'
export const storeOrder = 'Store Order'
