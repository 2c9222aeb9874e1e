import { formatCedis } from '#sync/protocol/money.ts'
import { formatCount, formatDate, formatTime, MONTHS } from '#pwa/lib/format.ts'
import type { Difference } from '#sync/protocol/staff/reconciliation.ts'
import type { Suspect } from '#sync/protocol/staff/cash-count.ts'
import type { TransactionType } from '#sync/protocol/staff/ledger.ts'

export const ENTRY_TYPES: Record<TransactionType, string> = { SALE: 'Sale', REFUND: 'Refund', MANUAL: 'Manual' }

export const DIFFERENCE_WORDS: Record<Difference['kind'], string> = {
  UNHEARD: 'The shop did not have it. It has since asked the provider about it.',
  OTHER_AMOUNT: 'Different amount',
  NOT_LISTED: 'Not in the provider’s list',
  REFUND_UNHEARD: 'The provider made a refund that the shop did not request: record it by hand',
  REFUND_OTHER_AMOUNT: 'A different amount was refunded',
  REFUND_NOT_LISTED: 'Refund not in the provider’s list',
}

export const SUSPECT_WORDS: Record<Suspect['kind'], string> = {
  SAME: 'This entry is exactly the difference. Was it paid another way, or entered twice?',
  PAIR: 'These two together are exactly the difference.',
  SWAPPED: 'Two digits of the cash received may be swapped.',
  TENFOLD: 'The amount entered may have a zero too many or too few.',
  ELSEWHERE: 'This sale on another account is exactly the difference. Was it paid in cash?',
}

/** '2026-10' in words: 'October 2026'. */
export const monthWords = (period: string) => `${MONTHS[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`

/** '2026-10-04T14' in words: '4 Oct 2026, 2:00 pm'. */
export const hourWords = (hour: string) => `${dayWords(hour.slice(0, 10))}, ${formatTime(`${hour}:00`)}`

/** '2026-10-04' in words that stay on one line: '4 Oct 2026'. */
export const dayWords = (day: string) =>
  `${Number(day.slice(8))}\u00A0${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)}\u00A0${day.slice(0, 4)}`

/** The ledger: its entries, accounts, months and cash counts. */

export const booked = 'Booked'
export const day = 'Day'
export const dayInMonth = (businessDate: string, period: string) => `${businessDate}, in ${period}`
export const account = 'Account'
export const till = 'Till'
export const description = 'Description'
export const type = 'Type'
export const by = 'By'
export const drCr = 'Dr/Cr'
export const amount = 'Amount'
export const accounts = 'Accounts'
export const waysToPay = 'Payment methods'
export const cashCounts = 'Cash counts'
export const recordTransaction = 'Record Transaction'
export const entries = 'Entries'
export const noEntriesFound = 'No entries found.'
export const removeAFilter = 'Remove a filter to see more.'

export const balances = 'Balances'
export const openMonth = (period: string) => `Open month: ${period}`
export const balancesAsCsv = 'Balances as CSV'

export const differenceIsBooked = (difference: number) => `The difference of ${formatCedis(difference)} is booked.`
export const bookTheDifference = 'Book the difference'
export const bookingMeans = (difference: number, name: string) =>
  `${formatCedis(difference)} is booked to ${name}, so that its balance matches the count. ` +
  'You cannot change or reverse an entry.'
export const reason = 'Reason'
export const cancel = 'Cancel'
export const book = (difference: number) => `Book ${formatCedis(difference)}`

export const cash = 'Cash'
export const countCash = 'Count cash'
export const compareWithTheBook = 'Compare with expected'
export const whatIsCounted = 'Count'
export const allOfTheAccount = 'Whole account'
export const theDrawerOf = (name: string) => `The drawer of ${name}`
export const counted = 'Counted'
export const inCedis = 'In cedis'
export const staysInTheDrawer = 'Stays in the drawer'
export const staysHint = 'The cash that stays if you move some, such as to the safe. The next count starts from it.'
export const note = 'Note'

export const what = 'What'
export const accountAndDrawer = (name: string, code: string, till: string) => `${name}, drawer of ${code} · ${till}`
export const endOfShift = 'End of a shift'
export const sinceTheLastCount = 'Since the last count'
export const countedAt = 'Date'
export const expected = 'Expected'
export const everyAccount = 'All accounts'
export const drawer = 'Drawer'
export const anyOrNone = 'Any, or none'
export const noCountsMatch = 'No counts match.'
export const noCountsYet = 'No counts yet.'
export const countsAppearHere = 'Count a drawer, or all the cash, and compare it with the books.'

