import { formatCount } from '#pwa/lib/format.ts'
import type { ImportQuestions, OptionMeaning } from '#sync/protocol/staff/import.ts'

/** What a product file leaves open. */

export const leftOut = 'The shop does not sell these products. They are left out.'
const KINDS: Readonly<Record<string, string>> = { grouped: 'Grouped products', external: 'External products' }
export function leftOutKind({ type, rows, names }: ImportQuestions['left_out'][number]): string {
  const more = rows > names.length ? ' …' : ''
  return `${KINDS[type] ?? `Type “${type}”`} (${formatCount(rows)}): ${names.join(', ')}${more}`
}

export const answerFirst = 'Before you import: how many pieces are in stock?'
export const sizesAndColours = 'Sizes and colours'
export const pieces = 'Pieces of each variant in stock'
export const uncounted = (variants: number) =>
  variants === 1
    ? '1 new variant is in stock, but the file does not say how many pieces. Enter 0 to count it later.'
    : `${formatCount(variants)} new variants are in stock, but the file does not say how many pieces. Enter 0 to count them later.`

export const optionNamed = (name: string) => `“${name}” is`
export const meanings: Record<OptionMeaning, string> = {
  size: 'A size',
  colour: 'A colour',
  apart: 'Used only if nothing else tells variants apart',
  none: 'Not used',
}
export function optionHint({ values, rows, keeps_apart }: ImportQuestions['options'][number]): string {
  const shown = `${values.join(', ')} · ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
  if (keeps_apart === 0) return shown
  return `${shown} · ${formatCount(keeps_apart)} ${keeps_apart === 1 ? 'variant differs' : 'variants differ'} only in this`
}
export const checkWithThese = 'Check with These Answers'
