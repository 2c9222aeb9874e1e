import type { StockCountStatus } from '#sync/protocol/staff/stock-count.ts'
import type { AdjustmentCause, MovementReason, StockLevel } from '#sync/protocol/staff/stock.ts'

export const LEVEL_WORDS: Record<StockLevel, string> = { LOW: 'Low', ZERO: 'Sold out', OVERSOLD: 'Oversold' }

export const REASON_WORDS: Record<MovementReason, string> = {
  SALE: 'Sold',
  RETURN: 'Returned',
  RESERVATION: 'Reserved',
  RELEASE: 'Released',
  COUNT: 'Counted',
  RECEIPT: 'Received',
  ADJUSTMENT: 'Adjusted',
  EXCHANGE: 'Exchanged',
  DAMAGED: 'Damaged',
}

export const CAUSE_WORDS: Record<AdjustmentCause, string> = {
  DAMAGED: 'Damaged',
  LOST: 'Lost',
  FOUND: 'Found',
  OWN_USE: 'For our own use',
  OTHER: 'Another reason',
}

export const COUNT_STATUS_WORDS: Record<StockCountStatus, string> = {
  OPEN: 'Counting',
  CHECKED: 'Checked',
  CLOSED: 'Closed',
  CANCELLED: 'Cancelled',
}

/** Stock: its lists, its grid and its movements. */

export const adjustStock = 'Adjust Stock'
export const nowOnHand = (onHand: number) => `: ${onHand} on hand.`
export const why = 'Why'
export const pieces = 'Pieces'
export const whichWay = 'Direction'
export const removedFromTheShelf = 'Removed from the shelf'
export const addedToTheShelf = 'Added to the shelf'
export const note = 'Note'
export const cancel = 'Cancel'

export const brokenSizeRuns = 'Broken Size Runs'
export const name = 'Name'
export const noBrokenRuns = 'No broken size runs here.'
export const runsAreComplete = 'Every size run is complete.'
export const brokenRunsAppearHere = 'Products whose middle sizes are sold out appear here.'
export const product = 'Product'
export const colour = 'Colour'
export const missingSizes = 'Missing sizes'
export const piecesLeft = 'Pieces left'

export const category = 'Category'
export const everyCategory = 'All categories'

export const addByCode = 'Add by code'
export const barcodeOrSku = 'Barcode or SKU'
export const add = 'Add'
export const scan = 'Scan'

export const deadStock = 'Dead Stock'
export const notMovedFor = 'Neither sold nor received for'
export const days = (each: number) => `${each} days`
export const totalValue = 'Total value at retail price:'
export const noDeadStockHere = 'No dead stock here.'
export const everythingMoved = (days: number) => `Everything moved in the last ${days} days.`
export const never = 'Never'
export const pricedAt = 'Retail value'
export const boughtFor = 'Cost value'
export const lastSold = 'Last sold'
export const lastReceived = 'Last received'

export const movements = 'Movements'
export const goToProduct = 'Go to Product'
export const goBack = 'Go Back'
export const searched = 'Order, receipt, count or note'
export const what = 'What'
export const everything = 'Everything'
export const who = 'Who'
export const noMovementsMatch = 'No movements match.'
export const noMovementsYet = 'No movements yet.'
export const removeAFilter = 'Remove a filter to see more.'
export const movementsAppearHere = 'Goods receipts, sales and counts appear here.'
export const onHand = 'On hand'
export const reserved = 'Reserved'
export const left = 'Available'
export const lowFrom = 'Reorder level'
export const lastCost = 'Last cost'
export const averageCost = 'Average cost'
export const onHandThen = 'On hand after'
export const reservedThen = 'Reserved after'
export const whereFrom = 'Source'
export const theShop = 'The shop'
export const when = 'When'
export const orderOf = (number: string | null) => `Order ${number ?? ''}`
export const receipt = (receiptId: number) => `Receipt ${receiptId}`
export const count = (countId: number) => `Count ${countId}`

export const oneCategory = 'one category'
export const itself = (category: string) => `${category}, without its subcategories`
export const sizeOf = (size: string) => `size ${size}`
export const only = (parts: readonly string[]) => `Only ${parts.join(', ')}. `
export const showAll = 'Show all'

export const find = 'Find'
export const noProductsFound = 'No products found.'

export const save = 'Save'
export const reorderLevel = 'Reorder level'
export const lowHint = (above: number, isOfProduct: boolean) =>
  `Leave empty to use the ${isOfProduct ? 'shop’s' : 'product’s'} (${above}).`

export const noVariations = 'There are no variants yet.'
export const stockByColourAndSize = 'Stock by colour and size'
export const enterTheShelf = 'Enter the quantity on hand, including reserved items.'
export const updateStockQuantities = 'Update Stock Quantities'
export const onTheShelf = (what: string) => `On the shelf: ${what}`
export const cellLink = ({
  what,
  available,
  reserved,
  onHand,
}: {
  what: string
  available: number
  reserved: number
  onHand: number
}) => `${what}: ${available} left, ${reserved} reserved, ${onHand} on hand. Movements`
export const leftOf = (available: number) => `${available} left`
export const reservedOf = (reserved: number) => `${reserved} reserved`

export const noProductsMatch = 'No products match.'
export const stock = 'Stock'
export const any = 'Any'
export const nothingIsLow = 'Nothing is low in stock.'
export const receiveGoods = 'Receive Goods'
export const nameOrCode = 'Name, SKU or barcode'
export const productsAppearHere = 'Products appear here once they have sizes.'
export const size = 'Size'
export const sku = 'SKU'
export const action = 'Action'
export const adjust = 'Adjust'

export const all = 'All'
export const low = 'Low'
export const brokenRuns = 'Broken runs'
export const deadStockTab = 'Dead stock'
export const receipts = 'Receipts'
export const counts = 'Counts'

export const severalHaveBarcode = (code: string) => `More than one item has the barcode ${code}. Choose one.`
export const noneHasCode = (code: string) => `No product has the code ${code}.`