export const cashCount = 'Cash count'
export const goBack = 'Go Back'
export const byCashier = 'By cashier'
export const cashier = 'Cashier'
export const byDay = 'By day'
export const byHour = 'By hour'
export const hour = 'Hour'
export function verdict(difference: number, sinceLast: number, wasCountedBefore: boolean): string {
  const since = wasCountedBefore ? ' since the last count' : ''
  if (sinceLast !== 0) return `${offBy(sinceLast)}${since}.`
  return difference === 0 ? `${noDifference}.` : `No new difference${since}.`
}
export const countedExpected = (counted: number, expected: number) =>
  `${formatCedis(counted)} counted, ${formatCedis(expected)} expected`
export const inTotalOff = (difference: number) => `: ${offBy(difference)} in total`
export const soMuchStays = (remains: number) => `${formatCedis(remains)} stays in the drawer.`
export const drawerOf = (code: string, name: string) => `, drawer of ${code} · ${name}`
export const showShift = 'Show the shift'
export const byAt = (name: string, createdAt: string) => `. By ${name}, ${formatDate(createdAt)}`
export const lastCountWas = (previousAt: string) => `. The last count was ${formatDate(previousAt)}`
export const nothingWasBooked = 'Nothing was booked.'
export const sum = 'Sum'

export const entriesSince = 'Entries since the last count'
export const countOfEntries = (total: number) => `${formatCount(total)} ${total === 1 ? 'entry' : 'entries'}`
export const entry = 'Entry'
export const when = 'When'
export const given = 'Tendered'

export const noDifference = 'No difference'
export const offBy = (difference: number) => `${formatCedis(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`

export const descriptionOrOrder = 'Description or order'
export const everyType = 'All types'
export const monthOfTheBooks = 'Month of the books'
export const everyMonth = 'All months'
export const dayFrom = 'Day from'
export const dayUntil = 'Day to'
export const bookedFrom = 'Booked from'
export const bookedUntil = 'Booked to'
export const totals = 'Totals'
export const credits = 'Credits'
export const debits = 'Debits'
export const balance = 'Balance'

export const months = 'Months'
export const monthsAsCsv = 'Months as CSV'
export const closeMonth = (period: string) => `Close ${period}`
export const notYetOver = 'You can close a month when it is over.'
export const reallyClose = (period: string) => `Close ${period}?`
export const closed = 'Closed'
export const open = 'Open'
export const closedAt = (closedAt: string) => `Closed ${formatDate(closedAt)}`
export const byPerson = (name: string) => ` by ${name}`
export const openingBalance = 'Opening balance'
export const closingBalance = 'Closing balance'
export const isClosed = (period: string) => `${period} is closed.`
export const closingMeans =
  'Its entries and balances can no longer change. Late entries go into the next month, under their own day.'
export const leaveItOpen = 'Leave it open'

export const paymentProvider = 'Payment provider'
export const howFarBack = 'How far back'
export const days = (days: number) => `${days} days`
export const comparing = 'Comparing…'
export const compareNow = 'Compare now'
export const nothingCompared = 'Nothing compared yet. The shop compares every hour.'
export const allComparisonsAsCsv = 'All comparisons as CSV'
export const providerSilent = 'The provider did not answer.'
export const comparedAt = (createdAt: string) => `Compared ${formatDate(createdAt)}`
export const withPaymentsSince = (since: string) => `, with payments since ${formatDate(since)}.`
export const differences = 'Differences'
export const payment = 'Payment'
export const difference = 'Difference'
export const theirs = 'Theirs'
export const ours = 'Ours'

export const possibleExplanations = 'Possible explanations'
export const soMuchGiven = (tendered: number) => `, ${formatCedis(tendered)} tendered`
export const byOne = (name: string) => `, by ${name}`

export const direction = 'Direction'
export const moneyIn = 'Cr: money comes in'
export const moneyOut = 'Dr: money goes out'
export const dayHint = 'Its day, if not today. If that month is closed, it is booked in the open month.'
