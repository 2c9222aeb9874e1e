import { FIT_MEASURES, type FitMeasure, type FitRow } from '../fit.ts'
import type { Fit } from '../shop/review.ts'

/**
 * What became of a size of a product. `kept_of_ten`: of ten buyers, how many did not send it back for not fitting; null
 * for too few.
 */
export interface SizeHistory {
  size_code: string
  kept_of_ten: number | null
  fit: Record<Fit, number>
}

/** A body in centimetres; at least one measure. */
export type Body = Partial<Record<FitMeasure, number>>

/** Why a size: the first reason counts most. */
export type AdviceReason =
  | { code: 'MEASURED'; measure: FitMeasure }
  | { code: 'BETWEEN'; other: string }
  | { code: 'RUNS_SMALL' | 'RUNS_LARGE' }
  | { code: 'WORN'; other: string }
  | { code: 'OWNED'; name: string }
  | { code: 'KEPT' | 'SENT_BACK'; of_ten: number }

/** `fits`: false where even the nearest size is clearly too small or too large. */
export interface SizeAdvice {
  size_code: string
  fits: 'YES' | 'TOO_SMALL' | 'TOO_LARGE'
  reasons: AdviceReason[]
}

/** A measure may be this much larger than the table's and still fits, in cm: cloth gives a little. */
const GIVE = 1
/** Below the smallest by more than this, no size fits, in cm. */
const BELOW = 6
/** Opinions from which they count, and the share of them that must agree. */
const ENOUGH = 5
const MOST_AGREE = 0.6
/** Below this, of ten, the number that kept it recommends nothing. */
const MANY_OF_TEN = 7
/** At most so many of ten kept it: the advice says so. */
const FEW_OF_TEN = 5

interface Asked {
  /** The product's table, the smallest size first. */
  table: readonly FitRow[]
  history: readonly SizeHistory[]
}

/**
 * The size for a body: the smallest whose measured parts all have room, moved by one where buyers agree that the
 * product runs small or large. Null if the table has none of the body's measures.
 */
export function adviseByBody(body: Body, { table, history }: Asked): SizeAdvice | null {
  const measures = (Object.keys(FIT_MEASURES) as FitMeasure[]).filter(
    measure => body[measure] !== undefined && table.some(row => row[measure] !== null),
  )
  const rows = table.filter(row => measures.some(measure => row[measure] !== null))
  const [smallest, largest] = [rows[0], rows.at(-1)]
  if (measures.length === 0 || !smallest || !largest) return null
  const hasRoom = (row: FitRow) =>
    measures.every(measure => row[measure] === null || body[measure]! <= row[measure] + GIVE)
  const at = rows.findIndex(hasRoom)
  const index = at === -1 ? rows.length - 1 : at
  const row = rows[index]!
  const tightest = tightestOf(body, row, measures)
  if (at === -1) return noSize(row, 'TOO_SMALL', tightest)
  if (index === 0 && overBy(body, row, measures) < -BELOW) return noSize(row, 'TOO_LARGE', tightest)
  const below = rows[index - 1]
  const reasons: AdviceReason[] = [{ code: 'MEASURED', measure: tightest }]
  const isBetween = at > 0 && below !== undefined && overBy(body, below, measures) <= GIVE * 2
  if (isBetween) reasons.push({ code: 'BETWEEN', other: below.size_code })
  return moved({ rows, index, reasons }, history)
}

/**
 * The size for somebody who knows how a size of this shop fits them: the same, or one towards what they say, moved as
 * above. Null for a size that the product does not have.
 */
export function adviseByWorn(worn: { size_code: string; fit: Fit }, { table, history }: Asked): SizeAdvice | null {
  const at = table.findIndex(({ size_code }) => size_code === worn.size_code)
  if (at === -1) return null
  const step = { SMALL: 1, TRUE: 0, LARGE: -1 }[worn.fit]
  const index = Math.min(Math.max(at + step, 0), table.length - 1)
  const advice = moved({ rows: table, index, reasons: [{ code: 'WORN', other: worn.size_code }] }, history)
  if (at + step < 0) return { ...advice, fits: 'TOO_LARGE' }
  return at + step >= table.length ? { ...advice, fits: 'TOO_SMALL' } : advice
}

