/** A teller puts cash into the drawer, or takes some out, that no sale explains. */
export const CASH_MOVE = 'cash.move'

export const LONGEST_MOVE_NOTE = 200

/** The most of one move, in cedis, so that no mistyped amount breaks the books. */
export const MOST_MOVED = 1_000_000

export type MoveDirection = 'IN' | 'OUT'

/** Why cash is moved, in the order of the form, with the account that it comes from or goes to. */
export const MOVE_REASONS = {
  IN: { CHANGE: 'BANK', SAFE: 'SAFE', OTHER: 'EXPENSES' },
  OUT: { SAFE: 'SAFE', BANK: 'BANK', SUPPLIES: 'EXPENSES', TRANSPORT: 'EXPENSES', OTHER: 'EXPENSES' },
} as const satisfies Record<MoveDirection, Record<string, string>>

export type MoveReason = keyof (typeof MOVE_REASONS)['IN'] | keyof (typeof MOVE_REASONS)['OUT']

export interface CashMove {
  /** Minted when the form opens; also the id of its mutation. */
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  shift_id: string
  occurred_at: string
  direction: MoveDirection
  /** One of MOVE_REASONS; a later build may know more of them. */
  reason: string
  note: string
  /** Above 0, in cedis. */
  amount: number
}

/** The account at the other end of a move. */
export const otherAccountOf = ({ direction, reason }: Pick<CashMove, 'direction' | 'reason'>): string => {
  const known: Record<string, string> = MOVE_REASONS[direction]
  return Object.hasOwn(known, reason) ? known[reason]! : 'EXPENSES'
}
