/**
 * How the payment provider's list and ours can differ. UNHEARD: a payment unknown to the shop, which has asked about it
 * since; OTHER_AMOUNT: the amounts differ; NOT_LISTED: ours, missing from theirs. The same for refunds, by the
 * reference of their payment; an unknown refund was ordered elsewhere, such as in the provider's own office, and is not
 * in the ledger. Amounts in cedis.
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

/** The most days of one comparison. */
export const MOST_RECONCILED_DAYS = 31

/** One comparison of the provider's payments with ours, from `since` on. */
export interface Reconciliation {
  id: number
  since: string
  /** How many payments the provider listed. */
  listed: number
  differences: Difference[]
  /** Why it failed. */
  error: string | null
  /** Who started it; null for the schedule. */
  user: { id: number; name: string } | null
  created_at: string
}

/** The result of a comparison, in a sentence. `count` formats a number. */
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