/** A garment that somebody owns: its measurements, its name, and how it fits. */
export interface Owned {
  row: FitRow
  name: string
  fit: Fit
}

/**
 * The size nearest to a garment that somebody owns, or one towards how it fits them, moved as above. Waist and hip
 * decide; without them, what else both have. Null if they share no measure.
 */
export function adviseByGarment({ row: own, name, fit }: Owned, { table, history }: Asked): SizeAdvice | null {
  const shared = (Object.keys(FIT_MEASURES) as FitMeasure[]).filter(
    measure => own[measure] !== null && table.some(row => row[measure] !== null),
  )
  const girths = shared.filter(measure => measure === 'waist' || measure === 'hip')
  const measures = girths.length > 0 ? girths : shared
  const rows = table.filter(row => measures.some(measure => row[measure] !== null))
  if (measures.length === 0 || rows.length === 0) return null
  const gapTo = (row: FitRow) =>
    Math.max(...measures.map(measure => (row[measure] === null ? 0 : Math.abs(row[measure] - own[measure]!))))
  const nearest = rows.reduce((best, row, i) => (gapTo(row) < gapTo(rows[best]!) ? i : best), 0)
  const at = nearest + { SMALL: 1, TRUE: 0, LARGE: -1 }[fit]
  const index = Math.min(Math.max(at, 0), rows.length - 1)
  const reasons: AdviceReason[] = [{ code: 'OWNED', name }]
  const isFar = gapTo(rows[nearest]!) > BELOW
  if (at < 0 || (isFar && nearest === 0)) return { size_code: rows[0]!.size_code, fits: 'TOO_LARGE', reasons }
  if (at >= rows.length || (isFar && nearest === rows.length - 1))
    return { size_code: rows.at(-1)!.size_code, fits: 'TOO_SMALL', reasons }
  return moved({ rows, index, reasons }, history)
}

interface Chosen {
  rows: readonly FitRow[]
  index: number
  reasons: AdviceReason[]
}

/** One size up or down where most buyers say so of the product, and how many kept that size. */
function moved({ rows, index, reasons }: Chosen, history: readonly SizeHistory[]): SizeAdvice {
  const lean = leanOf(history)
  const other = rows[index + lean]
  const said: AdviceReason[] = lean === 0 || !other ? [] : [{ code: lean > 0 ? 'RUNS_SMALL' : 'RUNS_LARGE' }]
  const { size_code } = other ?? rows[index]!
  const of_ten = history.find(each => each.size_code === size_code)?.kept_of_ten ?? null
  return { size_code, fits: 'YES', reasons: [...reasons, ...said, ...(of_ten === null ? [] : keptBy(of_ten))] }
}

/** What others did with the size: many kept it, or so many sent it back that the advice is less sure. */
function keptBy(of_ten: number): AdviceReason[] {
  if (of_ten >= MANY_OF_TEN) return [{ code: 'KEPT', of_ten }]
  return of_ten <= FEW_OF_TEN ? [{ code: 'SENT_BACK', of_ten }] : []
}

/** 1: buyers say the product runs small; −1: large; 0: they do not agree, or are too few. */
function leanOf(history: readonly SizeHistory[]): -1 | 0 | 1 {
  const count = (fit: Fit) => history.reduce((sum, each) => sum + each.fit[fit], 0)
  const [small, large] = [count('SMALL'), count('LARGE')]
  const said = small + count('TRUE') + large
  if (said < ENOUGH) return 0
  return small / said >= MOST_AGREE ? 1 : large / said >= MOST_AGREE ? -1 : 0
}

const noSize = ({ size_code }: FitRow, fits: 'TOO_SMALL' | 'TOO_LARGE', measure: FitMeasure): SizeAdvice => ({
  size_code,
  fits,
  reasons: [{ code: 'MEASURED', measure }],
})

/** By how much the body is over the row at its worst place, in cm; below 0 it has room everywhere. */
const overBy = (body: Body, row: FitRow, measures: readonly FitMeasure[]) =>
  Math.max(...measures.map(measure => (row[measure] === null ? -Infinity : body[measure]! - row[measure])))

/** The measure with the least room. */
const tightestOf = (body: Body, row: FitRow, measures: readonly FitMeasure[]): FitMeasure =>
  measures.reduce((tight, measure) => (overBy(body, row, [measure]) > overBy(body, row, [tight]) ? measure : tight))
