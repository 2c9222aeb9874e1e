import type { SaleState } from '#sync/till/waiting.ts'
import { formatDay, formatTime } from '#pwa/lib/format.ts'

/** The till's sales: a finished one, today's, their receipts, and notes to the manager. */

export const saleDone = 'Sale complete'
export const done = (number: string) => `Sale ${number} complete`
export const paidBy = (tender: string) => `Paid by ${tender}`
export const changeDue = 'Change due'
export const scansWait = (count: number) =>
  `${count === 1 ? '1 scanned item is' : `${count} scanned items are`} waiting for the next sale.`
export const newSale = 'New sale'

export const filters: Record<SaleState | 'all', string> = {
  all: 'All',
  kept: 'Not sent yet',
  sent: 'Sent',
  accepted: 'Synced',
  attention: 'Needs attention',
}
export const salesIn = (count: number) => (count === 1 ? '1 sale' : `${count} sales`)
/** Entries listed below the day's own, which count for the day of their sale. */
export const earlier = (count: number) =>
  count === 0 ? '' : ` · plus ${salesIn(count)} from earlier days, not synced yet`
export const todaysSales = 'Today’s sales'
export const notKeptForSure =
  'The browser may clear its data when the device runs out of space. Install the shop as an app on this device to prevent that.'
export const state = 'State'
export const noSales = 'No sales today yet'
export const noSalesInState = 'No sales in this state'
export const toTheTill = 'To the till'
export const aboutSales = 'This device’s sales of today appear here, with their status.'
export const receiptOf = (number: string) => `Receipt ${number}`

export const items = (pieces: number) => (pieces === 1 ? '1 item' : `${pieces} items`)
export const receipt = 'Receipt'
export const safe = 'The sale is safe on this device.'
export const sendAgain = 'Send again'

export const entrySafe = 'It is safe on this device.'

export const acceptedAs = (order_id: number) => `Synced, order #${order_id}`
export const accepted = 'Synced'
export const needsAttention = 'Needs attention'
export const sent = 'Sent'
export const onThisDevice = 'Not sent yet'

/** The customer of a sale whose details only the shop keeps now. */
export const named = 'Given at the sale'
export const returnNote = 'Returns and exchanges within 3 days with this receipt.'
export const unnamed = (id: number) => `Item ${id}`

export const print = 'Print'
export const printDialog = 'Print dialog'
export const saved = 'Saved in Downloads.'
export const savePdf = 'Save PDF'
export const share = 'Share'
export const savedInstead = 'This browser cannot share files, so the PDF was saved in Downloads.'
export const noPdfYet = 'This device cannot create PDFs yet. Connect to the internet once. The sale is safe.'

export const noteToManager = 'Note to the manager'
export const noteMissing = 'Enter a note first.'
export const noteSaved = 'Note saved. The manager sees it on the desk as soon as this till is online.'
export const note = 'Note'
export const noteHint = 'Do not write customers’ names or card numbers.'
export const cancel = 'Cancel'
export const saveNote = 'Save note'

export const sealBroken = 'The shop’s records were altered'
export const aboutSeal = ({ at, head }: { at: number; head: { seq: number } }) =>
  `The shop’s records no longer match the ones this till saw on ${formatDay(at)} at ${formatTime(at)} (seal ${head.seq}). Tell the owner. This till’s sales are safe, and you can go on selling.`

export const pages = 'Pages of products'
export const previousPage = 'Previous page'
export const page = (shown: number) => `Page ${shown}`
export const nextPage = 'Next page'

/** On a receipt of a till whose clock was wrong. */
export const corrected = (time: string) => `${time} (clock corrected)`
