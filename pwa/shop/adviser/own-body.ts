import { atomWithStorage } from 'jotai/utils'
import type { FitMeasure } from '#sync/protocol/fit.ts'
import type { Body } from '#sync/protocol/sizes/size-advice.ts'

/** The shopper's measurements in centimetres. They never leave this device. */
export const ownBody = atomWithStorage<Body>('own-body', {}, undefined, { getOnInit: true })

const CM_PER_INCH = 2.54
const LEAST_CM = 20
const MOST_CM = 220

export type Unit = 'cm' | 'in'

export const inUnit = (cm: number | undefined, unit: Unit): string =>
  cm === undefined ? '' : String(Math.round((unit === 'cm' ? cm : cm / CM_PER_INCH) * 10) / 10)

/** What a field takes, in the shopper's unit. */
export const limitsIn = (unit: Unit) => ({
  least: unit === 'cm' ? LEAST_CM : Math.ceil(LEAST_CM / CM_PER_INCH),
  most: unit === 'cm' ? MOST_CM : Math.floor(MOST_CM / CM_PER_INCH),
})

/** What was typed, in centimetres; undefined for an empty field, null for anything but a likely number. */
export function readMeasure(typed: string, unit: Unit): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return undefined
  const { least, most } = limitsIn(unit)
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most)) return null
  return Math.round(value * (unit === 'cm' ? 1 : CM_PER_INCH) * 10) / 10
}

/** The two measurements of the body that a table asks for. */
export const askedOf = (measures: readonly FitMeasure[]): FitMeasure[] => measures.slice(0, 2)
