import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCedis, toCedis, toPesewas } from '#sync/protocol/money.ts'
import {
  changeDue,
  isSamePrice,
  likelyTendered,
  lineTotal,
  percentOff,
  priceShown,
  saleTotals,
  type PricedLine,
} from '#sync/protocol/pricing.ts'
import { patience } from '#tests/support/patience.ts'
import { tries } from '#tests/support/runs/sizes.ts'

/** An amount in cedis as text with two decimals, for which no float was asked. */
const asText = (pesewas: bigint) => {
  const [sign, digits] = pesewas < 0n ? ['-', String(-pesewas)] : ['', String(pesewas)]
  return `${sign}${digits.padStart(3, '0').slice(0, -2)}.${digits.padStart(3, '0').slice(-2)}`
}
/** An amount of the shop's, read digit by digit as the wire writes it; a third decimal is a fault. */
function exact(cedis: number): bigint {
  const [, sign, whole, decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(cedis)) ??
    (() => {
      throw new Error(`${cedis} is no amount`)
    })()
  const pesewas = BigInt(whole!) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign ? -pesewas : pesewas
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const pesewas = (max = 9_999_999) => fc.integer({ min: 0, max })
const amount = (max?: number) => pesewas(max).map(toCedis)
const line = fc.record({ price: amount(), quantity: fc.integer({ min: 1, max: 999 }) })
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  swap: fc.nat(),
})

const subtotalOf = (lines: readonly PricedLine[]) =>
  sum(lines.map(({ price, quantity }) => exact(price) * BigInt(quantity)))
type Totals = typeof saleTotals

/** The first cart of so many whose totals are not what whole numbers say. */
const firstWrong = (totals: Totals, carts: number) =>
  fc.check(
    fc.property(cart, ({ lines, part, swap }) => {
      const subtotal = subtotalOf(lines)
      const discount = toCedis(Math.floor(Number(subtotal) * part))
      const got = totals(lines, discount)
      const turned = [...lines.slice(swap % lines.length), ...lines.slice(0, swap % lines.length)].reverse()
      return (
        exact(got.subtotal) === subtotal &&
        exact(got.discount) === exact(discount) &&
        exact(got.total) === subtotal - exact(discount) &&
        totals(turned, discount).total === got.total
      )
    }),
    { numRuns: carts },
  )

test(
  'adds up a hundred thousand carts to the exact pesewa, in any order of lines',
  { timeout: patience(180_000) },
  () => {
    expect(firstWrong(saleTotals, 100_000)).toMatchObject({ failed: false, numRuns: 100_000, counterexample: null })
  },
)

test('control: finds the first cart whose float sums drift', () => {
  const drifting: Totals = (lines, discount = 0) => {
    const subtotal = lines.reduce((total, { price, quantity }) => total + price * quantity, 0)
    return { subtotal, discount, total: subtotal - discount }
  }
  expect(firstWrong(drifting, 10_000).failed).toBe(true)
})

test('multiplies price by quantity, and adds lines up to the subtotal', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), lines => {
      for (const one of lines) expect(exact(lineTotal(one))).toBe(exact(one.price) * BigInt(one.quantity))
      expect(sumCedis(lines.map(lineTotal))).toBe(saleTotals(lines).subtotal)
    }),
    { numRuns: tries(5_000) },
  )
})

test('shows the retail price less the discount, never below zero', () => {
  fc.assert(
    fc.property(pesewas(), pesewas(), (a, b) => {
      const [retail, discount] = [Math.max(a, b), Math.min(a, b)]
      const shown = priceShown({ retail_price: toCedis(retail), discount: toCedis(discount) })
      expect(exact(shown)).toBe(BigInt(retail - discount))
      expect(isSamePrice(shown, toCedis(retail - discount))).toBe(true)
      expect(percentOff({ retail_price: toCedis(retail), discount: toCedis(discount) })).toSatisfy(
        (percent: number) => percent >= 0 && percent <= 100,
      )
    }),
    { numRuns: tries(20_000) },
  )
})

test('gives change only when the cash covers the total', () => {
  fc.assert(
    fc.property(amount(), amount(), (total, tendered) => {
      const change = changeDue(total, tendered)
      const due = exact(tendered) - exact(total)
      expect(change === null ? null : exact(change)).toBe(due < 0n ? null : due)
    }),
    { numRuns: tries(20_000) },
  )
})

test('adds up exactly to the limit of a money column', () => {
  fc.assert(
    fc.property(fc.array(amount(999_999_999_999), { maxLength: 50 }), amounts => {
      expect(exact(sumCedis(amounts))).toBe(sum(amounts.map(exact)))
      expect(sumCedis(amounts.toReversed())).toBe(sumCedis(amounts))
    }),
    { numRuns: tries(5_000) },
  )
})

test('converts cedis to pesewas and back, with two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), whole => {
      expect(toPesewas(toCedis(whole))).toBe(whole)
      expect(toCedis(whole).toFixed(2)).toBe(asText(BigInt(whole)))
      expect(toPesewas(Number(asText(BigInt(whole))))).toBe(whole)
    }),
    { numRuns: tries(20_000) },
  )
})

test('offers amounts that cover the total, the exact one first', () => {
  fc.assert(
    fc.property(amount(), total => {
      const sums = likelyTendered(total)
      expect(sums[0]).toBe(total)
      expect(sums).toEqual([...new Set(sums)].sort((a, b) => a - b))
      for (const offered of sums) expect(changeDue(total, offered)).not.toBeNull()
    }),
    { numRuns: tries(2_000) },
  )
})
