/** Creating, changing and deleting a product. */

export const pageNotFound = 'Page not found.'
export const product = 'Product'
export const tabs = { details: 'Details', stock: 'Stock', images: 'Images' } as const
export const goBack = 'Go Back'

export const live = 'Live'
export const inactive = 'Inactive'

export const noLongerShown = (name: string) => `${name} is not shown any more.`
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
export const takenOff = 'Taken off the price'
export const status = 'Status'
export const features = 'Features'
export const oneALine = 'One a line'
export const address = 'Address'
export const addressHint = (id: number) =>
  `The end of /shop/product/${id}/… If it changes, the old address leads to the new one.`
export const seeInShop = 'See it in the shop'
export const fitTableOf = (category: string) => `Fit table of ${category}`
export const printLabels = 'Print labels'
export const formerAddresses = 'Former addresses'
export const oldAddress = (id: number, slug: string) => `/shop/product/${id}/${slug}`
export const whereTheyLead = 'These lead to the current one.'

export const newProduct = 'New Product'
export const addProduct = 'Add Product'
export const chooseOne = 'Choose one'
export const liveAtOnce = 'Live: on sale at once'
export const notShownYet = 'Inactive: not shown yet'
export const sizesAndColours = 'Sizes and colours'
export const pictures = 'Pictures'
export const sendingPictures = 'Sending the pictures'

export const makeBarcodes = (bare: number) => `Make ${bare === 1 ? 'the missing barcode' : `${bare} missing barcodes`}`
export const addVariations = 'Add Variations'

export const noColour = 'No colour'
export const sizes = 'Sizes'
export const colours = 'Colours'
export const variationsNew = (fresh: number) =>
  fresh === 0
    ? 'All of these exist already.'
    : `${fresh} ${fresh === 1 ? 'variation' : 'variations'} will be created, each with a SKU and a barcode.`
export const variations = 'Variations'
export const colour = 'Colour'
export const isThere = 'there'
export const isNew = 'new'
