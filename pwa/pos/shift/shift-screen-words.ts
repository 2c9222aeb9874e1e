/** The till's screen for shifts: opening, the report so far, the count, and reports of earlier shifts. */

export const shift = 'Shift'
export const openShift = 'Open shift'
export const toTheTill = 'To the till'

export const off = 'Shifts are switched off'
export const aboutOff = 'An administrator switches them on under Settings, “Shifts at the till”.'
export const noKey =
  'This till cannot sign its sales, so it cannot run shifts. Open the shop at its https address and sign in once.'

export const aboutOpening = 'Count what is in the drawer before the first sale. It is the float of this shift.'
export const floatTotal = 'Float'
export const opened = 'Shift opened.'
export const openSince = (time: string, name: string) => `Open since ${time} by ${name}`
export const floatOf = (amount: string) => `Float ${amount}`
export const soldSoFar = (sales: string) => `${sales} so far`
export const salesIn = (count: number) => (count === 1 ? '1 sale' : `${count} sales`)

/** Cash paid in or out, and the drawer opened without a sale. */
export const drawerDeeds = { IN: 'Paid in', OUT: 'Paid out', NO_SALE: 'No sale' }
export const aboutDrawer = {
  IN: 'Put the money in the drawer, then save.',
  OUT: 'Take the money out of the drawer, then save.',
  NO_SALE: 'The reports show how often the drawer was opened without a sale.',
}
export const drawerSaved = { IN: 'Cash paid in.', OUT: 'Cash paid out.', NO_SALE: 'Drawer opening recorded.' }
export const moveAmount = 'Amount'
export const moveHint = 'In cedis, such as 120.50.'
export const reason = 'Reason'
export const chooseReason = 'Choose a reason'
export const reasonMissing = 'Choose a reason.'
export const wrongMove = 'Enter an amount from 0.01 to 1,000,000.'

export const xReport = 'X report'
export const closeShift = 'Close shift'
export const aboutClosing =
  'Count the drawer, then close. The report then shows what should be in it. You cannot change the count afterwards.'
export const countedTotal = 'Counted'
export const otherTender = (name: string) => `${name}: total on its slip or phone`
export const amountHint = 'In cedis. Leave it empty if you do not count it.'
export const note = 'Note'
export const nothingCounted = 'Count the drawer first. Enter 0 if it is empty.'
export const wrongCount = (pieces: string) => `${pieces}: enter a whole number up to 10,000.`
export const wrongAmount = (name: string) => `${name}: enter an amount, such as 120.50.`
export const closedNow = 'Shift closed.'
export const unsaved = 'This could not be saved on this device. Nothing has changed. Try again.'
export const cancel = 'Cancel'

export const reports = 'Reports of this till'
export const noReports = 'Reports of closed shifts appear here.'
export const reportOf = (time: string) => `Z report of ${time}`
export const report = 'Report'
export const noDifference = 'No difference'
export const tooMuch = (amount: string) => `${amount} over`
export const missing = (amount: string) => `${amount} short`

export const print = 'Print'
export const printDialog = 'Print dialog'
export const savePdf = 'Save PDF'
export const saved = 'Saved in Downloads.'
export const noPdfYet = 'This device cannot create PDFs yet. Connect to the internet once. The report is safe.'
