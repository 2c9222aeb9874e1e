import type { ReferenceRule, TenderKind } from '../tender/tender.ts'

/**
 * `period`, YYYY-MM, is the oldest month that is not closed. An account with a `kind` is a way of paying; `at_till`:
 * it may take money now.
 */
export interface Account {
  id: number
  code: string
  name: string
  balance: number
  period: string
  at_till: boolean
  kind: TenderKind | null
  asks_reference: ReferenceRule
  opens_drawer: boolean
  /** From 1, in the order in which tills offer them. */
  place: number
  status_code: 'ACTIVE' | 'ARCHIVED'
  updated_at: string
}

export type AddedTender = Pick<Account, 'name' | 'asks_reference' | 'opens_drawer'> & { kind: TenderKind }

/** `updated_at`: as it was read. */
export type ChangedTender = Partial<AddedTender & Pick<Account, 'place' | 'status_code' | 'updated_at'>>

/** An entry of the ledger, in cedis: negative for a debit. */
export interface Transaction {
  id: number
  account_code: string
  account: { name: string }
  type_code: TransactionType
  order_id: number | null
  /** The order number, as receipts and lists show it. */
  number: string | null
  amount: number
  direction: 'Cr' | 'Dr'
  description: string
  /** The business day, and the month that books it: a later one if the day's month was already closed. */
  business_date: string
  period: string
  /** The till where the money moved, and for cash its drawer; null if none, or unknown. */
  till: { id: number; code: string; name: string } | null
  user: { id: number; name: string } | null
  created_at: string
}

export type TransactionType = 'SALE' | 'REFUND' | 'MANUAL'

/** Totals of entries, in cedis: debits are negative, and the balance is the sum of both. */
export interface Summaries {
  credits: number
  debits: number
  balance: number
}

/** An account's month. Money in cedis; opening balance + credits + debits = closing balance. */
export interface AccountMonth extends Summaries {
  account_code: string
  account: { name: string }
  opening_balance: number
  entries: number
  closing_balance: number
}

/** A month of the books, YYYY-MM; `closable` once it is over and all months before it are closed. */
export interface Period {
  period: string
  status_code: 'OPEN' | 'CLOSED'
  closable: boolean
  accounts: AccountMonth[]
  closed_at: string | null
  closed_by: { id: number; name: string } | null
}

/** The month that books an entry of that day, while `open_period` is the oldest open month. */
export const periodOfEntry = (business_date: string, open_period: string): string => {
  const month = business_date.slice(0, 7)
  return month > open_period ? month : open_period
}

/** Adds months: '2026-12' and 1 give '2027-01'. */
export const monthsOn = (period: string, months: number): string => {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months)).toJSON().slice(0, 7)
}

/** Accounts of what the shop owes: each entry belongs to a deposit or a card, so nobody books into them by hand. */
export const KEPT_BY_SHOP: readonly string[] = ['DEPOSITS', 'GIFT_CARDS']
