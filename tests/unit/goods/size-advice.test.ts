import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FitRow } from '#sync/protocol/fit.ts'
import {
  adviseByBody,
  adviseByGarment,
  adviseByWorn,
  type SizeAdvice,
  type SizeHistory,
} from '#sync/protocol/sizes/size-advice.ts'

const row = (size_code: string, waist: number | null, hip: number | null): FitRow => ({
  size_code,
  waist,
  hip,
  inseam: null,
  rise: null,
})
const TABLE = [row('UK8', 66, 92), row('UK10', 70, 96), row('UK12', 74, 100), row('UK14', 79, 105)]
const said = (small: number, fits: number, large: number): SizeHistory[] => [
  { size_code: 'UK10', kept_of_ten: 9, fit: { SMALL: small, TRUE: fits, LARGE: large } },
]

describe('by measurements', () => {
  const advise = (waist: number, hip: number, history: SizeHistory[] = []) =>
    adviseByBody({ waist, hip }, { table: TABLE, history })

  test('suggests the smallest size with room everywhere, and names the part that decides', () => {
    expect(advise(70, 95)).toMatchObject({ size_code: 'UK10', fits: 'YES' })
    expect(advise(66, 99)).toMatchObject({ size_code: 'UK12', reasons: [{ code: 'MEASURED', measure: 'hip' }] })
    expect(adviseByBody({ hip: 92 }, { table: TABLE, history: [] })).toMatchObject({ size_code: 'UK8' })
  })

  test('names the smaller size to somebody between two', () => {
    expect(advise(71.5, 96)!.reasons).toContainEqual({ code: 'BETWEEN', other: 'UK10' })
    expect(advise(73.5, 100)!.reasons).not.toContainEqual({ code: 'BETWEEN', other: 'UK10' })
  })

  test('suggests none to a body far outside the table, or without a shared measure', () => {
    expect(advise(120, 140)).toMatchObject({ size_code: 'UK14', fits: 'TOO_SMALL' })
    expect(advise(50, 70)).toMatchObject({ size_code: 'UK8', fits: 'TOO_LARGE' })
    expect(adviseByBody({ inseam: 80 }, { table: TABLE, history: [] })).toBeNull()
    expect(adviseByBody({ waist: 70 }, { table: [], history: [] })).toBeNull()
  })

  test('goes one size up or down where most of five buyers or more agree, and says so', () => {
    expect(advise(70, 95, said(3, 2, 0))).toMatchObject({ size_code: 'UK12' })
    expect(advise(70, 95, said(3, 2, 0))!.reasons).toContainEqual({ code: 'RUNS_SMALL' })
    expect(advise(70, 95, said(0, 1, 4))).toMatchObject({ size_code: 'UK8' })
    expect(advise(70, 95, said(4, 0, 0))).toMatchObject({ size_code: 'UK10' })
    expect(advise(70, 95, said(0, 9, 0))!.reasons).toContainEqual({ code: 'KEPT', of_ten: 9 })
  })
})

test('suggests from a size that is worn: the same, or one towards how it fits', () => {
  const advise = (size_code: string, fit: 'SMALL' | 'TRUE' | 'LARGE') =>
    adviseByWorn({ size_code, fit }, { table: TABLE, history: [] })
  expect(advise('UK10', 'TRUE')).toMatchObject({ size_code: 'UK10', fits: 'YES' })
  expect(advise('UK10', 'SMALL')).toMatchObject({ size_code: 'UK12' })
  expect(advise('UK10', 'LARGE')).toMatchObject({ size_code: 'UK8' })
  expect(advise('UK14', 'SMALL')).toMatchObject({ size_code: 'UK14', fits: 'TOO_SMALL' })
  expect(advise('UK8', 'LARGE')).toMatchObject({ size_code: 'UK8', fits: 'TOO_LARGE' })
  expect(advise('UK99', 'TRUE')).toBeNull()
})

