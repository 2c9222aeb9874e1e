/** Titles and descriptions of the pages where most visits begin. */

export const home = [
  'Home',
  'Jeans and clothes, priced in cedis. Pick up from the shop, or get delivery across Ghana.',
] as const
export const collections = [
  'Collections',
  'Shop every collection: jeans, jackets, dresses, shirts and more, priced in cedis.',
] as const
export const shop = ['Shop', 'All jeans and clothes by size, colour and price in cedis, with current stock.'] as const
export const newIn = ['New in', 'The latest jeans and clothes, priced in cedis.'] as const
export const sale = ['Sale', 'Jeans and clothes at reduced prices, in cedis.'] as const
export const product = ['Product', 'Jeans and clothes, priced in cedis.'] as const
