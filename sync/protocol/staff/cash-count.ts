import { toPesewas } from '../money.ts'
import type { Transaction } from './ledger.ts'

/** Money counted by hand, in cedis. Counted less expected is the difference: below zero, money is missing. */
export interface CashCount {
  id: number
  account_code: string
  account: { name: string }
  /** Whose drawer it was; null where all of the account was counted. */
  till: { id: number; code: string; name: string } | null
  counted: number
  expected: number
  difference: number
  /** The part of the difference that is new since the count before. */
  since_last: number
  /** What stays in the drawer, which the next count begins with. */
  remains: number
  note: string
  user: { id: number; name: string }
  /** The entry by which the difference was booked. */
  transaction_id: number | null
  /** Whether it still may be: nothing was counted since. */
  bookable: boolean
  /** When it was counted before; null for the first time. */
  previous_at: string | null
  created_at: string
}

/** An entry between two counts. `at`: when it was rung up, or booked. */
export type CountedEntry = Pick<
  Transaction,
  'id' | 'account_code' | 'type_code' | 'order_id' | 'number' | 'amount' | 'description' | 'user'
> & { tendered: number | null; at: string }

/** What entries of one teller, or of one hour, such as '2026-10-04T14', or day come to. */
export interface EntryGroup {
  name: string
  entries: number
  sum: number
}

/**
 * What could explain money that is missing or too much. SAME: an entry of just this amount; PAIR: two that come to it;
 * SWAPPED, TENFOLD: what a customer gave was typed with two digits changed about, or a nought too many or too few;
 * ELSEWHERE: an entry of another account of just this amount.
 */
export interface Suspect {
  kind: 'SAME' | 'PAIR' | 'SWAPPED' | 'TENFOLD' | 'ELSEWHERE'
  entries: CountedEntry[]
}

type Considered = Pick<CountedEntry, 'amount' | 'tendered' | 'type_code'>
export interface Found<Entry> {
  kind: Suspect['kind']
  entries: Entry[]
}

const MOST_PAIRS = 6

/**
 * The entries that would explain a difference, the likeliest first. `difference` is counted less expected, in cedis.
 */
export function suspectsOf<Entry extends Considered>(
  difference: number,
  entries: readonly Entry[],
  elsewhere: readonly Entry[] = [],
): Found<Entry>[] {
  const missing = -toPesewas(difference)
  if (missing === 0) return []
  const amountOf = ({ amount }: Entry) => toPesewas(amount)
  const alone = entries.filter(entry => amountOf(entry) === missing)
  const others = entries.filter(entry => amountOf(entry) !== missing)
  return [
    ...alone.map(entry => ({ kind: 'SAME' as const, entries: [entry] })),
    ...elsewhere
      .filter(entry => amountOf(entry) === -missing)
      .map(entry => ({ kind: 'ELSEWHERE' as const, entries: [entry] })),
    ...entries.flatMap(entry => slipOf(entry, missing)),
    ...pairsOf(others, missing, amountOf),
  ]
}

/**
 * A drawer lacks what was typed less what was meant: too much change was given, or an entry by hand is larger than its
 * note.
 */
function slipOf<Entry extends Considered>(entry: Entry, missing: number): Found<Entry>[] {
  const typed = toPesewas(entry.tendered ?? (entry.type_code === 'MANUAL' ? Math.abs(entry.amount) : 0))
  const meant = entry.tendered === null && entry.amount < 0 ? typed + missing : typed - missing
  const least = entry.tendered === null ? 1 : toPesewas(entry.amount)
  if (typed <= 0 || meant < least) return []
  if (meant === typed * 10 || typed === meant * 10) return [{ kind: 'TENFOLD', entries: [entry] }]
  return isSwapped(String(typed), String(meant)) ? [{ kind: 'SWAPPED', entries: [entry] }] : []
}

/** Whether two neighbouring digits changed places. */
function isSwapped(typed: string, meant: string): boolean {
  const at = [...typed].findIndex((digit, place) => digit !== meant[place])
  return (
    typed.length === meant.length &&
    at >= 0 &&
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  )
}

function pairsOf<Entry>(entries: readonly Entry[], sum: number, amountOf: (entry: Entry) => number): Found<Entry>[] {
  const seen = new Map<number, Entry>()
  const pairs: Found<Entry>[] = []
  for (const entry of entries) {
    const other = seen.get(sum - amountOf(entry))
    if (other) pairs.push({ kind: 'PAIR', entries: [other, entry] })
    if (pairs.length === MOST_PAIRS) break
    seen.set(amountOf(entry), entry)
  }
  return pairs
}
