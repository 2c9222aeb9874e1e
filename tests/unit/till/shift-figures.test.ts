import { expect, test } from 'vitest'
import type { MoveDirection } from '#sync/protocol/kinds/cash-move.ts'
import { DENOMINATIONS, worthOf, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { cashIn, shiftFigures, voidedIn, type ShiftFacts, type SoldInShift } from '#sync/protocol/shifts/figures.ts'

const NOTHING: ShiftFacts = { float: {}, sales: [], voids: [], moves: [], drawer_openings: 0, missing: 0 }
const aSold = (over: Partial<SoldInShift> = {}): SoldInShift => ({
  number: 'T1-000001',
  occurred_at: '2026-11-23T14:05:00.000Z',
  paid: [{ account_code: 'CASH', amount: 10 }],
  subtotal: 10,
  discount: 0,
  total: 10,
  ...over,
})

test('adds notes and coins of every kind to the pesewa', () => {
  const one = Object.fromEntries(DENOMINATIONS.map(({ code }) => [code, 1])) as CountedCash
  expect([worthOf({}), worthOf(one), worthOf({ coin_1p: 9_999, note_1: 1 })]).toEqual([0, 39_186, 10_099])
})

test('expects the float when nothing was sold', () => {
  expect(shiftFigures({ ...NOTHING, float: { note_50: 2 } }, null)).toEqual({
    float: 100,
    sales: 0,
    subtotal: 0,
    discount: 0,
    total: 0,
    average: 0,
    paid_in: 0,
    paid_out: 0,
    drawer_openings: 0,
    tenders: [{ account_code: 'CASH', sales: 0, expected: 100, counted: null, difference: null }],
    by_hour: [],
    first_number: null,
    last_number: null,
    missing: 0,
  })
})

test('tells tenders, discounts and hours apart', () => {
  const figures = shiftFigures(
    {
      ...NOTHING,
      float: { note_10: 1 },
      sales: [
        aSold(),
        aSold({
          number: 'T1-000002',
          paid: [
            { account_code: 'GIFT_CARDS', amount: 20 },
            { account_code: 'BANK', amount: 10.05 },
          ],
          subtotal: 30.1,
          discount: 0.05,
          total: 30.05,
        }),
        aSold({
          number: 'T1-000003',
          occurred_at: '2026-11-23T09:59:59.999Z',
          paid: [{ account_code: 'CASH', amount: 0.1 }],
          total: 0.1,
          subtotal: 0.1,
        }),
      ],
      moves: [
        { direction: 'IN', reason: 'CHANGE', amount: 20 },
        { direction: 'OUT', reason: 'SUPPLIES', amount: 5 },
        { direction: 'OUT', reason: 'SUPPLIES', amount: 0.5 },
      ],
    },
    { counted: { note_20: 1, note_10: 1, coin_10p: 1 }, tenders: [{ account_code: 'MTN_MOBILE_MONEY', amount: 3 }] },
  )
  expect(figures).toMatchObject({
    subtotal: 40.2,
    discount: 0.05,
    total: 40.15,
    average: 13.38,
    paid_in: 20,
    paid_out: 5.5,
    moved: [
      { direction: 'IN', reason: 'CHANGE', amount: 20 },
      { direction: 'OUT', reason: 'SUPPLIES', amount: 5.5 },
    ],
    tenders: [
      { account_code: 'CASH', sales: 10.1, expected: 34.6, counted: 30.1, difference: -4.5 },
      { account_code: 'BANK', sales: 10.05, expected: 10.05, counted: null, difference: null },
      { account_code: 'GIFT_CARDS', sales: 20, expected: 20, counted: null, difference: null },
      { account_code: 'MTN_MOBILE_MONEY', sales: 0, expected: 0, counted: 3, difference: 3 },
    ],
    by_hour: [
      { hour: '2026-11-23T09', sales: 1, total: 0.1 },
      { hour: '2026-11-23T14', sales: 2, total: 40.05 },
    ],
    first_number: 'T1-000001',
    last_number: 'T1-000003',
  })
})

test('finds the drawer right on every of 1,000 random days when nobody errs', () => {
  for (let day = 1; day <= 1_000; day += 1) {
    const random = randomFrom(day)
    const drawer = new Map<string, number>()
    const put = (pesewas: number) => {
      let left = pesewas
      for (const { code, pesewas: worth } of DENOMINATIONS) {
        const pieces = Math.floor(left / worth)
        if (pieces > 0) drawer.set(code, (drawer.get(code) ?? 0) + pieces)
        left -= pieces * worth
      }
    }
    put(random(50_000))
    const float = Object.fromEntries(drawer) as CountedCash
    let held = worthOf(float)
    const sales = Array.from({ length: random(40) }, () => {
      const [pesewas, account_code] = [1 + random(30_000), random(3) === 0 ? 'BANK' : 'CASH']
      if (account_code === 'CASH') held += pesewas
      const amount = pesewas / 100
      return aSold({ paid: [{ account_code, amount }], subtotal: amount, total: amount })
    })
    const moves = Array.from({ length: random(4) }, () => {
      const direction: MoveDirection = random(2) === 0 ? 'IN' : 'OUT'
      const pesewas = direction === 'IN' ? random(5_000) : random(Math.max(held, 1))
      held += direction === 'IN' ? pesewas : -pesewas
      return { direction, reason: 'OTHER', amount: pesewas / 100 }
    })
    drawer.clear()
    put(held)
    const counted = Object.fromEntries(drawer) as CountedCash
    const cash = cashIn(shiftFigures({ ...NOTHING, float, sales, moves }, { counted, tenders: [] }))
    expect([day, cash.difference, cash.counted]).toEqual([day, 0, held / 100])
  }
})

/** Whole numbers from 0 to below `below`, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

test('takes voids out of what is expected, and lists them beside the sales', () => {
  const voided = {
    number: 'T1-000001',
    occurred_at: '2026-11-23T14:06:00.000Z',
    teller_id: 7,
    reason: 'WRONG_ITEM',
  } as const
  const figures = shiftFigures(
    {
      ...NOTHING,
      float: { note_10: 1 },
      sales: [aSold(), aSold({ number: 'T1-000002' })],
      voids: [
        { ...voided, back: [{ account_code: 'CASH', amount: 10 }] },
        { ...voided, number: 'T1-000000', back: [{ account_code: 'BANK', amount: 0.05 }] },
      ],
    },
    { counted: { note_20: 1 }, tenders: [] },
  )
  expect(figures).toMatchObject({
    sales: 2,
    total: 20,
    voids: [
      { ...voided, amount: 10 },
      { ...voided, number: 'T1-000000', amount: 0.05 },
    ],
    tenders: [
      { account_code: 'CASH', sales: 20, voided: 10, expected: 20, counted: 20, difference: 0 },
      { account_code: 'BANK', sales: 0, voided: 0.05, expected: -0.05 },
    ],
  })
  expect(voidedIn(figures)).toBe(10.05)
})

test('expects less cash, and says so, when the back office paid out of the drawer', () => {
  const facts = { ...NOTHING, float: { note_50: 2 }, sales: [aSold()] }
  const figures = shiftFigures(
    { ...facts, desk: -37 },
    { counted: { note_50: 1, note_20: 1, note_2: 1, note_1: 1 }, tenders: [] },
  )
  expect([figures.desk, cashIn(figures)]).toMatchObject([-37, { expected: 73, counted: 73, difference: 0 }])
  expect(shiftFigures({ ...facts, desk: 0 }, null)).toEqual(shiftFigures(facts, null))
})
