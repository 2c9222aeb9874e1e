import { formatCount, formatDate } from '#pwa/lib/format.ts'

/** The list of products, and bulk changes. */

/** Further filters of the list; each is 1 or left out. */
export const narrowed = { low: 'Low stock', no_picture: 'No picture', discounted: 'Discounted' } as const
export const product = 'Product'
export const category = 'Category'
export const status = 'Status'
export const views = 'Views'
export const inStock = 'In stock'
export const price = 'Price'
export const actions = 'Actions'
export const products = 'Products'
export const newProduct = 'New Product'
export const searchBox = 'Name, SKU or barcode'
export const everyStatus = 'All statuses'
export const live = 'Live'
export const inactive = 'Inactive'
export const everyCategory = 'All categories'
export const only = 'Only'
export const nothingFound = 'No products found.'
export const tryAnother = 'Try another word, or every status.'

export const lastChange = 'Last change'
export const undo = 'Undo'
export const secondsLeft = (seconds: number) => `${seconds} s`
export const close = 'Close'

export const change = 'Change'
export const labels = 'Labels'
export const count = 'Count'

export const changeProducts = (count: number) => `Change ${count === 1 ? '1 product' : `${count} products`}`
export const atMost = (most: number) => `At most ${most} products are changed at once.`
export const tooMany = (count: number) => `${formatCount(count)} are selected. Please select fewer.`
export const back = 'Back'
export const changeThem = 'Change them'
export const kinds = { price: 'Price', discount: 'Discount', status: 'Status', category: 'Category' } as const
export const what = 'What'
export const by = 'By'
export const perCent = 'Per cent of the price'
export const cedis = 'GH₵'
export const upOrDown = 'Change by'
export const discount = 'Discount'
export const priceHint = '-10 lowers, 10 raises'
export const discountHint = '0 removes the discount'
export const cancel = 'Cancel'
export const preview = 'Preview'

export const problems = (count: number) =>
  count === 1
    ? 'One of them cannot be changed, so nothing will be changed.'
    : `${count} of them cannot be changed, so nothing will be changed.`
export const variantsToo = (count: number) =>
  count === 1 ? '1 variant with its own price changes too' : `${count} variants with their own price change too`
export const before = 'Before'
export const after = 'After'
export const same = 'the same'

export const notDownloaded = 'Not downloaded yet'
export const nextTry = (at: string) => `The next try is at ${formatDate(at)}.`
export const givenUp = 'We stopped trying.'
export const tryAgain = 'Try again'
export const deleteIt = 'Delete'
