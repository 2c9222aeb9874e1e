import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choicesOf, firstChosen, pick } from '#pwa/pos/goods/choices.ts'
import {
  changed,
  countOf,
  driftOf,
  emptyCart,
  isEmpty,
  totalOf,
  type Cart,
  type CartAction,
} from '#pwa/pos/cart/open-cart.ts'
import { statusWords, type Standing } from '#pwa/pos/status-words.ts'
import { likelyTendered, saleTotals } from '#sync/protocol/pricing.ts'
import type { Waiting } from '#sync/till/waiting.ts'

const jeans = {
  product_variation_id: 41,
  price: 149.99,
  name: 'Slim jeans',
  sku: 'SJ-10',
  size: 'UK10',
  colour: 'Indigo',
}
const pants = { product_variation_id: 42, price: 180, name: 'Cargo pants', sku: 'CP-12', size: 'UK12', colour: null }

const after = (...actions: CartAction[]): Cart => actions.reduce(changed, emptyCart())

test('raises a line by one when the same piece is added again', () => {
  const cart = after({ do: 'add', line: jeans }, { do: 'add', line: pants }, { do: 'add', line: jeans })
  expect(cart.lines.map(({ product_variation_id, quantity }) => [product_variation_id, quantity])).toEqual([
    [41, 2],
    [42, 1],
  ])
  expect(totalOf(cart)).toBe(479.98)
  expect(countOf(cart)).toBe(3)
})

test('lowers a line to one piece only; removing is another button', () => {
  const less = { do: 'step', product_variation_id: 41, by: -1 } as const
  const cart = after({ do: 'add', line: jeans }, { do: 'add', line: jeans }, less, less, less)
  expect(cart.lines[0]!.quantity).toBe(1)
  expect(changed(cart, { do: 'remove', product_variation_id: 41 }).lines).toEqual([])
})

test('shows a changed price until it is accepted, and then applies it', () => {
  const cart = after({ do: 'add', line: jeans }, { do: 'add', line: pants })
  const drift = driftOf(cart.lines, id => (id === 41 ? 120 : id === 42 ? 180 : undefined))
  expect([...drift]).toEqual([[41, 120]])
  expect(totalOf(cart)).toBe(329.99)
  expect(totalOf(changed(cart, { do: 'reprice', prices: drift }))).toBe(300)
})

test('keeps the price of a piece the catalogue lost', () => {
  expect(driftOf(after({ do: 'add', line: jeans }).lines, () => undefined).size).toBe(0)
})

test('keeps the total the sum of its lines, and its id, whatever is done to a cart', () => {
  const ids = fc.constantFrom(41, 42)
  const anAction: fc.Arbitrary<CartAction> = fc.oneof(
    fc.constantFrom<CartAction>({ do: 'add', line: jeans }, { do: 'add', line: pants }),
    fc.record({
      do: fc.constant('step' as const),
      product_variation_id: ids,
      by: fc.constantFrom(1 as const, -1 as const),
    }),
    fc.record({ do: fc.constant('remove' as const), product_variation_id: ids }),
    fc.record({ do: fc.constant('pay' as const), payment: fc.record({ tendered: fc.string() }) }),
  )
  fc.assert(
    fc.property(fc.array(anAction, { maxLength: 40 }), actions => {
      const opened = emptyCart()
      const cart = actions.reduce(changed, opened)
      expect(cart.id).toBe(opened.id)
      expect(totalOf(cart)).toBe(saleTotals(cart.lines).total)
      expect(new Set(cart.lines.map(line => line.product_variation_id)).size).toBe(cart.lines.length)
      expect(cart.lines.every(({ quantity }) => quantity >= 1)).toBe(true)
    }),
  )
})

test('asks on Reset when a cart holds only a customer’s name', () => {
  expect(isEmpty(emptyCart())).toBe(true)
  expect(isEmpty(after({ do: 'pay', payment: { customer_name: 'Kofi' } }))).toBe(false)
})

const aVariation = (id: number, size_code: string, colour_code: string | null) => ({
  id,
  product_id: 1,
  sku: `S${id}`,
  barcode: null,
  size_code,
  colour_code,
  quantity_in_stock: id,
})
const RANGE = [aVariation(1, 'UK10', '111111'), aVariation(2, 'UK8', '111111'), aVariation(3, 'UK8', 'FFFFFF')]

