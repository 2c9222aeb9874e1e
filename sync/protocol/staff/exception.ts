/** Oddities of a sale that is booked all the same, for a manager to look at. */
export const SALE_EXCEPTIONS = [
  'OVERSOLD',
  'PRICE_DRIFT',
  'INACTIVE_PRODUCT',
  'TELLER_INACTIVE',
  'CLOCK_SKEW',
  'UNKNOWN_TILL',
  'NUMBER_REUSED',
] as const
/** Oddities of a payment: money that came otherwise than asked for, or that has to go back. */
export const PAYMENT_EXCEPTIONS = [
  'PAYMENT_MISMATCH',
  'PAID_TWICE',
  'PAID_TOO_LATE',
  'UNKNOWN_PAYMENT',
  'REFUND_STUCK',
  'DISPUTED',
] as const
/** Numbers of a till that did not arrive though later ones did; what a till sold and the shop could not book. */
const TILL_EXCEPTIONS = ['SEQUENCE_GAP', 'SALE_REJECTED'] as const
/** What a till's key, chain or grant does not prove, and what nobody may do alone. */
export const TRUST_EXCEPTIONS = [
  'UNPROVED',
  'TELLER_MISMATCH',
  'DISCOUNT',
  'BACKDATED',
  'NEW_TILL',
  'CHAIN_BROKEN',
  'SEAL_BROKEN',
  'SEQ_JUMP',
  'PERSONAL_CHANGED',
  'SECOND_PERSON',
  'ORPHAN',
] as const

/** What waits for a manager to look at. */
export const EXCEPTIONS = [...SALE_EXCEPTIONS, ...TILL_EXCEPTIONS, ...TRUST_EXCEPTIONS, ...PAYMENT_EXCEPTIONS] as const
export type ExceptionCode = (typeof EXCEPTIONS)[number]

/** The same by what they are about. */
export const EXCEPTION_SUBJECTS = {
  SALES: [...SALE_EXCEPTIONS, ...TILL_EXCEPTIONS, ...TRUST_EXCEPTIONS],
  PAYMENTS: PAYMENT_EXCEPTIONS,
} as const
export type ExceptionSubject = keyof typeof EXCEPTION_SUBJECTS

export interface ShopException {
  id: number
  code: ExceptionCode
  order_id: number | null
  number: string | null
  product_variation_id: number | null
  /** What the goods are called: name, size and colour. Null where it is not about goods. */
  item: string | null
  /** How the goods stand now. */
  on_hand: number | null
  reserved: number | null
  detail: string
  status_code: 'OPEN' | 'RESOLVED'
  /** COUNTED: what lies on the shelf was counted; NOTED: somebody said what came of it. */
  resolution: 'COUNTED' | 'NOTED' | null
  note: string | null
  resolved_by: string | null
  created_at: string
  resolved_at: string | null
}

/** How many wait, by kind; kinds of which none wait are left out. */
export type ExceptionCounts = Partial<Record<ExceptionCode, number>>
