import { formatCount } from '#pwa/lib/format.ts'
import type { ExceptionCode, ExceptionSubject } from '#sync/protocol/staff/exception.ts'

export const EXCEPTION_WORDS: Record<ExceptionCode, string> = {
  OVERSOLD: 'Oversold',
  PRICE_DRIFT: 'Price mismatch',
  PRICE_CHANGED: 'Price changed before the sale',
  INACTIVE_PRODUCT: 'Product was inactive',
  TELLER_INACTIVE: 'Cashier was inactive',
  CLOCK_SKEW: 'Clock was wrong',
  UNKNOWN_TILL: 'Unknown till',
  NUMBER_REUSED: 'Number used twice',
  GIFT_CARD_SHORT: 'Gift card fell short',
  REFERENCE_REUSED: 'Reference used twice',
  REFERENCE_MISSING: 'Reference missing',
  TENDER_MISMATCH: 'Amount tendered is not the total',
  SEQUENCE_GAP: 'Missing sales',
  SALE_REJECTED: 'Could not be booked',
  UNPROVED: 'Cashier not verified',
  TELLER_MISMATCH: 'Another cashier was signed in',
  DISCOUNT: 'Discount above the limit',
  BACKDATED: 'Dated too far back',
  NEW_TILL: 'Till awaiting approval',
  TELLER_RESTORED: 'Cashier awaiting approval',
  SHOP_RESTORED: 'A backup was restored',
  CHAIN_BROKEN: 'Sales out of order',
  SEAL_BROKEN: 'Records altered',
  SEQ_JUMP: 'Receipt number gap',
  PERSONAL_CHANGED: 'Customer details changed',
  SECOND_PERSON: 'Second approval missing',
  ORPHAN: 'Void without its sale',
  SHIFT_DIFFERENCE: 'Drawer over or short',
  SHIFT_OVER_OPEN: 'Shift was not closed',
  SHIFT_CLOSED_TWICE: 'Shift closed twice',
  SHIFT_UNKNOWN: 'Unknown shift',
  SHIFT_ENDED: 'Shift already closed',
  VOID_TWICE: 'Void of a returned sale',
  VOID_ELSEWHERE: 'Void of another till’s sale',
  VOID_RULE: 'Void against the rules',
  PAYMENT_MISMATCH: 'Payment amount mismatch',
  PAID_TWICE: 'Paid twice',
  PAID_TOO_LATE: 'Paid too late',
  UNKNOWN_PAYMENT: 'Payment without an order',
  REFUND_STUCK: 'Refund failed',
  DISPUTED: 'Disputed by the bank',
}

export const SUBJECT_WORDS: Record<ExceptionSubject, string> = { SALES: 'The till', PAYMENTS: 'Payments' }

