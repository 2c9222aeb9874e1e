import { createHash } from 'node:crypto'
import { COLOUR_NAMES } from '#api/import-formats/colour-names.ts'
import type { Option } from '#api/import-formats/row.ts'
import { calledSo } from '#api/import-formats/option-meaning.ts'
import { BadValue, readText } from '#api/import-formats/read-value.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import type { OptionMeaning } from '#sync/protocol/staff/import.ts'

/** The size and colour that distinguish a variation within its product. */
export interface FileVariant {
  size: { code: string; name: string }
  /** `code` is null if the file gives only a name. */
  colour: { code: string | null; name: string } | null
}

const ONE = { code: 'ONE', name: 'One size' }
const ONE_SIZE = /^(default( title)?|one( ?size)?( fits (all|most))?|o\/?s)$/i

interface Read {
  means?: (name: string) => OptionMeaning
  /** Options that stand with the size, because nothing else keeps the variation apart from others. */
  apart?: readonly Option[]
}

/**
 * Turns a row's options into size and colour; leaves out what is neither.
 * @throws {BadValue}
 */
export function choiceOf(options: readonly Option[], { means = calledSo, apart = [] }: Read = {}): FileVariant {
  const chosen = options.filter(({ value }) => value !== '')
  const [colour, ...further] = chosen.filter(({ name }) => means(name) === 'colour')
  const sizes = chosen.filter(({ name }) => means(name) === 'size')
  return { size: sizeOf([...sizes, ...further, ...apart]), colour: colour ? colourOf(colour) : null }
}

function sizeOf(options: readonly Option[]): FileVariant['size'] {
  const text = options.map(({ value }) => value).join(' / ')
  if (text === '' || ONE_SIZE.test(text)) return ONE
  return {
    code: sizeCode(options.length === 1 && options[0]!.code ? options[0]!.code : text),
    name: readText(text, 60, 'The size'),
  }
}

/**
 * Capitals and digits, at most 20. A short hash stands for anything dropped or cut, so that two sizes never share a
 * code.
 */
export function sizeCode(text: string): string {
  const upper = keyOf(text).toUpperCase()
  const code = upper
    .replace(/[^A-Z0-9 ./-]+/g, '')
    .replace(/ *\/ */g, '/')
    .replace(/^[ ./-]+| +$/g, '')
    .replace(/^(UK|US|EU|FR|IT) (?=\d)/, '$1')
  const isWhole = !/[^A-Z0-9 ./-]/.test(upper) && /^[A-Z0-9]/.test(upper)
  return isWhole && code.length <= 20 ? code : `${code.slice(0, 13).trimEnd() || 'SIZE'}-${shortHash(upper)}`
}

function colourOf({ value, code }: Option): FileVariant['colour'] {
  const hex = code.replace(/^#/, '').toUpperCase()
  if (hex && !/^[0-9A-F]{6}$/.test(hex))
    throw new BadValue(`The colour code "${code.slice(0, 20)}" is not six hex digits.`)
  return { code: hex || null, name: readText(value, 60, 'The colour') }
}

/** One key for all spellings of a colour's name. */
export const colourKey = (name: string) => keyOf(name).replace(/\bgray\b/g, 'grey')

/** Six hex digits for a colour's name: CSS's if it has one, else derived from the name. */
export function colourCode(name: string): string {
  const key = colourKey(name)
  return COLOUR_NAMES.get(key.replace(/[ -]/g, '')) ?? shortHash(key)
}

/** Six hex digits derived from a text, in capitals. */
export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase()
