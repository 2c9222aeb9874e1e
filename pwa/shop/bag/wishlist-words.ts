export const wishlist = 'Wishlist'
export const yourWishlist = 'Your wishlist'
export const share = 'Share'
export const away = (unsent: number) =>
  `Prices may have changed. ${unsent > 0 ? `${unsent === 1 ? 'One change is' : `${unsent} changes are`} saved here and will be sent later.` : 'Your changes are saved here and sent later.'}`
export const unseen = (count: number) =>
  `${count === 1 ? 'One product' : `${count} products`} you saved offline will appear here when you are back online.`

export const empty = 'Your Wishlist Is Empty'
export const pressTheHeart = 'Tap the heart on a product to save it here.'
export const toShop = 'Go to the shop'

export const notForSale = 'Not for sale now'
export const willBeBack = 'They move back to your list when they are for sale again.'
export const remove = (name: string) => `Remove ${name}`
