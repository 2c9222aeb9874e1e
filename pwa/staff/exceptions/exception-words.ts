import { formatCount } from '#pwa/lib/format.ts'
import type { ExceptionCode, ExceptionSubject } from '#sync/protocol/staff/exception.ts'

export const EXCEPTION_WORDS: Record<ExceptionCode, string> = {
  OVERSOLD: 'Sold more than there was',
  PRICE_DRIFT: 'Price had changed',
  INACTIVE_PRODUCT: 'Product was inactive',
  TELLER_INACTIVE: 'Cashier was inactive',
  CLOCK_SKEW: 'Clock was wrong',
  UNKNOWN_TILL: 'Till not known',
  NUMBER_REUSED: 'Number used twice',
  SEQUENCE_GAP: 'Sales of a till missing',
  SALE_REJECTED: 'Sale could not be booked',
  UNPROVED: 'Cashier not proved',
  TELLER_MISMATCH: 'Another cashier was signed in',
  DISCOUNT: 'Discount above the limit',
  BACKDATED: 'Dated too far back',
  NEW_TILL: 'Till waits for approval',
  CHAIN_BROKEN: 'Order of sales changed',
  SEAL_BROKEN: 'Books changed by hand',
  SEQ_JUMP: 'Number far ahead',
  PERSONAL_CHANGED: 'Customer details changed',
  SECOND_PERSON: 'Second person missing',
  ORPHAN: 'Return without its sale',
  PAYMENT_MISMATCH: 'Payment was not as asked',
  PAID_TWICE: 'Paid twice',
  PAID_TOO_LATE: 'Paid too late',
  UNKNOWN_PAYMENT: 'Payment of no order',
  REFUND_STUCK: 'Money did not go back',
  DISPUTED: 'Disputed by the bank',
}

export const SUBJECT_WORDS: Record<ExceptionSubject, string> = { SALES: 'The till', PAYMENTS: 'Payments' }

/** The usual outcomes of an exception, set with one tap. A payment always needs a note in the user's own words. */
export const USUAL_NOTES: Partial<Record<ExceptionCode, readonly string[]>> = {
  OVERSOLD: ['Found in the storeroom.', 'Came in without a receipt of goods.'],
  PRICE_DRIFT: ['The old price stands, as the customer was told.', 'The price was changed too late at the till.'],
  INACTIVE_PRODUCT: ['The last pieces may still be sold.'],
  TELLER_INACTIVE: ['Sold before the account was closed.'],
  CLOCK_SKEW: ['The clock has been set right.'],
  UNKNOWN_TILL: ['The device is ours.'],
  NUMBER_REUSED: ['The receipt was looked at: two different sales.'],
  UNPROVED: ['The cashier was here that day.'],
  TELLER_MISMATCH: ['They share the till.', 'The cashier confirmed the sale.'],
  DISCOUNT: ['The discount was agreed.'],
  BACKDATED: ['The till was offline that long.'],
  CHAIN_BROKEN: ['The till was restored from an old copy.'],
  SEQUENCE_GAP: ['The till was reset before it had sold.', 'The sales were entered by hand.'],
}

/** The list of exceptions, and the dialog that resolves them. */

export const saleIsSafe =
  'The sale is safe, here and on its till. Fix the problem above first, such as an unknown cashier. ' +
  'Then you can book it as it was sold. If nothing proves that its till made it, say below why you book it.'
export const bookItNow = 'Book it now'

export const exceptions = 'Exceptions'
export const searched = 'Order, goods or words'
export const status = 'Status'
export const open = 'Open'
export const resolved = 'Resolved'
export const kind = 'Kind'
export const everyKind = 'Every kind'
export const till = 'Till'
export const everyTill = 'Every till'
export const noExceptionsMatch = 'No exceptions match.'
export const nothingResolved = 'Nothing has been resolved yet.'
export const nothingNeedsAttention = 'Nothing needs attention.'
export const removeAFilter = 'Remove a filter to see more.'
export const problemsAppearHere = 'Problems with sales and payments appear here, each with its order.'
export const resolveWithOneNote = 'Resolve with one note'
export const allOf = (subject: ExceptionSubject, count: number) => `${SUBJECT_WORDS[subject]}: all${waiting(count)}`
export const waiting = (count: number) => (count > 0 ? ` (${formatCount(count)})` : '')
export const what = 'What'
export const detail = 'Detail'
export const order = 'Order'
export const none = 'None'
export const when = 'When'
export const outcome = 'Outcome'
export const theShop = 'The shop'
export const action = 'Action'
export const countNow = 'Count now'
export const resolve = 'Resolve'
export const onHandNow = (onHand: number, reserved: number | null) =>
  ` Now ${onHand} on hand${reserved ? `, ${reserved} reserved` : ''}.`

export const resolveExceptions = (count: number) => `Resolve ${count} exceptions`
export const piecesOnTheShelf = 'Pieces on the shelf now'
export const bookSays = (onHand: number) =>
  `The book says ${onHand}. Enter your count to correct it. Leave it empty to keep it.`
export const commonAnswers = 'Common answers'
export const cancel = 'Cancel'
