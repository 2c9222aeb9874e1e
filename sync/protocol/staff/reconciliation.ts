/**
 * Where the payment provider's list and ours say different things. UNHEARD: a payment that the shop had not heard of,
 * asked about since; OTHER_AMOUNT: one of which they say another sum; NOT_LISTED: one of ours that they do not name.
 * The same of money that went back, by the reference of the payment it was of; one unheard of was ordered elsewhere,
 * such as in the provider's own office, and stands in no ledger. Amounts in cedis.
 */
export const DIFFERENCES = [
  'UNHEARD',
  'OTHER_AMOUNT',
  'NOT_LISTED',
  'REFUND_UNHEARD',
  'REFUND_OTHER_AMOUNT',
  'REFUND_NOT_LISTED',
] as const
export interface Difference {
  kind: (typeof DIFFERENCES)[number]
  reference: string
  order_id: number | null
  theirs: number | null
  ours: number | null
}

/** As many days as one comparison may look back. */
export const MOST_RECONCILED_DAYS = 31

/** One comparison of the provider's payments since then with ours. */
export interface Reconciliation {
  id: number
  since: string
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
export function comparedWords(
  { listed, differences }: Pick<Reconciliation, 'listed' | 'differences'>,
  count: (n: number) => string = String,
): string {
  const refunds = differences.filter(({ kind }) => kind.startsWith('REFUND_')).length
  const differing = [
    [differences.length - refunds, 'payment'],
    [refunds, 'refund'],
  ] as const
  const named = differing.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}${n === 1 ? '' : 's'}`)
  if (named.length > 0)
    return `${named.join(' and ')} ${differences.length === 1 ? 'differs' : 'differ'}; the provider lists ${count(listed)}${refunds === 0 ? '' : listed === 1 ? ' payment' : ' payments'}.`
  return listed === 0
    ? 'There were no payments to compare.'
    : listed === 1
      ? 'The only payment agrees.'
      : `All ${count(listed)} payments agree.`
}
