import { formatCount } from '#pwa/lib/format.ts'

export const newCount = 'New Count'
export const counts = 'Counts'
export const nameOfCount = 'Name of the count'
export const status = 'Status'
export const any = 'Any'
export const noCountsMatch = 'No counts match.'
export const noCountsYet = 'No counts yet.'
export const severalMayScan =
  'Count a category or a few products while the shop is open. Several people can scan at once.'
export const name = 'Name'
export const of = 'Scope'
export const everythingOrChosenProducts = 'Everything, or chosen products'
export const productsCounted = 'Products counted'
export const outOf = (countedLines: number, lines: number) => `${formatCount(countedLines)} of ${formatCount(lines)}`
export const pieces = 'Pieces'
export const openedBy = 'Opened by'
export const theShop = 'The shop'
export const when = 'When'

export const scan = 'Scan'
export const oneUnconfirmed = 'One scan was not confirmed.'
export const unconfirmed = (count: number) => `${count} scans were not confirmed.`
export const doNotScanAgain = (count: number) =>
  `Do not scan ${count === 1 ? 'it' : 'them'} again. If you send ${count === 1 ? 'it' : 'them'} again, ${count === 1 ? 'it is' : 'each is'} counted only once.`
export const sendAgain = 'Send Again'
export const oneLess = 'One less'
export const oneMore = 'One more'
export const aPile = 'Several'
export const piecesToAdd = 'Pieces to add'
export const add = 'Add'

export const checkTheCount = 'Check the Count'
export const closeTheCount = 'Close the Count'
export const countOn = 'Keep Counting'
export const cancelTheCount = 'Cancel the Count'
export const reallyCancel = 'Cancel this count?'
export const cancelledForGood = (pieces: number) =>
  `${givenUp(pieces)} You cannot open a cancelled count again. It changes nothing in stock.`
function givenUp(pieces: number): string {
  if (pieces <= 0) return 'Nothing is counted yet.'
  return pieces === 1 ? 'The one counted item is discarded.' : `${formatCount(pieces)} counted items are discarded.`
}
export const keepIt = 'Keep it'
export const differencesAreBooked = 'The differences are booked to stock. Sales made since stay booked.'
export const leftUncounted = (left: number, lines: number) =>
  `${left} of ${lines} ${lines === 1 ? 'product' : 'products'} not counted. ` +
  'Their stock stays as it is, unless you write them off.'
export const writeOffUncountedItems = 'Write Off Uncounted Items'

export const counted = 'Counted'
export const notCountedYet = 'Not counted yet'
export const toCountAgain = 'To count again'
export const differentFromTheBook = 'Different from stock on record'
export const count = 'Count'
export const goBack = 'Go Back'
export const lines = 'Lines'
export const nameOrCode = 'Name, SKU or barcode'
export const show = 'Show'
export const everything = 'Everything'
export const noProductsMatch = 'No products match.'
export const products = 'Products'
export const soldBeforeClose = 'Sold before the close, sent after it'
export const goods = 'Item'
export const sku = 'SKU'
export const countAgain = 'Count again'
export const lastScanned = 'Last scanned'
export const theBook = 'On record'
export const difference = 'Difference'
export const putRightSince = 'Corrected since'

export const productsToCount = 'Products to count'
export const noProductsChosenYet = 'No products chosen yet.'
export const productsChosen = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'product' : 'products'} to count`
export const leaveOut = (name: string) => `Remove ${name}`

export const forExample = 'For example: back wall.'
export const chosenProducts = 'Chosen products'
export const cancel = 'Cancel'
export const startCounting = 'Start Counting'

export const someoneChangedThis = 'Someone changed this while you were editing.'
export const nothingIsSavedYet = 'Nothing is saved yet. Check the shelf again where these differ:'
export const stockShowsIt = 'Stock already shows what you entered.'
export const yours = 'Yours'
export const theBookNow = 'On record now'
export const takeTheirs = 'Take theirs'
export const saveMine = 'Save mine'
