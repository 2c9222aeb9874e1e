import { toPesewas } from '../money.ts'
import type { Transaction } from './ledger.ts'

/** Cash counted by hand, in cedis. The difference is counted less expected: below zero, money is missing. */
export interface CashCount {
  id: number
  account_code: string
  account: { name: string }
  /** Whose drawer was counted; null for the whole account. */
  till: { id: number; code: string; name: string } | null
  /** The shift whose end it is; null if somebody counted at another time. */
  shift_id: number | null
  counted: number
  expected: number
  difference: number
  /** The part of the difference that arose since the previous count. */
  since_last: number
  /** What stays in the drawer as the float of the next count. */
  remains: number
  note: string
  user: { id: number; name: string }
  /** The entry that booked the difference. */
  transaction_id: number | null
  /** Whether the difference can still be booked: no later count exists. */
  bookable: boolean
  /** When it was counted before; null for the first count. */
  previous_at: string | null
  created_at: string
}

/** An entry between two counts. `at`: when it was rung up, or booked. */
export type CountedEntry = Pick<
  Transaction,
  'id' | 'account_code' | 'type_code' | 'order_id' | 'number' | 'amount' | 'description' | 'user'
> & { tendered: number | null; at: string }

/** The total of one teller's entries, or of one hour, such as '2026-10-04T14', or day. */
export interface EntryGroup {
  name: string
  entries: number
  sum: number
}

/**
 * A possible cause of a difference. SAME: one entry of this amount; PAIR: two that add up to it; SWAPPED, TENFOLD: the
 * amount tendered was typed with two digits swapped, or a zero too many or too few; ELSEWHERE: an entry of this amount
 * in another account.
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
 * The entries that could explain a difference, the likeliest first. `difference` is counted less expected, in cedis.
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

/** A drawer is short by what was typed less what was meant: too much change was given, or an entry exceeds its note. */
function slipOf<Entry extends Considered>(entry: Entry, missing: number): Found<Entry>[] {
  const typed = toPesewas(entry.tendered ?? (entry.type_code === 'MANUAL' ? Math.abs(entry.amount) : 0))
  const meant = entry.tendered === null && entry.amount < 0 ? typed + missing : typed - missing
  const least = entry.tendered === null ? 1 : toPesewas(entry.amount)
  if (typed <= 0 || meant < least) return []
  if (meant === typed * 10 || typed === meant * 10) return [{ kind: 'TENFOLD', entries: [entry] }]
  return isSwapped(String(typed), String(meant)) ? [{ kind: 'SWAPPED', entries: [entry] }] : []
}

/** Whether two neighbouring digits were swapped. */
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
