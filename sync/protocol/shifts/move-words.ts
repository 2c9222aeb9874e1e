import type { MoveDirection, MoveReason } from '../kinds/cash-move.ts'
import type { OpeningReason } from '../kinds/drawer-open.ts'

/** Why cash was moved or a drawer opened, at the till, in the back office and in the ledger. */

export const directions: Record<MoveDirection, string> = { IN: 'Paid in', OUT: 'Paid out' }
export const noSale = 'No sale'

export const moveReasons: Record<MoveDirection, Partial<Record<MoveReason, string>>> = {
  IN: { CHANGE: 'Change from the bank', SAFE: 'From the safe', OTHER: 'Other' },
  OUT: { SAFE: 'To the safe', BANK: 'To the bank', SUPPLIES: 'Supplies', TRANSPORT: 'Transport', OTHER: 'Other' },
}

export const openingReasons: Record<OpeningReason, string> = {
  CHANGE: 'Give change',
  CHECK: 'Check the drawer',
  MISTAKE: 'Opened by mistake',
  OTHER: 'Other',
}

const named = (words: Partial<Record<string, string>>, reason: string) =>
  Object.hasOwn(words, reason) ? words[reason]! : reason

/** A reason of a later build is shown as its code. */
export const moved = (direction: MoveDirection, reason: string) =>
  `${directions[direction]}: ${named(moveReasons[direction], reason)}`
export const opened = (reason: string) => `${noSale}: ${named(openingReasons, reason)}`

const bookings = { SALE: 'Order paid', REFUND: 'Refund', MANUAL: 'Entry' }
/** What the back office booked in a drawer. */
export const booked = (type_code: keyof typeof bookings) => `Back office: ${bookings[type_code]}`
