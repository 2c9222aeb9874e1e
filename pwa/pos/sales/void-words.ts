import { VOID_REASONS } from '#sync/protocol/kinds/sale-void.ts'
import type { LocalVoid } from '#sync/till/till-db.ts'

/** Voiding the last sale of a till. */

export const voidOf = (number: string) => `Void ${number}`
export const voidThis = 'Void'
export const givesBack = 'Give back'
export const noMoney = 'Nothing: no money was paid.'
export const backOnTheShelf = (pieces: number) =>
  pieces === 1 ? 'Put 1 item back on the shelf.' : `Put ${pieces} items back on the shelf.`
export const reason = 'Reason'
export const chooseReason = 'Choose a reason.'
export const keepSale = 'Keep sale'
export const voidSale = 'Void sale'
export const voided = (number: string) => `Sale ${number} is voided.`
export const unsaved = 'The void could not be saved. Try again.'

export const voidedChip = 'Voided'
export const voidedBy = ({ teller, reason: why }: Pick<LocalVoid, 'teller' | 'reason'>) =>
  `Voided by ${teller.name}: ${VOID_REASONS[why]}`
export const voidedIn = (count: number) => (count === 0 ? '' : ` · ${count} voided`)
