export const share = 'Share your wishlist'
export const title = 'My wishlist'
export const what =
  'Anyone with the link can see your wishlist and your first name, but cannot change it. You can turn the link off.'
export const makeLink = 'Create a link'
export const theLink = 'The link'
export const link = 'Link to your wishlist'
export const send = 'Send or copy the link'
export const takeBack = 'Turn off the link'
export const copied = 'Link copied.'
export const notCopied = 'We couldn’t copy the link. Select it and copy it yourself.'

export const wishlistOf = (name: string | null) => (name ? `${name}’s wishlist` : 'A wishlist')
export const shared = 'This wishlist'
export const nothing = 'Nothing on this wishlist is for sale now.'
export const toShop = 'Go to the shop'
