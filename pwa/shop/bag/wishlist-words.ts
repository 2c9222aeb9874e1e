/** What the wishlist says. */

export const wishlist = 'Wishlist'
export const yourWishlist = 'Your wishlist'
export const away = (unsent: number) =>
  `Prices may have changed. ${unsent > 0 ? `${unsent === 1 ? 'One change waits' : `${unsent} changes wait`} here and will be sent.` : 'What you change is kept here and sent later.'}`
export const unseen = (count: number) =>
  `${count === 1 ? 'One product' : `${count} products`} you marked without a connection will be here once the shop has heard of it.`

export const empty = 'Your Wishlist Is Empty'
export const pressTheHeart = 'Press the heart on anything you like, and find it here again.'
export const toShop = 'Go to the shop'

export const notForSale = 'Not for sale at present'
export const willBeBack = 'What is for sale again will be back among the others.'
export const remove = (name: string) => `Remove ${name}`
