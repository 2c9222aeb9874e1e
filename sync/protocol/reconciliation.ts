/**
 * Where the payment provider's list and ours say different things. UNHEARD: a payment that the shop had not heard of, asked about since; OTHER_AMOUNT:
 * one of which they say another sum; NOT_LISTED: one of ours that they do not name. Amounts in cedis.
 */
export interface Difference { kind: 'UNHEARD' | 'OTHER_AMOUNT' | 'NOT_LISTED'; reference: string; order_id: number | null; theirs: number | null; ours: number | null }

/** As many days as one comparison may look back. */
export const MOST_RECONCILED_DAYS = 31

/** One comparison of the provider's payments since then with ours. */
export interface Reconciliation {
  id: number; since: string
  /** How many the provider named. */
  listed: number
  differences: Difference[]
  /** Why it did not come to its end. */
  error: string | null
  /** Who asked for it; null where it was time. */
  user: { id: number; name: string } | null
  created_at: string
}

/** What came of a comparison, in a sentence. `count` writes a number. */
export function comparedWords({ listed, differences: { length } }: Pick<Reconciliation, 'listed' | 'differences'>, count: (n: number) => string = String): string {
  if (length > 0) return `${count(length)} ${length === 1 ? 'payment differs' : 'payments differ'}; the provider lists ${count(listed)}.`
  return listed === 0 ? 'There were no payments to compare.' : listed === 1 ? 'The only payment agrees.' : `All ${count(listed)} payments agree.`
}
