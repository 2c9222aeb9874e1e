import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCedis } from '#sync/protocol/money.ts'
import { leftToFree } from '#sync/protocol/shipping.ts'
import {
  websiteTotals,
  whyCouponRests,
  type CouponTerms,
  type WebsiteCart,
  type WebsiteLine,
} from '#sync/protocol/pricing.ts'
import { patience } from '#tests/support/patience.ts'

/** Whole pesewas of an amount in cedis, read digit by digit; a third decimal is a fault. */
function exact(cedis: number): bigint {
  const [, sign, whole, decimals = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(cedis)) ??
    (() => {
      throw new Error(`${cedis} is no amount`)
    })()
  return BigInt(`${sign}${whole}${decimals.padEnd(2, '0')}`)
}
const least = (a: bigint, b: bigint) => (a < b ? a : b)

const amount = (max: number) => fc.integer({ min: 0, max }).map(toCedis)
const line: fc.Arbitrary<WebsiteLine> = fc.record({
  price: amount(99_999_99),
  quantity: fc.integer({ min: 1, max: 99 }),
  category_id: fc.integer({ min: 1, max: 4 }),
})
const coupon: fc.Arbitrary<CouponTerms> = fc.record({
  type: fc.constantFrom('percentage', 'amount'),
  value: amount(200_00),
  free_delivery: fc.constantFrom(0, 1),
  minimum_subtotal: fc.option(amount(5_000_00)),
  category_ids: fc.subarray([1, 2, 3, 4]),
})
const place = fc.constantFrom(
  { delivery_method_code: 'self_pick_up' as const },
  { delivery_method_code: 'delivery' as const, region_code: 'GH-AA', zone: { region_code: 'GH-AA', cost: 30 } },
  { delivery_method_code: 'delivery' as const, region_code: 'GH-AH', zone: { region_code: 'GH-AH', cost: 45.5 } },
  { delivery_method_code: 'delivery' as const, region_code: 'GH-AH', zone: null },
)
const cart: fc.Arbitrary<WebsiteCart> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    coupon: fc.option(coupon),
    free_delivery_over: fc.option(fc.constant(2000)),
  })
  .chain(some => place.map(where => ({ ...some, ...where })))

/** The same by whole numbers, as contract.md §3 has it. */
function byHand({
  lines,
  coupon: code,
  free_delivery_over: over,
  delivery_method_code,
  region_code,
  zone,
}: WebsiteCart) {
  const worth = (some: readonly WebsiteLine[]) =>
    some.reduce((sum, { price, quantity }) => sum + exact(price) * BigInt(quantity), 0n)
  const subtotal = worth(lines)
  const held = code
    ? lines.filter(({ category_id }) => code.category_ids!.length === 0 || code.category_ids!.includes(category_id!))
    : []
  const isCounting = code !== null && held.length > 0 && subtotal >= exact(code.minimum_subtotal ?? 0)
  const goods = worth(held)
  const discount = !isCounting
    ? 0n
    : code.type === 'amount'
      ? least(exact(code.value), goods)
      : least((goods * exact(code.value) * 2n + 10_000n) / 20_000n, goods)
  const isFree =
    delivery_method_code === 'self_pick_up' ||
    region_code === 'GH-AA' ||
    !zone ||
    (isCounting && code.free_delivery === 1) ||
    (over !== null && subtotal > exact(over))
  const fee = isFree ? 0n : exact(zone.cost)
  return { subtotal, shipping_fee: fee, discount, total: subtotal + fee - discount }
}

type Reckoned = ReturnType<typeof websiteTotals>
const firstWrong = (totals: (cart: WebsiteCart) => Reckoned, runs: number) =>
  fc.check(
    fc.property(cart, some => {
      const [got, right] = [totals(some), byHand(some)]
      return (Object.keys(right) as (keyof Reckoned)[]).every(name => exact(got[name]) === right[name])
    }),
    { numRuns: runs },
  )

test(
  'adds up a hundred thousand bags with every type of coupon and address to the exact pesewa, never below zero',
  { timeout: patience(180_000) },
  () => {
    expect(firstWrong(websiteTotals, 100_000)).toMatchObject({ failed: false, counterexample: null })
  },
)

test.each<[string, (cart: WebsiteCart) => WebsiteCart]>([
  ['takes a code off all goods', some => ({ ...some, coupon: some.coupon && { ...some.coupon, category_ids: [] } })],
  [
    'forgets what a code asks for',
    some => ({ ...some, coupon: some.coupon && { ...some.coupon, minimum_subtotal: null } }),
  ],
  ['always takes the fee', some => ({ ...some, free_delivery_over: null })],
])('control: a shop that %s is found out', (_, careless) => {
  expect(firstWrong(some => websiteTotals(careless(some)), 20_000).failed).toBe(true)
})

test("delivers free above 2000, not at it, by the goods' price before the coupon", () => {
  const to = {
    delivery_method_code: 'delivery',
    region_code: 'GH-AH',
    zone: { region_code: 'GH-AH', cost: 45 },
    free_delivery_over: 2000,
  } as const
  const half: CouponTerms = { type: 'percentage', value: 50, free_delivery: 0 }
  const fee = (price: number, code: CouponTerms | null = null) =>
    websiteTotals({ ...to, coupon: code, lines: [{ price, quantity: 1 }] }).shipping_fee
  expect([
    fee(2000),
    fee(2000.01),
    fee(2000.01, half),
    fee(4000, { ...half, free_delivery: 1 }),
    fee(10, { ...half, value: 0, free_delivery: 1 }),
  ]).toEqual([45, 0, 0, 0, 0])
})

test('rests a coupon when no goods qualify or they cost too little', () => {
  const code: CouponTerms = { type: 'amount', value: 10, free_delivery: 0, category_ids: [4], minimum_subtotal: 100 }
  const goods = (price: number, category_id: number) => [{ price, quantity: 1, category_id }]
  expect([
    whyCouponRests(code, goods(200, 5)),
    whyCouponRests(code, goods(99.99, 4)),
    whyCouponRests(code, goods(100, 4)),
  ]).toEqual(['goods', 'subtotal', null])
})

test.each([
  [189.99, 1810.01],
  [2000, 0.01],
  [2000.01, 0],
  [0, 2000],
])('of %d the way to free delivery over 2000 is %d', (subtotal, left) => {
  expect(leftToFree(subtotal, 2000)).toBe(left)
})