describe('from a garment that somebody owns', () => {
  const advise = (own: FitRow, fit: 'SMALL' | 'TRUE' | 'LARGE' = 'TRUE', history: SizeHistory[] = []) =>
    adviseByGarment({ row: own, name: 'Ama jeans, UK 10', fit }, { table: TABLE, history })

  test('suggests the size nearest to it, or one towards how it fits', () => {
    const own = row('UK30', 73, 101)
    expect(advise(own)).toMatchObject({ size_code: 'UK12', fits: 'YES', reasons: [{ code: 'OWNED' }] })
    expect([advise(own, 'SMALL')!.size_code, advise(own, 'LARGE')!.size_code]).toEqual(['UK14', 'UK10'])
    expect(advise(row('UK30', null, 96.5))).toMatchObject({ size_code: 'UK10' })
    expect(advise(own, 'TRUE', said(4, 1, 0))).toMatchObject({ size_code: 'UK14' })
  })

  test('compares waist and hip before length, and nothing that only one of them has', () => {
    const long = { ...row('M', 70, 96), inseam: 60 }
    const table = [
      { ...row('UK8', 66, 92), inseam: 60 },
      { ...row('UK10', 70, 96), inseam: 80 },
    ]
    expect(adviseByGarment({ row: long, name: '', fit: 'TRUE' }, { table, history: [] })).toMatchObject({
      size_code: 'UK10',
    })
    expect(advise({ ...row('M', null, null), inseam: 78 })).toBeNull()
    expect(adviseByGarment({ row: long, name: '', fit: 'TRUE' }, { table: [], history: [] })).toBeNull()
  })

  test('says that no size fits when the garment is outside the table', () => {
    expect(advise(row('XXL', 110, 140))).toMatchObject({ size_code: 'UK14', fits: 'TOO_SMALL' })
    expect(advise(row('XXS', 50, 70))).toMatchObject({ size_code: 'UK8', fits: 'TOO_LARGE' })
    expect(advise(row('UK14', 79, 105), 'SMALL')).toMatchObject({ size_code: 'UK14', fits: 'TOO_SMALL' })
    expect(advise(row('UK8', 66, 92), 'LARGE')).toMatchObject({ size_code: 'UK8', fits: 'TOO_LARGE' })
  })
})

test.each([
  [9, 'KEPT'],
  [7, 'KEPT'],
  [6, undefined],
  [5, 'SENT_BACK'],
  [0, 'SENT_BACK'],
  [null, undefined],
])('is less sure of a size when %j of ten kept it', (kept_of_ten, code) => {
  const history = [{ size_code: 'UK10', kept_of_ten, fit: { SMALL: 0, TRUE: 0, LARGE: 0 } }]
  const advice = adviseByWorn({ size_code: 'UK10', fit: 'TRUE' }, { table: TABLE, history })!
  expect(advice.reasons.slice(1)).toEqual(code ? [{ code, of_ten: kept_of_ten }] : [])
})

describe('whatever the table, the body and the buyers', () => {
  const cm = (least: number, most: number) => fc.integer({ min: least * 2, max: most * 2 }).map(half => half / 2)
  const table = fc
    .array(fc.record({ waist: cm(1, 8), hip: cm(1, 8), hasHip: fc.boolean() }), { minLength: 1, maxLength: 8 })
    .map(steps => {
      let [waist, hip] = [55, 80]
      return steps.map((step, at) => {
        waist += step.waist
        hip += step.hip
        return row(`UK${6 + 2 * at}`, waist, step.hasHip ? hip : null)
      })
    })
  const count = fc.integer({ min: 0, max: 9 })
  const history = fc.array(
    fc.record({
      size_code: fc.constantFrom('UK6', 'UK8', 'UK10', 'UK12'),
      kept_of_ten: fc.option(fc.integer({ min: 0, max: 10 })),
      fit: fc.record({ SMALL: count, TRUE: count, LARGE: count }),
    }),
    { maxLength: 4 },
  )
  const size = (code: string) => Number(code.slice(2))

  const known = fc.record({ table, history })

  test('says one size of the table, with a reason', () => {
    fc.assert(
      fc.property(known, cm(40, 150), cm(40, 160), (asked, waist, hip) => {
        const advice = adviseByBody({ waist, hip }, asked)!
        expect(asked.table.map(({ size_code }) => size_code)).toContain(advice.size_code)
        expect(advice.reasons.length).toBeGreaterThan(0)
      }),
    )
  })

  test('never suggests a smaller size to a larger body', () => {
    /** Its place, with one below all for too large and one above all for too small. */
    const place = ({ size_code, fits }: SizeAdvice) =>
      fits === 'TOO_LARGE' ? 0 : fits === 'TOO_SMALL' ? Infinity : size(size_code)
    fc.assert(
      fc.property(known, cm(40, 150), cm(0, 20), (asked, waist, more) => {
        const [one, other] = [waist, waist + more].map(each => place(adviseByBody({ waist: each }, asked)!))
        expect(other).toBeGreaterThanOrEqual(one!)
      }),
    )
  })

  test('lets the waist fit within what cloth gives where buyers say nothing', () => {
    fc.assert(
      fc.property(table, cm(40, 150), (rows, waist) => {
        const { size_code, fits } = adviseByBody({ waist }, { table: rows, history: [] })!
        const chosen = rows.find(each => each.size_code === size_code)!
        expect(fits === 'TOO_SMALL' || waist <= chosen.waist! + 1).toBe(true)
      }),
    )
  })
})
