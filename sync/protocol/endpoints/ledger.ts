import type { CashCount, CountedEntry, EntryGroup, Suspect } from '../staff/cash-count.ts'
import type { FileReply } from '../file-reply.ts'
import type {
  Account,
  AddedTender,
  ChangedTender,
  Period,
  Summaries,
  Transaction,
  TransactionType,
} from '../staff/ledger.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'

export interface TransactionFilters {
  /** An order number, or words of a description. */
  search?: string
  account_code?: string
  type_code?: TransactionType
  period?: string
  user_id?: number
  /** The days on which entries were booked. */
  start_date?: string
  end_date?: string
  /** The business days of the entries. */
  business_from?: string
  business_to?: string
}

export const TRANSACTION_ORDERS = ['id', 'created_at', 'amount', 'business_date'] as const

/** `search` finds words of the note. Days are UTC, inclusive. */
export interface CashCountFilters {
  search?: string
  account_code?: string
  till_id?: number
  user_id?: number
  start_date?: string
  end_date?: string
}

export const CASH_COUNT_ORDERS = ['id', 'user', 'since_last', 'counted', 'expected'] as const

export interface LedgerEndpoints {
  'GET /api/staff/accounts': { query: PageQuery; reply: { accounts: Page<Account> } }
  'GET /api/staff/accounts/csv': { reply: FileReply }
  'POST /api/staff/accounts': { body: AddedTender; reply: { message: string; account: Account } }
  'PATCH /api/staff/accounts/:id': { body: ChangedTender; reply: { message: string; account: Account } }
  'GET /api/staff/transactions': {
    query: PageQuery & TransactionFilters & Sorted<(typeof TRANSACTION_ORDERS)[number]>
    reply: { summaries: Summaries; transactions: Page<Transaction> }
  }
  'GET /api/staff/transactions/csv': { query: TransactionFilters; reply: FileReply }
  'POST /api/staff/transactions': {
    /**
     * `business_date`: the day that the entry corrects or concerns, if it is not today. `till_id`: the till whose
     * drawer the money moved in.
     */
    body: {
      account_code: string
      direction: 'Cr' | 'Dr'
      amount: number
      description: string
      business_date?: string
      till_id?: number | null
    }
    reply: { message: string; transaction: Transaction }
  }
  'GET /api/staff/periods': { query: PageQuery; reply: { periods: Page<Period> } }
  'GET /api/staff/periods/csv': { reply: FileReply }
  'POST /api/staff/periods/close': { body: { period: string }; reply: { message: string; period: Period } }
  'GET /api/staff/cash-counts': {
    query: PageQuery & CashCountFilters & Sorted<(typeof CASH_COUNT_ORDERS)[number]>
    reply: { cash_counts: Page<CashCount> }
  }
  'GET /api/staff/cash-counts/csv': { query: CashCountFilters; reply: FileReply }
  'POST /api/staff/cash-counts': {
    /**
     * `till_id`: counts this till's drawer, otherwise the whole account. `remains`: what stays in the drawer, otherwise
     * all of it.
     */
    body: { account_code: string; till_id?: number | null; counted: number; remains?: number; note?: string }
    reply: { message: string; cash_count: CashCount }
  }
  'GET /api/staff/cash-counts/:id': {
    reply: { cash_count: CashCount; by_teller: EntryGroup[]; by_hour: EntryGroup[]; suspects: Suspect[] }
  }
  'GET /api/staff/cash-counts/:id/entries': { query: PageQuery; reply: { entries: Page<CountedEntry> } }
  'GET /api/staff/cash-counts/:id/csv': { reply: FileReply }
  'POST /api/staff/cash-counts/:id/book': {
    body: { reason: string }
    reply: { message: string; cash_count: CashCount }
  }
}
