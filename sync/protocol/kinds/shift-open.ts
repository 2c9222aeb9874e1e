import type { CountedCash } from '../shifts/denominations.ts'

/** A teller opens a till's drawer for the day, with the float that is in it. */
export const SHIFT_OPEN = 'shift.open'

export interface ShiftOpen {
  /** Minted when the form opens: the id of the shift and of its mutation. */
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  occurred_at: string
  float: CountedCash
}
