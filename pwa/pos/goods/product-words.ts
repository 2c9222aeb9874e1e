import { formatCount } from '#pwa/lib/format.ts'

/** Finding and choosing products at the till, and loading them. */

export const products = 'Products'
export const searchBox = 'Name, SKU or barcode'
export const scan = 'Scan'
export const found = (total: number) => `${formatCount(total)} ${total === 1 ? 'product' : 'products'} found`
export const nothingFound = 'No products found.'
export const nothingMatches = (text: string) => `Nothing matches “${text}”. Check the spelling, or scan the item.`
export const revoked = 'This till was revoked.'
export const aboutRevoked =
  'Its products were removed from this device. Its sales are safe and are still sent. An administrator can restore it under Tills. The products then load again.'

export const addOf = (name: string) => `Add ${name}`
export const add = 'Add'
export const gridOf = (name: string) => `Sizes and colours of ${name}`
export const addPiece = (what: string, left: number) => `Add ${what}, ${left > 0 ? `${left} left` : 'out of stock'}`
export const missingChoice = (missing: 'size' | 'colour' | 'both', name: string) =>
  missing === 'both'
    ? `${name} is not available in this size and colour. Choose another.`
    : `Select a ${missing} for ${name}`

export const loading = (isFirst: boolean, have: number, total: number) =>
  `${isFirst ? 'Loading the products' : 'You can start selling. Loading the other products'}: ${formatCount(have)} of ${formatCount(total)}`
export const noGoodsYet =
  'This device has no products yet and cannot reach the shop. Connect it to the internet once. After that it sells offline.'

export const size = 'Size'
export const colour = 'Colour'
export const noColour = 'One colour'
export const choice = (name: string, left: number | null) =>
  left === null ? `${name}, not available` : left > 0 ? `${name}, ${left} left` : `${name}, out of stock`
