import { formatAmount } from '#sync/protocol/money.ts'

/** The tills' shifts in the back office: the list, and a shift with its reports. */

export const shifts = 'Shifts'
export const shift = 'Shift'
export const goBack = 'Go Back'
export const till = 'Till'
export const everyTill = 'All tills'
export const state = 'State'
export const everyState = 'Open and closed'
export const states = { OPEN: 'Open', CLOSED: 'Closed' }
export const openedOrClosedBy = 'Opened or closed by'
export const opened = 'Opened'
export const by = 'By'
export const float = 'Float'
export const closed = 'Closed'
export const stillOpen = 'Open'
export const drawer = 'Drawer'
export const expected = 'Expected'
export const counted = 'Counted'
export const paidIn = (amount: number) => `Paid in ${formatAmount(amount)}`
export const paidOut = (amount: number) => `Paid out ${formatAmount(amount)}`
export const noSales = (count: number) => `No sale: ${count === 1 ? 'once' : `${count} times`}`
export const drawerEvents = 'Cash and drawer'
export const doneBy = (name: string, at: string) => `${name}, ${at}.`
export const noDrawerEvents = 'No cash was moved, and the drawer was not opened without a sale.'
export const revised = (revision: number) => `Revision ${revision}`
export const noShiftsMatch = 'No shifts match.'
export const noShiftsYet = 'No shifts yet'
export const removeAFilter = 'Remove a filter to see more.'
export const shiftsAppearHere =
  'Turn on “Shifts at the till” under Settings. A till’s shift appears here as soon as it is opened.'
export const tillNamed = (code: string, name: string) => `${code} · ${name}`

export const notEnded = 'This shift is still open, or its closing has not arrived. The report appears then.'
export const revisionOf = (revision: number, at: string) => `Revision ${revision}, ${at}`
export const whatChanged = 'Changed by late arrivals'
export const what = 'What'
export const before = 'Before'
export const after = 'After'
export const giftCardShort = 'Gift card shortfall'
export const print = 'Print'