/** The usual outcomes of an exception, set with one tap. A payment always needs a note in the user's own words. */
export const USUAL_NOTES: Partial<Record<ExceptionCode, readonly string[]>> = {
  OVERSOLD: ['Found in the storeroom.', 'Arrived without a goods receipt.'],
  PRICE_DRIFT: ['The customer was told the old price.', 'The new price reached the till too late.'],
  PRICE_CHANGED: ['The new price is right.', 'The price was put right.'],
  INACTIVE_PRODUCT: ['The last pieces may still be sold.'],
  TELLER_INACTIVE: ['Sold before the account was closed.'],
  CLOCK_SKEW: ['The clock is correct now.'],
  UNKNOWN_TILL: ['It is our device.'],
  NUMBER_REUSED: ['I checked the receipts: two different sales.'],
  GIFT_CARD_SHORT: ['The shop takes the loss.', 'The customer paid the rest another way.'],
  REFERENCE_REUSED: ['One payment was for both sales.', 'The cashier mistyped it: the money arrived.'],
  REFERENCE_MISSING: ['The money arrived.', 'I saw the customer’s message.'],
  TENDER_MISMATCH: ['The cashier mistyped it: the money is right.', 'The cashier pays the rest.'],
  UNPROVED: ['The cashier was here that day.'],
  TELLER_MISMATCH: ['They share the till.', 'The cashier confirmed the sale.'],
  DISCOUNT: ['The discount was agreed.'],
  BACKDATED: ['The till was offline that long.', 'The till’s clock was wrong.'],
  TELLER_RESTORED: ['They no longer work here.'],
  SHOP_RESTORED: ['I checked users and tills.'],
  CHAIN_BROKEN: ['The till was restored from an old copy.'],
  SHIFT_DIFFERENCE: ['Wrong change was given.', 'The drawer was recounted: it is correct.'],
  SHIFT_OVER_OPEN: ['They forgot to close it. The drawer has been counted since.'],
  SHIFT_CLOSED_TWICE: ['The first count stands.'],
  SHIFT_UNKNOWN: ['The till was set up again during the shift.'],
  SHIFT_ENDED: ['The drawer was recounted: it is correct.'],
  SECOND_PERSON: [
    'I checked it: the customer has the refund.',
    'I checked it: the cash is where it belongs.',
    'The cashier pays it back.',
  ],
  ORPHAN: ['The sale was entered by hand.', 'The till was reset before it sent the sale.'],
  VOID_TWICE: ['The customer was refunded only once.', 'The cashier pays it back.'],
  VOID_ELSEWHERE: ['The sale stands. Nothing was refunded.', 'The return was booked by hand.'],
  VOID_RULE: ['The void was agreed.', 'The cashier knows the rule now.'],
  SEQUENCE_GAP: ['The till was reset before its first sale.', 'The sales were entered by hand.'],
}

/** The list of exceptions, and the dialog that resolves them. */

export const saleIsSafe =
  'It is safe, here and on its till. Fix the problem above first, such as an unknown cashier. ' +
  'Then you can book it as it was sold. If we cannot verify its till, say below why you book it.'
export const bookItNow = 'Book it now'
export const lostByRestore =
  'A till restored this account after the backup. The cashier’s sales are booked, but they cannot sign in yet.'
export const activateAndInvite = 'Activate and invite'

export const isItOurs = 'Approve it only if the device is yours.'
export const seeTheTill = 'See the till'

export const exceptions = 'Exceptions'
export const searched = 'Search'
export const status = 'Status'
export const open = 'Open'
export const resolved = 'Resolved'
export const kind = 'Type'
export const everyKind = 'All types'
export const till = 'Till'
export const everyTill = 'All tills'
export const noExceptionsMatch = 'No exceptions match.'
export const nothingResolved = 'Nothing has been resolved yet.'
export const nothingNeedsAttention = 'Nothing needs attention.'
export const removeAFilter = 'Remove a filter to see more.'
export const problemsAppearHere = 'Problems with sales and payments appear here, each with its order.'
export const resolveWithOneNote = 'Resolve with one note'
export const allOf = (subject: ExceptionSubject, count: number) => `${SUBJECT_WORDS[subject]}: all${waiting(count)}`
export const waiting = (count: number) => (count > 0 ? ` (${formatCount(count)})` : '')
export const what = 'Type'
export const detail = 'Detail'
export const order = 'Order'
export const none = 'None'
export const when = 'Date'
export const outcome = 'Outcome'
export const theShop = 'The shop'
export const action = 'Action'
export const countNow = 'Count now'
export const resolve = 'Resolve'
export const resolveAll = (count: number) => `Resolve all ${formatCount(count)}`
export const seeEach = 'See each one'
export const moreLikeIt = (count: number) => ` And ${formatCount(count)} more of this type on this till.`
export const forAnAdministrator = 'An administrator must resolve this.'
export const onHandNow = (onHand: number, reserved: number | null) =>
  ` Now ${onHand} on hand${reserved ? `, ${reserved} reserved` : ''}.`

export const resolveExceptions = (count: number) => `Resolve ${count} exceptions`
export const piecesOnTheShelf = 'Quantity on hand now'
export const bookSays = (onHand: number) => `On record: ${onHand}. Enter your count to correct it, or leave it empty.`
export const commonAnswers = 'Common answers'
export const cancel = 'Cancel'
