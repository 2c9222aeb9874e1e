import { toCedis, toPesewas } from '../money.ts'

/** The taxes within prices: a shop fills them in once it is registered for VAT, each rate with its days. */
export const TAX_SETTINGS = {
  taxes_in_prices: {
    kind: 'list',
    label: 'Taxes included in prices',
    initial: '',
    public: true,
    parts: ['Name', 'Per cent', 'From', 'To'],
    hint: 'Printed on receipts. Days such as 2026-01-01; To may be empty. Empty: the shop is not registered for VAT',
    rows: 20,
  },
} as const

/** A tax within prices. `per_cent` of the price before taxes; days YYYY-MM-DD, `to` empty while it holds. */
export interface TaxRate {
  name: string
  per_cent: number
  from: string
  to: string
}

/** A tax within a total, in cedis. */
export interface IncludedTax {
  name: string
  per_cent: number
  amount: number
}

const PER_CENT = /^(\d{1,2}(?:\.\d{1,2})?)\s*%?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** The rates in the rows of the setting; a row that cannot be read counts for nothing. */
export const taxRates = (rows: readonly (readonly string[])[]): TaxRate[] =>
  rows.flatMap(([name = '', typed = '', from = '', to = '']) => {
    const per_cent = Number(PER_CENT.exec(typed)?.[1] ?? 0)
    const isReadable = name !== '' && per_cent > 0 && DAY.test(from) && (to === '' || DAY.test(to))
    return isReadable ? [{ name, per_cent, from, to }] : []
  })

/**
 * The taxes within a total on the day of a sale, an ISO moment. All share one base; what is left of a pesewa goes to
 * the largest remainders, so that the parts add up to the whole.
 */
export function includedTaxes(total: number, rates: readonly TaxRate[], moment: string): IncludedTax[] {
  const day = moment.slice(0, 10)
  const held = rates.filter(({ from, to }) => from <= day && (to === '' || day <= to))
  const sum = held.reduce((all, rate) => all + hundredthsOf(rate), 0)
  if (sum === 0) return []
  const whole = Math.round((toPesewas(total) * sum) / (HUNDRED_PER_CENT + sum))
  const parts = held.map(rate => Math.floor((whole * hundredthsOf(rate)) / sum))
  const remainders = held.map((rate, index) => ({ index, left: (whole * hundredthsOf(rate)) % sum }))
  const left = whole - parts.reduce((all, part) => all + part, 0)
  for (const { index } of remainders.sort((a, b) => b.left - a.left).slice(0, left)) parts[index]! += 1
  return held.map(({ name, per_cent }, index) => ({ name, per_cent, amount: toCedis(parts[index]!) }))
}

/** 100 %, in hundredths of a per cent. */
const HUNDRED_PER_CENT = 10_000
const hundredthsOf = ({ per_cent }: TaxRate) => Math.round(per_cent * 100)
