import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCedis } from '#sync/protocol/money.ts'
import { websiteTotals, type CouponTerms, type Totals, type WebsiteCart } from '#sync/protocol/pricing.ts'
import { isAgreedWithRider, needsZone } from '#sync/protocol/shipping.ts'

/** An amount in cedis as a whole number of pesewas, read digit by digit as the wire writes it; a third decimal is a fault. */
function exact(cedis: number): bigint {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(cedis)) ?? (() => { throw new Error(`${cedis} is no amount`) })()
  const pesewas = BigInt(whole!) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign ? -pesewas : pesewas
}
const less = (a: bigint, b: bigint) => a < b ? a : b

/** The same totals as the contract words them, in whole numbers of any length. */
function oracle(given: WebsiteCart): Record<keyof Totals, bigint> {
  const { lines, delivery_method_code, region_code, zone, free_delivery_over } = given
  const worth = (some: typeof lines) => some.reduce((sum, { price, quantity }) => sum + exact(price) * BigInt(quantity), 0n)
  const subtotal = worth(lines)
  const cheaper = lines.filter(({ category_id }) => !given.coupon?.category_ids?.length || given.coupon.category_ids.includes(category_id!))
  const coupon = cheaper.length > 0 && given.coupon && subtotal >= exact(given.coupon.minimum_subtotal ?? 0) ? given.coupon : null
  const free = coupon?.free_delivery === 1 || (free_delivery_over !== null && subtotal > exact(free_delivery_over))
  const pays = delivery_method_code === 'delivery' && region_code !== 'GH-AA' && zone?.region_code === region_code && !free
  const shipping_fee = pays ? exact(zone!.cost) : 0n
  const value = coupon ? exact(coupon.value) : 0n
  const wanted = coupon?.type === 'percentage' ? (2n * worth(cheaper) * value + 10_000n) / 20_000n : value
  const discount = wanted < 0n ? 0n : less(wanted, worth(cheaper))
  return { subtotal, shipping_fee, discount, total: subtotal + shipping_fee - discount }
}

const amount = (max: number) => fc.integer({ min: 0, max }).map(toCedis)
const regions = fc.constantFrom('GH-AA', 'GH-AH', 'GH-NP')
const line = fc.record({ price: fc.oneof(amount(99_999), amount(9_999_999), fc.constantFrom(0, 0.01, 1000, 2000, 0.07)), quantity: fc.integer({ min: 1, max: 99 }), category_id: fc.constantFrom(4, 6, 7) })
const coupon = fc.record({
  type: fc.constantFrom('percentage', 'amount'),
  value: fc.oneof(amount(15_000), amount(9_999_999), fc.constantFrom(0, 0.01, 12.5, 33.33, 50, 99.99, 100, 150, -5)),
  free_delivery: fc.constantFrom(0, 1),
  minimum_subtotal: fc.oneof(fc.constant(null), amount(500_000)),
  category_ids: fc.oneof(fc.constant([]), fc.subarray([4, 6, 7])),
}) satisfies fc.Arbitrary<CouponTerms>
const cart: fc.Arbitrary<WebsiteCart> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  delivery_method_code: fc.constantFrom('delivery', 'delivery', 'self_pick_up'),
  region_code: fc.oneof(regions, regions, fc.constant(null)),
  zone: fc.option(fc.record({ region_code: regions, cost: fc.oneof(amount(20_000), fc.constantFrom(0, 45, 59.99)) }), { freq: 8 }),
  coupon: fc.option(coupon, { freq: 4 }),
  free_delivery_over: fc.oneof(fc.constantFrom(2000, null), amount(500_000)),
}).chain(made => fc.oneof({ arbitrary: fc.constant(made), weight: 9 }, { arbitrary: fc.constant(atTheEdge(made)), weight: 1 }))

/** The same cart where its subtotal is just what delivery is free over, and what its coupon asks for. */
function atTheEdge(made: WebsiteCart): WebsiteCart {
  const { subtotal } = websiteTotals(made)
  return { ...made, free_delivery_over: subtotal, coupon: made.coupon && { ...made.coupon, minimum_subtotal: subtotal } }
}

type Reckon = (cart: WebsiteCart) => Totals

/** The first cart of so many whose totals are not what whole numbers say. */
const firstWrong = (reckon: Reckon, carts: number) => fc.check(fc.property(cart, given => {
  const [got, wanted] = [reckon(given), oracle(given)]
  return (Object.keys(wanted) as (keyof Totals)[]).every(name => /^\d+(\.\d\d?)?$/.test(String(got[name])) && exact(got[name]) === wanted[name])
}), { numRuns: carts, endOnFailure: true })

