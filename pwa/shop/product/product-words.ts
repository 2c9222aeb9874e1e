/** A product's page, from its pictures to the products beside it. */

export const theProduct = 'The product'

export const pictures = 'Pictures'
export const carousel = 'carousel'
export const picture = (name: string, number: number) => `${name}, picture ${number}`
export const enlarge = (picture: string) => `Enlarge: ${picture}`
export const previousPicture = 'Previous picture'
export const nextPicture = 'Next picture'
export const showPicture = (number: number) => `Show picture ${number}`
export const notEnlarged = 'We couldn’t open the large picture. Try again when you are back online.'

export const size = 'Size'
export const colour = 'Colour'
export const heardSoldOut = ', sold out'
export const inStock = 'In stock'
export const onlyLeft = (count: number) => `Only ${count} left`
export const soldOutIn = (size: string, colour = '') => `${size}${colour && ` in ${colour}`} is sold out.`
export const leftInSizes = (sizes: readonly string[], colour = '') =>
  `${colour ? `${colour} is available` : 'Available'} in ${listed(sizes)}.`
export const leftInColours = (colours: readonly string[], size: string) => `${size} is available in ${listed(colours)}.`
export const goneIn = (sizes: readonly string[], colour = '') =>
  `Sold out${colour && ` in ${colour}`}: ${listed(sizes)}.`
export const othersLeft = 'Other sizes and colours are in stock.'
export const nothingLeft = 'Out of stock for now.'

export const buy = 'Buy'
export const quantity = 'Quantity'
export const addToBag = 'Add to Shopping Bag'
export const adding = 'Adding…'
export const buyNow = 'Buy Now'
export const payWith = 'Pay with MoMo or card'

export const about = 'Details'

export const fit = 'Size and fit'
export const findMySize = 'Find my size'
export const measuredIn = 'Measured in'
export const units = { cm: 'Centimetres', in: 'Inches' } as const
export const howMeasured =
  'Measured on the body, around the waist and the widest part of the hip; the inseam from the crotch to the hem.'

export const delivery = 'Pick it up from the shop, or have it delivered.'
export const shipping = 'Shipping'
export const wrong = 'Wrong size or item?'
export const returns = 'Returns'
export const share = 'Share'
export const askOnWhatsApp = 'Ask on WhatsApp'
export const question = (product: string, size: string, address: string) =>
  `${size ? `Is this in ${size}?` : 'Is this in stock?'} ${product} ${address}`

export const neighbours = 'More products'
export const previous = 'Previous'
export const next = 'Next'
export const suggestions = 'Check these out.'
export const recentlyViewed = 'Recently viewed'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
