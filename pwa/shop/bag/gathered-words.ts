/** Wishlist and bag in the header. */

export const wishlist = (marked: number) => (marked > 0 ? `Wishlist, ${marked} saved` : 'Wishlist')
export const cart = (pieces: number) => (pieces > 0 ? `Cart, ${pieces} in it` : 'Cart')

export const wishRefused = (why: string) => `We couldn’t change your wishlist: ${why}`

export const added = 'Added to your shopping bag.'
export const viewBag = 'View bag'