test('a hundred thousand carts on the website come to the exact pesewa', { timeout: 60_000 }, () => {
  expect(firstWrong(websiteTotals, 100_000)).toMatchObject({ failed: false, numRuns: 100_000, counterexample: null })
})

test('amounts as large as a column of money holds are reckoned exactly', () => {
  fc.assert(fc.property(amount(999_999_999_999), amount(10_000), (price, value) => {
    const large: WebsiteCart = { lines: [{ price, quantity: 1 }], delivery_method_code: 'self_pick_up', coupon: { type: 'percentage', value, free_delivery: 0 }, free_delivery_over: null }
    expect(exact(websiteTotals(large).discount)).toBe(oracle(large).discount)
  }), { numRuns: 20_000 })
})

describe('control: each rule left out is found', () => {
  const totalOf = (totals: Totals) => ({ ...totals, total: toCedis(Math.round((totals.subtotal + totals.shipping_fee - totals.discount) * 100)) })
  const wrong: [rule: string, reckon: Reckon][] = [
    ['amounts are not floats', given => { const t = websiteTotals(given); return { ...t, total: t.subtotal + t.shipping_fee - t.discount } }],
    ['half a pesewa is rounded up', given => given.coupon?.type !== 'percentage' ? websiteTotals(given)
      : totalOf({ ...websiteTotals(given), discount: toCedis(Math.max(0, Math.floor(websiteTotals(given).subtotal * Math.min(100, given.coupon.value)))) })],
    ['a discount is at most the subtotal', given => given.coupon?.type !== 'amount' ? websiteTotals(given) : totalOf({ ...websiteTotals(given), discount: Math.max(0, given.coupon.value) })],
    ['a discount is not below nothing', given => !given.coupon || given.coupon.value >= 0 ? websiteTotals(given) : totalOf({ ...websiteTotals(given), discount: given.coupon.value })],
    ['delivery is free over the amount, not at it', given => websiteTotals({ ...given, free_delivery_over: given.free_delivery_over && toCedis(Math.round(given.free_delivery_over * 100) - 1) })],
    ['it is the subtotal before the discount that counts', given => {
      const { subtotal, discount } = websiteTotals(given)
      return given.free_delivery_over === null || subtotal - discount > given.free_delivery_over ? websiteTotals(given)
        : totalOf({ ...websiteTotals({ ...given, free_delivery_over: null }), discount })
    }],
    ['a coupon can make delivery free', given => totalOf({ ...websiteTotals(given), shipping_fee: websiteTotals({ ...given, coupon: null }).shipping_fee })],
    ['a coupon asks for its least subtotal', given => websiteTotals({ ...given, coupon: given.coupon && { ...given.coupon, minimum_subtotal: null } })],
    ['its least subtotal is enough', given => websiteTotals({ ...given, coupon: given.coupon && { ...given.coupon, minimum_subtotal: toCedis(Math.round((given.coupon.minimum_subtotal ?? 0) * 100) + 1) } })],
    ['a coupon is off the goods of its categories alone', given => websiteTotals({ ...given, lines: given.lines.map(line => ({ ...line, category_id: given.coupon?.category_ids?.find(id => given.lines.some(({ category_id }) => category_id === id)) ?? 0 })) })],
    ['Greater Accra is agreed with the rider', given => given.region_code === 'GH-AA' ? websiteTotals({ ...given, region_code: 'GH-AH', zone: given.zone && { ...given.zone, region_code: 'GH-AH' } }) : websiteTotals(given)],
    ['a zone of another region is none', given => websiteTotals({ ...given, zone: given.zone && { ...given.zone, region_code: given.region_code ?? '' } })],
    ['picking up costs nothing', given => websiteTotals({ ...given, delivery_method_code: 'delivery' })],
  ]
  test.each(wrong)('%s', (_, reckon) => expect(firstWrong(reckon, 20_000).failed).toBe(true))
})

test.each([
  ['delivery', 'GH-AA', 'rider'], ['delivery', 'GH-AH', 'zone'], ['delivery', null, 'zone'], ['self_pick_up', 'GH-AA', 'nothing'], ['self_pick_up', 'GH-AH', 'nothing'],
] as const)('%s to %s asks for: %s', (delivery_method_code, region_code, asks) => {
  const destination = { delivery_method_code, region_code }
  expect({ rider: isAgreedWithRider(destination), zone: needsZone(destination) }).toEqual({ rider: asks === 'rider', zone: asks === 'zone' })
})
