import { expect, test } from 'vitest'
import { suspectsOf, type CountedEntry } from '#sync/protocol/staff/cash-count.ts'

let id = 0
const entry = (amount: number, tendered: number | null = null, type_code: CountedEntry['type_code'] = 'SALE') => ({
  id: (id += 1),
  amount,
  tendered,
  type_code,
})
const kinds = (difference: number, ...entries: ReturnType<typeof entry>[]) =>
  suspectsOf(difference, entries).map(({ kind }) => kind)

test('finds no suspects for a correct count', () => expect(suspectsOf(0, [entry(37), entry(0.01)])).toEqual([]))

test('names an entry of exactly the missing amount, and two that add up to it, to the pesewa', () => {
  const [jeans, belt, socks] = [entry(37), entry(24.99), entry(12.01)]
  expect(suspectsOf(-37, [jeans, belt, socks, entry(36.99)])).toEqual([
    { kind: 'SAME', entries: [jeans] },
    { kind: 'PAIR', entries: [belt, socks] },
  ])
})

test('suspects a payment out that did not happen, or a sale on another account, for too much cash', () => {
  const [needles, transfer] = [entry(-37, null, 'MANUAL'), entry(37)]
  expect(suspectsOf(37, [needles, entry(37)], [transfer])).toEqual([
    { kind: 'SAME', entries: [needles] },
    { kind: 'ELSEWHERE', entries: [transfer] },
  ])
})

test('suspects a zero too many or too few in the cash received', () => {
  expect(kinds(-90, entry(5, 100))).toEqual(['TENFOLD'])
  expect(kinds(-90, entry(15, 100))).toEqual([])
  expect(kinds(180, entry(15, 20))).toEqual(['TENFOLD'])
})

test('suspects two swapped digits in the cash received', () => {
  expect(kinds(-27, entry(30, 63))).toEqual(['SWAPPED'])
  expect(kinds(-27, entry(40, 63))).toEqual([])
  expect(kinds(-37, entry(30, 63))).toEqual([])
})

test('suspects a mistyped manual entry, either way', () => {
  expect(kinds(-900, entry(1_000, null, 'MANUAL'))).toEqual(['TENFOLD'])
  expect(kinds(-900, entry(-100, null, 'MANUAL'))).toEqual(['TENFOLD'])
  expect(kinds(900, entry(-1_000, null, 'MANUAL'))).toEqual(['TENFOLD'])
})

test('names a few of many pairs, and is fast for thousands of entries', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => entry(1 + (n % 40)))
  expect(suspectsOf(-37, many).filter(({ kind }) => kind === 'PAIR')).toHaveLength(6)
})
