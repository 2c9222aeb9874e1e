/** A teller opens the drawer without a sale. No money is moved. */
export const DRAWER_OPEN = 'drawer.open'

export const LONGEST_OPENING_NOTE = 200

export interface DrawerOpen {
  /** Minted when the form opens; also the id of its mutation. */
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  shift_id: string
  occurred_at: string
  /** One of OPENING_REASONS; a later build may know more of them. */
  reason: string
  note: string
}

/** Why a drawer is opened without a sale, in the order of the form. */
export const OPENING_REASONS = ['CHANGE', 'CHECK', 'MISTAKE', 'OTHER'] as const

export type OpeningReason = (typeof OPENING_REASONS)[number]
