import type { CountedCash } from '../shifts/denominations.ts'

/** A teller counts the drawer without seeing what should be in it, and ends the shift. */
export const SHIFT_CLOSE = 'shift.close'

export const LONGEST_SHIFT_NOTE = 255

/** What a tender other than cash took, as its slip or its phone shows it, in cedis. */
export interface CountedTender {
  account_code: string
  amount: number
}

export interface ShiftClose {
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  shift_id: string
  occurred_at: string
  counted: CountedCash
  /** Tenders that nobody counted are left out. */
  tenders: CountedTender[]
  note: string
}
