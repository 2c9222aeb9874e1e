/** Exceptions of a sale that is booked all the same, for a manager to review. */
export const SALE_EXCEPTIONS = [
  'OVERSOLD',
  'PRICE_DRIFT',
  'PRICE_CHANGED',
  'INACTIVE_PRODUCT',
  'TELLER_INACTIVE',
  'CLOCK_SKEW',
  'UNKNOWN_TILL',
  'NUMBER_REUSED',
  'GIFT_CARD_SHORT',
  'REFERENCE_REUSED',
  'REFERENCE_MISSING',
  'TENDER_MISMATCH',
] as const
/** Exceptions of a payment: money that differs from the request, or must be returned. */
export const PAYMENT_EXCEPTIONS = [
  'PAYMENT_MISMATCH',
  'PAID_TWICE',
  'PAID_TOO_LATE',
  'UNKNOWN_PAYMENT',
  'REFUND_STUCK',
  'DISPUTED',
] as const
/** Sequence numbers of a till that never arrived although later ones did; sales that the shop could not book. */
const TILL_EXCEPTIONS = ['SEQUENCE_GAP', 'SALE_REJECTED'] as const
/** What a till's key, chain or grant fails to prove, and what needs a second person. */
export const TRUST_EXCEPTIONS = [
  'UNPROVED',
  'TELLER_MISMATCH',
  'DISCOUNT',
  'BACKDATED',
  'NEW_TILL',
  'TELLER_RESTORED',
  'SHOP_RESTORED',
  'CHAIN_BROKEN',
  'SEAL_BROKEN',
  'SEQ_JUMP',
  'PERSONAL_CHANGED',
  'SECOND_PERSON',
  'ORPHAN',
] as const
/** What is odd about a till's shifts. */
export const SHIFT_EXCEPTIONS = [
  'SHIFT_DIFFERENCE',
  'SHIFT_OVER_OPEN',
  'SHIFT_CLOSED_TWICE',
  'SHIFT_UNKNOWN',
  'SHIFT_ENDED',
] as const
/** What is odd about a void: nothing was left to give back, the sale is another till's, or it broke the shop's rules. */
export const VOID_EXCEPTIONS = ['VOID_TWICE', 'VOID_ELSEWHERE', 'VOID_RULE'] as const

/** Everything that waits for a manager's review. */
export const EXCEPTIONS = [
  ...SALE_EXCEPTIONS,
  ...TILL_EXCEPTIONS,
  ...TRUST_EXCEPTIONS,
  ...SHIFT_EXCEPTIONS,
  ...VOID_EXCEPTIONS,
  ...PAYMENT_EXCEPTIONS,
] as const
export type ExceptionCode = (typeof EXCEPTIONS)[number]

/** What a person may have done wrong: somebody else of clearance 4 resolves it, or the owner. */
export const PERSONAL_EXCEPTIONS: readonly ExceptionCode[] = [
  'DISCOUNT',
  'PRICE_CHANGED',
  'UNPROVED',
  'TELLER_MISMATCH',
  'BACKDATED',
  'REFERENCE_REUSED',
  'REFERENCE_MISSING',
  'TENDER_MISMATCH',
  'SHIFT_DIFFERENCE',
  'VOID_RULE',
]
/** Mostly nobody's fault, but a way to hide one's own: somebody else resolves it, or the owner. */
export const SHARED_EXCEPTIONS: readonly ExceptionCode[] = [
  'PRICE_DRIFT',
  'TELLER_INACTIVE',
  'NUMBER_REUSED',
  'GIFT_CARD_SHORT',
  'VOID_TWICE',
  'VOID_ELSEWHERE',
]

export const EXCEPTION_SUBJECTS = {
  SALES: [...SALE_EXCEPTIONS, ...TILL_EXCEPTIONS, ...TRUST_EXCEPTIONS, ...SHIFT_EXCEPTIONS, ...VOID_EXCEPTIONS],
  PAYMENTS: PAYMENT_EXCEPTIONS,
} as const
export type ExceptionSubject = keyof typeof EXCEPTION_SUBJECTS

export interface ShopException {
  id: number
  code: ExceptionCode
  order_id: number | null
  number: string | null
  /** The till whose key waits for approval, or that made the sale. Null if it is not known. */
  till_id: number | null
  /** The key that waits for approval. Null if it is about something else. */
  key_id: string | null
  product_variation_id: number | null
  /** The goods: name, size and colour. Null if it is not about goods. */
  item: string | null
  /** Current stock on hand of the goods. */
  on_hand: number | null
  reserved: number | null
  detail: string
  status_code: 'OPEN' | 'RESOLVED'
  /** COUNTED: the stock was counted; NOTED: somebody wrote what came of it. */
  resolution: 'COUNTED' | 'NOTED' | null
  note: string | null
  resolved_by: string | null
  /** In a grouped list, how many open ones of this till and kind there are, of which this is the latest; else 1. */
  count: number
  created_at: string
  resolved_at: string | null
}

/** How many are open, by kind; kinds with none are left out. */
export type ExceptionCounts = Partial<Record<ExceptionCode, number>>
