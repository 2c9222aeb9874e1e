import { formatCount, formatDate } from '#pwa/lib/format.ts'

/** Goods receipts, from the draft to the booked one. */

export const receiptOfGoodsNumbered = (id: number) => `Goods Receipt ${id}`
export const goBack = 'Go Back'
export const countPieces = (pieces: number) => `${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'}`
export const from = (supplier: string) => ` from ${supplier}`
export const receivedBy = ', received by '
export const on = (bookedAt: string) => ` on ${formatDate(bookedAt)}`
export const goods = 'Item'
export const pieces = 'Pieces'
export const costHead = 'Unit cost, GH₵'
export const printLabels = 'Print labels'

export const throwDraftAway = 'Discard Draft'
export const reallyThrowAway = 'Discard this draft?'
export const allIsDeleted = 'Everything you scanned and entered is deleted. Stock does not change.'
export const keepIt = 'Keep it'
export const throwAway = 'Discard'

export const someoneChangedIt = 'Someone changed this draft while you were editing.'
export const nothingIsSavedYet = 'Nothing is saved yet. These fields differ:'
export const holdsItAlready = 'It already has what you entered.'
export const what = 'What'
export const yours = 'Yours'
export const theirs = 'Theirs'
export const takeTheirs = 'Take theirs'
export const saveMine = 'Save mine'

export const receiveGoods = 'Receive Goods'
export const receiptsOfGoods = 'Goods Receipts'
export const supplierOrNote = 'Supplier or note'
export const status = 'Status'
export const any = 'Any'
export const drafts = 'Drafts'
export const received = 'Received'
export const noReceiptsMatch = 'No receipts match.'
export const noGoodsReceivedYet = 'No goods received yet.'
export const number = 'Number'
export const draft = 'Draft'
export const supplier = 'Supplier'
export const writtenBy = 'Written by'
export const theShop = 'The shop'
export const when = 'When'
export const note = 'Note'

export const linesRead = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'} read.`
export const csvFile = 'CSV file'
export const columns = 'Columns: SKU or Barcode, Quantity, and Cost if you know it.'
export const readFile = 'Read File'
export const line = (line: number, message: string) => `Line ${line}: ${message}`

export const addThesePieces = 'Add these pieces'

export const receiptOfGoods = 'Goods Receipt'
export const savedWithoutLater = 'The draft is saved without the changes made in the meantime.'
export const leavesOutLater = (message: string) => `${message} It leaves out the changes made in the meantime.`
export const piecesSoFar = (pieces: number) => `${pieces} ${pieces === 1 ? 'piece' : 'pieces'} so far`
export const form = 'Goods receipt'
export const nothingYet = 'Scan the first item, or choose a product.'
export const saveDraft = 'Save Draft'
export const receivePieces = (pieces: number) => `Receive ${pieces} ${pieces === 1 ? 'Piece' : 'Pieces'}`
export const otherWays = 'Other ways to add items'
export const byProduct = 'By Product'
export const fromAFile = 'From a File'
export const correctTheLines = 'Please correct the lines shown.'

export const remove = 'Remove'
export const piecesOfItem = (item: string) => `Pieces: ${item}`
export const costOfItem = (item: string) => `Unit cost: ${item}`
export const removeItem = (item: string) => `Remove ${item}`
