import { sumCedis, toCedis, toPesewas } from '../money.ts'
import { CASH } from './tender.ts'

/** One part of a payment in several ways, in cedis. */
export interface TenderPart {
  account_code: string
  /** What it pays of the total: above 0, without the change. */
  amount: number
  /** What the customer handed over: cash alone, at least `amount`. */
  tendered?: number | null
  reference?: string | null
}

export const FEWEST_PARTS = 2
export const MOST_PARTS = 6

export const sumOfParts = (parts: readonly Pick<TenderPart, 'amount'>[]): number =>
  sumCedis(parts.map(({ amount }) => amount))

/** What of a sale was paid into which account, in cedis; `rest`: what no gift card paid. */
export const paidInParts = (
  { account_code, tenders }: { account_code: string; tenders?: readonly TenderPart[] | null | undefined },
  rest: number,
): { account_code: string; amount: number }[] =>
  tenders
    ? tenders.map(part => ({ account_code: part.account_code, amount: part.amount }))
    : [{ account_code, amount: rest }]

/** Why these are not the parts of one payment of `rest` cedis, in words; null if they are. */
export function wrongParts(parts: readonly TenderPart[], rest: number): string | null {
  if (parts.length < FEWEST_PARTS || parts.length > MOST_PARTS)
    return `A payment has ${FEWEST_PARTS} to ${MOST_PARTS} parts.`
  if (parts.some(({ amount }) => amount <= 0)) return 'Each part pays something.'
  if (parts.filter(({ account_code }) => account_code === CASH).length > 1) return 'Cash is one part.'
  for (const { account_code, amount, tendered } of parts)
    if (tendered != null && (account_code !== CASH || toPesewas(tendered) < toPesewas(amount)))
      return 'Only cash gives change, and only for more than its part.'
  const sum = sumOfParts(parts)
  return toPesewas(sum) === toPesewas(rest) ? null : `The parts come to ${sum.toFixed(2)}, not to ${rest.toFixed(2)}.`
}

/** What cash was handed over for a payment in parts, and the change, in cedis; null where no cash was counted. */
export function changeOfParts(parts: readonly TenderPart[]): { tendered: number; change: number } | null {
  const cash = parts.find(part => part.account_code === CASH && part.tendered != null)
  return cash ? { tendered: cash.tendered!, change: sumCedis([cash.tendered!, -cash.amount]) } : null
}

/** Parts by account, in the order of the first of each. */
export function byAccount(parts: readonly Pick<TenderPart, 'account_code' | 'amount'>[]) {
  const sums = new Map<string, number>()
  for (const { account_code, amount } of parts)
    sums.set(account_code, (sums.get(account_code) ?? 0) + toPesewas(amount))
  return [...sums].map(([account_code, pesewas]) => ({ account_code, amount: toCedis(pesewas) }))
}
