import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '#api/http/validate.ts'
import { isPlainSale } from '#api/sales/plain-sale.ts'
import { saleRules } from '#api/sales/till-sale.ts'
import { aSale } from '#tests/support/server/factories.ts'

const sale = (lines = [{ product_variation_id: 7, quantity: 2, price: 149.99 }]) =>
  JSON.parse(JSON.stringify(aSale({ lines }))) as Record<string, unknown>

test('checks none of the sales that tills write by the full rules', () => {
  expect(isPlainSale(sale())).toBe(true)
  expect(isPlainSale({ ...sale(), tendered: 300, reference: '', customer_name: 'Ama', customer_phone: null })).toBe(
    true,
  )
})

/** Values at the edge of a rule, for every member. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    ' ',
    'x'.repeat(8),
    'x'.repeat(9),
    'x'.repeat(30),
    'x'.repeat(31),
    'x'.repeat(40),
    'x'.repeat(41),
    'x'.repeat(120),
    'x'.repeat(121),
    'é'.repeat(40),
    '👖'.repeat(20),
    '\ud800',
    '7',
    true,
    [],
    {},
    0,
    -0,
    1,
    -1,
    0.01,
    0.001,
    0.1 + 0.2,
    1.005,
    149.99,
    9_999_999_999.99,
    9_999_999_999.995,
    1e10,
    1e21,
    1e-7,
    4_294_967_295,
    4_294_967_296,
    10_000,
    10_001,
    2 ** 53,
    NaN,
    Infinity,
    '2026-11-23T10:00:00Z',
    '2026-11-23T10:00:00.123456789Z',
    '2026-11-23T10:00:00+00:00',
    '2026-02-31T10:00:00Z',
    '2026-11-23T24:00:00Z',
    '2026-11-23T10:00:60Z',
    '2026-11-23T10:00:00-23:59',
    '2026-11-23T10:00:00+24:00',
    '2026-11-23T10:00:00',
    '2026-11-23',
    '1969-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '4b1c1c0e-7a39-4b0e-9d8e-0a6f2f0f9c11',
    '4B1C1C0E-7A39-4B0E-9D8E-0A6F2F0F9C11',
  ),
  fc.double({ min: 0, max: 1e10 }),
  fc.double({ min: 0, max: 2000, noNaN: true }).map(n => Math.round(n * 100) / 100),
  fc.integer(),
  fc.string(),
)

const spoilt = fc
  .record({
    member: fc.constantFrom(...Object.keys(sale()), 'tendered', 'reference', 'customer_name', 'customer_phone', 'more'),
    value: fc.oneof(odd, fc.array(odd, { maxLength: 3 })),
    line: fc.option(
      fc.record({ member: fc.constantFrom('product_variation_id', 'quantity', 'price', 'x'), value: odd }),
    ),
  })
  .map(({ member, value, line }) => {
    const lines = [{ product_variation_id: 7, quantity: 1, price: 10, ...(line && { [line.member]: line.value }) }]
    return { ...sale(), ...(line ? { lines } : { [member]: value }) }
  })

const passes = (payload: unknown) => {
  try {
    return check(saleRules, payload)
  } catch {
    return null
  }
}

test('accepts nothing as plain that the rules refuse or read differently', () => {
  let plain = 0
  fc.assert(
    fc.property(spoilt, payload => {
      if (!isPlainSale(payload)) return
      plain += 1
      expect(passes(payload)).toEqual(payload)
    }),
    { numRuns: 4000 },
  )
  expect(plain).toBeGreaterThan(300)
})

test('refuses an empty or too long list of lines as plain', () => {
  const line = { product_variation_id: 7, quantity: 1, price: 10 }
  const lengths = [0, 1, 2000, 2001].filter(length =>
    isPlainSale({ ...sale(), lines: Array.from({ length }, () => line) }),
  )
  expect(lengths).toEqual([1, 2000])
})
