import { formatCount } from '#pwa/lib/format.ts'

/** Categories, coupons, size tables and settings. */

export const category = 'Category'

export const name = 'Name'
export const description = 'Description'
export const icon = 'Icon'
export const iconHint = 'Round picture at the top of the shop'
export const banner = 'Banner'
export const bannerHint = 'Wide picture at the top of the category'
export const parentCategory = 'Parent category'
export const topLevel = 'None (top level)'
export const itsParent = 'The category it belongs to'

export const categories = 'Categories'
export const newCategory = 'New Category'
export const search = 'Search'
export const noCategoriesFound = 'No categories found.'
export const tryAnotherWord = 'Try another word.'
export const addTheFirstOne = 'Add the first one.'

export const nowAt = (name: string, to: number, count: number) => `${name}: ${to} of ${count}`
export const orderHint = 'Drag a category to move it, or use its arrows, or Alt and an arrow key.'
export const productsOf = (products: number) => (products === 1 ? '1 product' : `${formatCount(products)} products`)
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`

export const ticksHint = 'The discount applies to these categories and their subcategories. Tick none for all products.'

export const updateCategory = 'Update Category'

export const coupon = 'Coupon'

export const unlimited = 'Unlimited'

export const order = 'Order'
export const customer = 'Customer'
export const guest = 'Guest'
export const when = 'When'
export const status = 'Status'
export const discount = 'Discount'
export const total = 'Total'
export const whoUsedIt = 'Who used it'
export const nobodyYet = 'Nobody yet.'
export const countOfUses = (total: number) => `${formatCount(total)} ${total === 1 ? 'use' : 'uses'}`

export const couponOf = (code: string) => `Coupon ${code}`
export const updateCoupon = 'Update Coupon'

export const pageNotFound = 'Page not found.'

export const yes = 'Yes'
export const no = 'No'
export const active = 'Active'

export const pleaseChoose = 'Please choose'

export const newOne = (entity: string) => `New ${entity}`
export const noneFound = (entity: string) => `No ${entity} found.`
export const removeAFilter = 'Remove a filter to see more.'
export const id = 'Id'
export const any = 'Any'

export const updateOne = (entity: string) => `Update ${entity}`

export const sizeAndFit = 'Size and fit'
export const fitHint = 'In centimetres, measured on the body. Leave it empty to show the parent’s table.'
export const updateFitTable = 'Update Fit Table'
export const size = 'Size'
export const inCm = (measure: string) => `${measure} (cm)`
export const measureOf = (measure: string, sizeCode: string) => `${measure} of ${sizeCode} in centimetres`

export const optional = '(optional)'
export const pictureHint = (hint: string) => `${hint}. JPEG, PNG or WebP, up to 12 MB.`
export const preview = (label: string) => `${label} preview`
export const removeThePicture = 'Remove the picture'

export const moveRowUp = (at: number) => `Move row ${at} up`
export const moveRowDown = (at: number) => `Move row ${at} down`
export const removeRow = (at: number) => `Remove row ${at}`
export const addARow = 'Add a row'
export const number = 'Number'
export const days = 'Days'
export const hours = 'Hours'

export const setting = 'Setting'
export const updateSetting = 'Update Setting'
export const value = 'Value'
