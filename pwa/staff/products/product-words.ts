/** Creating, changing and deleting a product. */

export const pageNotFound = 'Page not found.'
export const product = 'Product'
export const tabs = { details: 'Details', prices: 'Prices', stock: 'Stock', images: 'Images' } as const
export const goBack = 'Go Back'

export const live = 'Live'
export const inactive = 'Inactive'

export const noLongerShown = (name: string) => `${name} is no longer on sale.`
export const onSale = (name: string) => `${name} is on sale.`
export const turnOf = (isLive: boolean, name: string) => `${isLive ? 'Deactivate' : 'Activate'} ${name}`
export const edit = (name: string) => `Edit ${name}`
export const deleteOf = (name: string) => `Delete ${name}`

export const deleted = (name: string) => `${name} is deleted.`
export const askDelete = (name: string) => `Delete ${name}?`
export const whatGoes = 'It disappears from the shop, the lists and the tills. Its orders still show it.'
export const keepIt = 'Keep it'
export const deleteIt = 'Delete'

export const update = 'Update Product Details'
export const productName = 'Name'
export const description = 'Description'
export const category = 'Category'
export const price = 'Price, GH₵'
export const discount = 'Discount, GH₵'
export const takenOff = 'Deducted from the price'
export const status = 'Status'
export const features = 'Features'
export const oneALine = 'One per line'
export const address = 'Address'
export const addressHint = (id: number) =>
  `The end of /shop/product/${id}/… If it changes, the old address redirects to the new one.`
export const seeInShop = 'See it in the shop'
export const fitTableOf = (category: string) => `Fit table of ${category}`
export const printLabels = 'Print labels'
export const formerAddresses = 'Former addresses'
export const oldAddress = (id: number, slug: string) => `/shop/product/${id}/${slug}`
export const whereTheyLead = 'These redirect to the current address.'

export const newProduct = 'New Product'
export const addProduct = 'Add Product'
export const chooseOne = 'Choose one'
export const liveAtOnce = 'Live: on sale now'
export const notShownYet = 'Inactive: not shown yet'
export const sizesAndColours = 'Sizes and colours'
export const pictures = 'Pictures'
export const sendingPictures = 'Sending the pictures'

export const aboutPrices = (price: string, discount: string) =>
  `The product costs GH₵ ${price}, less GH₵ ${discount}. A variant may have its own price or discount. Leave a box empty to use the product's.`
export const priceFields = { retail_price: 'Price', discount: 'Discount', weight: 'Weight, g' } as const
export const sellsAt = 'Sells at'
export const savePrices = 'Save prices'
export const pricesSaved = (count: number) => (count === 1 ? '1 variant updated.' : `${count} variants updated.`)
export const pricesChanged =
  'Someone else changed this product. Check the prices below, then save again. What you typed is still here.'
export const noVariants = 'Add sizes first, under Stock.'

export const makeBarcodes = (bare: number) => `Make ${bare === 1 ? 'the missing barcode' : `${bare} missing barcodes`}`
export const addVariations = 'Add Variations'

export const noColour = 'No colour'
export const sizes = 'Sizes'
export const colours = 'Colours'
export const variationsNew = (fresh: number) =>
  fresh === 0
    ? 'All of these exist already.'
    : `${fresh} ${fresh === 1 ? 'variant' : 'variants'} will be created, each with a SKU and a barcode.`
export const variations = 'Variants'
export const colour = 'Colour'
export const isThere = 'exists'
export const isNew = 'new'
