import type { ShiftFigures } from '../shifts/figures.ts'

/** A till's shift as staff see it; money in cedis. What is null is not known until the shift has ended. */
export interface StaffShift {
  id: number
  till_code: string
  /** Null if its device is not a till. */
  till: { id: number; code: string; name: string } | null
  teller: { id: number; name: string }
  opened_at: string
  float: number
  closed_at: string | null
  closed_by: { id: number; name: string } | null
  expected: number | null
  counted: number | null
  /** Counted less expected: below zero, money is missing. */
  difference: number | null
  /** How often the report was made: 0 before the shift has ended. */
  revision: number
  paid_in: number | null
  paid_out: number | null
  /** How often the drawer was opened without a sale. */
  no_sales: number | null
  note: string
}

/** What was done to the drawer in a shift besides selling. `moved`: cedis, below 0 if paid out; null: only opened. */
export interface DrawerEvent {
  /** In words, such as 'Paid out: Supplies' or 'Back office: Refund'. */
  what: string
  moved: number | null
  note: string
  teller: { id: number; name: string }
  occurred_at: string
}

/** A report of a shift that ended, as it stood then. */
export interface ShiftRevision {
  revision: number
  figures: ShiftFigures
  created_at: string
}