test('sorts sizes from small to large with the stock of the chosen colour', () => {
  const left = (id: number) => id
  expect(choicesOf(RANGE, { size: null, colour: null }, left).sizes).toEqual([
    { code: 'UK8', left: 5 },
    { code: 'UK10', left: 1 },
  ])
  expect(choicesOf(RANGE, { size: null, colour: 'FFFFFF' }, left).sizes).toEqual([
    { code: 'UK8', left: 3 },
    { code: 'UK10', left: null },
  ])
  const letters = ['XL', 'S', 'M'].map((size, index) => aVariation(index, size, null))
  expect(choicesOf(letters, { size: null, colour: null }, left).sizes.map(({ code }) => code)).toEqual(['S', 'M', 'XL'])
})

test('selects the only size or colour there is, and asks for the rest', () => {
  expect(firstChosen([aVariation(1, 'ONE', null)])).toEqual({ size: 'ONE', colour: null })
  expect(firstChosen(RANGE)).toEqual({ size: null, colour: null })
  expect(pick(RANGE, { size: null, colour: null })).toEqual({ missing: 'size' })
  expect(pick(RANGE, { size: 'UK8', colour: null })).toEqual({ missing: 'colour' })
  expect(pick(RANGE, { size: 'UK10', colour: 'FFFFFF' })).toEqual({ missing: 'both' })
  expect(pick(RANGE, { size: 'UK8', colour: 'FFFFFF' })).toEqual({ variation: RANGE[2] })
})

test('starts quick amounts with the exact total and offers what Ghana’s notes add up to', () => {
  expect(likelyTendered(229.99)).toEqual([229.99, 250, 300, 400])
  expect(likelyTendered(69.99)).toEqual([69.99, 70, 100, 200])
  expect(likelyTendered(350.97)).toEqual([350.97, 355, 360, 400])
  expect(likelyTendered(229.99, 7)).toEqual([229.99, 230, 240, 250, 300, 400])
  expect(likelyTendered(200)).toEqual([200])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), pesewas => {
      const sums = likelyTendered(pesewas / 100)
      expect(sums[0]).toBe(pesewas / 100)
      expect(sums.every((sum, index) => index === 0 || sum > sums[index - 1]!)).toBe(true)
    }),
  )
})

const MINUTE = 60_000
const standing = (overrides: {
  cycle?: Partial<Standing['cycle']>
  waiting?: Partial<Waiting>
  contact?: Standing['contact']
}): Standing => ({
  cycle: { sending: null, pause: null, reachable: null, captive: false, next_try_at: null, ...overrides.cycle },
  waiting: { count: 0, oldest: null, attention: 0, ...overrides.waiting },
  contact: overrides.contact ?? 'online',
  now: 100 * MINUTE,
})

test.each([
  ['Online · all sales sent', standing({})],
  ['', { ...standing({}), waiting: undefined }], // the outbox was not read yet
  ['Offline: sales are saved on this device', standing({ contact: 'offline' })],
  [
    'Offline · 12 waiting, oldest 37 min, all safe',
    standing({ contact: 'offline', waiting: { count: 12, oldest: 63 * MINUTE } }),
  ],
  ['12 waiting, oldest 37 min, all safe', standing({ waiting: { count: 12, oldest: 63 * MINUTE } })],
  ['Sending 4 of 12', standing({ cycle: { sending: { done: 3, total: 12 } }, waiting: { count: 9 } })],
  ['1 needs attention', standing({ waiting: { attention: 1 } })],
  [
    'Sign in to send 3 sales',
    standing({ cycle: { pause: { kind: 'pause', reason: 'sign_in', message: '' } }, waiting: { count: 3 } }),
  ],
  ['Sign in to go online', standing({ contact: 'refused' })],
  ['This device’s clock is 12 minutes slow: correct it · all sales sent', { ...standing({}), ahead_ms: -12 * MINUTE }],
  [
    'Update needed to send 1 sale · all safe',
    standing({ cycle: { pause: { kind: 'pause', reason: 'update', message: '' } }, waiting: { count: 1 } }),
  ],
  [
    'This network needs its own sign-in · 2 waiting, all safe',
    standing({ cycle: { captive: true }, waiting: { count: 2 } }),
  ],
])('the header says “%s”', (words, present) => {
  expect(statusWords(present).words).toBe(words)
})
