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

/** What mostly comes of an exception, to be said with one tap. A payment's is always told in somebody's own words. */
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
