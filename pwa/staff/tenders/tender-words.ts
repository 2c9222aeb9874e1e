import type { Account } from '#sync/protocol/staff/ledger.ts'
import { REFERENCE_RULES, TENDER_KINDS } from '#sync/protocol/tender/tender.ts'

/** How customers may pay at the till. */

export const waysToPay = 'Payment methods'
export const wayToPay = 'Payment method'
export const newWay = 'New payment method'
export const addWay = 'Add payment method'
export const updateWay = 'Update payment method'
export const accounts = 'Accounts'
export const kinds = TENDER_KINDS
export const references = REFERENCE_RULES

export const about =
  'Tills show them in this order after they next go online. You can archive a payment method that has been used, but not delete it.'

export const name = 'Name'
export const nameHint = 'As it appears at the till and on receipts'
export const kind = 'Kind'
export const kindHint = 'Mobile money references are checked, so that a payment is used only once'
export const reference = 'Reference'
export const referenceHint = 'Whether the cashier enters the payment’s reference'
export const drawer = 'Opens the drawer'
export const drawerHint = 'After the sale, as for cash and cheques'
export const state = 'State'
export const states: Record<Account['status_code'], string> = { ACTIVE: 'Offered', ARCHIVED: 'Archived' }

export const moveUp = (tender: string) => `Move ${tender} up`
export const moveDown = (tender: string) => `Move ${tender} down`
export const nowAt = (tender: string, place: number, count: number) => `${tender}: ${place} of ${count}`
export const rules = ({ kind: of, asks_reference, opens_drawer }: Account) =>
  [
    of && kinds[of],
    of !== 'CASH' && `reference: ${references[asks_reference].toLowerCase()}`,
    opens_drawer && 'opens the drawer',
  ]
    .filter(Boolean)
    .join(' · ')
export const notFound = 'This payment method was not found.'
export const seeTheList = 'Go back to the list of payment methods.'
