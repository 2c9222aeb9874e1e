import { eachIn, type Token } from './read-words.ts'

interface NamedSize {
  size: string
  from: number
  to: number
}

const SIZE = /^(?:\d{1,3}|[smlx]|x{1,4}[sl]|[2-6]xl|small|medium|large|one|free)$/
const NAMED: ReadonlySet<string> = new Set(['size', 'sz', 'sizes', 'uk', 'eu', 'waist'])
/** Sizes that need no word before them. */
const PLAIN = /^(?:uk\d{1,2}|x{1,4}[sl]|[2-6]xl)$/

/** The sizes that a text names: `size 12`, `uk 12`, `UK12`, `size L`, `XL`, `12 size`. */
export const readSizes = (tokens: readonly Token[]): NamedSize[] => eachIn(tokens, sizeAt)

function sizeAt(tokens: readonly Token[], at: number): NamedSize | null {
  const here = tokens[at]!.text
  const next = tokens[at + 1]?.text ?? ''
  if (NAMED.has(here)) {
    const second = here === 'size' && next === 'uk' ? 2 : 1
    const named = tokens[at + second]?.text ?? ''
    const isUk = here === 'uk' || second === 2 || named.startsWith('uk')
    if (SIZE.test(named) || PLAIN.test(named))
      return { size: isUk ? `UK${named.replace(/^uk/, '')}` : shown(named), from: at, to: at + second + 1 }
  }
  if (PLAIN.test(here)) return { size: shown(here), from: at, to: at + (next === 'size' ? 2 : 1) }
  return /^\d{1,2}$/.test(here) && next === 'size' ? { size: here, from: at, to: at + 2 } : null
}

const SHORT: Readonly<Record<string, string>> = { small: 'S', medium: 'M', large: 'L', one: 'ONE', free: 'ONE' }
const shown = (size: string) => SHORT[size] ?? size.toUpperCase()

/** Letters of sizes and the UK sizes they are cut for. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  XS: ['UK4', 'UK6'],
  S: ['UK8'],
  M: ['UK10', 'UK12'],
  L: ['UK14'],
  XL: ['UK16'],
  XXL: ['UK18', 'UK20'],
  '2XL': ['UK18', 'UK20'],
  XXXL: ['UK22', 'UK24'],
  '3XL': ['UK22', 'UK24'],
}

/** Whether a size of the shop is the one that was typed: 12 is UK12, and L is L or UK14. */
export function isSize(typed: string, { code, name }: { code: string; name: string }): boolean {
  const own = [code, name].map(text => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  if (own.includes(typed)) return true
  if (/^\d+$/.test(typed)) return own.includes(`UK${typed}`)
  if (typed.startsWith('UK')) return own.includes(typed.slice(2))
  return (LETTERS[typed] ?? []).some(size => own.includes(size))
}
