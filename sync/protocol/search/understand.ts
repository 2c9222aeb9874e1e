import { audienceNamed, type Audience } from './audience.ts'
import { isColour } from './colour-families.ts'
import { readPrices, type Bound } from './read-price.ts'
import { readSizes } from './read-size.ts'
import { cleaned, tokensOf, type Token } from './read-words.ts'
import { meaningsOf, type Lexicon, type Way } from './lexicon.ts'
import { isFiller, isLittle, isSale } from './little-words.ts'

/** What a search says besides its words. Prices in cedis. */
export interface Understood {
  min_price?: number
  max_price?: number
  colours?: string[]
  sizes?: string[]
  for?: Audience
  discounted?: true
}
export type UnderstoodPart = keyof Understood

/** A word of a search, or several that mean one thing. */
export interface Sought {
  /** As typed, folded. */
  typed: string
  /** What may stand for it, the nearest first; the first is what was typed. */
  ways: readonly Way[]
  /** Goods without it still answer the search. */
  optional: boolean
  /** The last word of the text, which may still be unfinished. */
  unfinished: boolean
}

export interface Question {
  words: readonly Sought[]
  understood: Understood
  /** The text that is left once a part is taken off. */
  without: Partial<Record<UnderstoodPart, string>>
  /** Every typed word, folded. */
  typed: readonly string[]
}

/** The most words that are looked for: more only costs time. */
const MOST_SOUGHT = 12
const MOST_IN_PHRASE = 4

/** What one stretch of the text says. */
interface Piece {
  from: number
  to: number
  parts?: readonly UnderstoodPart[]
  value?: string
  ways?: readonly Way[]
  little?: boolean
  filler?: boolean
}

/** Reads a search as a shopper means it. Pure, and quick for any text. */
export function understand(text: string, lexicon: Lexicon): Question {
  const clean = cleaned(text)
  const tokens = tokensOf(clean)
  const bounds = readPrices(tokens)
  const pieces = piecesOf(tokens, { lexicon, bounds })
  const without = (part: UnderstoodPart) =>
    leftOf(
      clean,
      tokens,
      pieces.filter(({ parts }) => parts?.includes(part)),
    )
  const understood = understoodIn(pieces, bounds)
  const parts = Object.keys(understood) as UnderstoodPart[]
  return {
    words: wordsIn(pieces, tokens, parts.length > 0),
    understood,
    without: Object.fromEntries(parts.map(part => [part, without(part)])),
    typed: tokens.map(token => token.text),
  }
}

/** No words and nothing understood: there is nothing to look for. */
export const isEmptyQuestion = ({ words, understood }: Question): boolean =>
  words.length === 0 && Object.keys(understood).length === 0

/** Smaller numbers are sizes. */
const BARE_PRICE = /^[1-9]\d{1,5}$/
const LEAST_PRICE = 40

/** The same search, with a number no goods have taken as the highest price: `dress 200`. Null without one. */
export function withNumberAsPrice({ typed, words, understood }: Question, lexicon: Lexicon): Question | null {
  if (understood.max_price !== undefined || understood.min_price !== undefined) return null
  const isPrice = (word: string) => BARE_PRICE.test(word) && Number(word) >= LEAST_PRICE
  const number = words.find(({ typed: word }) => isPrice(word))?.typed
  if (number === undefined) return null
  return understand(typed.map(word => (word === number ? `ghs ${word}` : word)).join(' '), lexicon)
}

function piecesOf(
  tokens: readonly Token[],
  { lexicon, bounds }: { lexicon: Lexicon; bounds: readonly Bound[] },
): Piece[] {
  const pieces: Piece[] = []
  const sizes = readSizes(tokens)
  for (let at = 0; at < tokens.length;) {
    const bound = bounds.find(({ from }) => from === at)
    const size = sizes.find(({ from }) => from === at)
    const next = bound
      ? { from: at, to: bound.to, parts: partsOf(bound) }
      : size
        ? { from: at, to: size.to, parts: ['sizes' as const], value: size.size }
        : pieceAt(tokens, at, lexicon)
    pieces.push(next)
    at = next.to
  }
  return pieces
}

/** Both ends of a range go together. */
const partsOf = ({ min, max }: Bound): UnderstoodPart[] => [
  ...(min === undefined ? [] : ['min_price' as const]),
  ...(max === undefined ? [] : ['max_price' as const]),
]

function pieceAt(tokens: readonly Token[], at: number, lexicon: Lexicon): Piece {
  for (let length = Math.min(MOST_IN_PHRASE, tokens.length - at); length > 0; length -= 1) {
    const to = at + length
    const words = tokens.slice(at, to).map(token => token.text)
    const phrase = words.join(' ')
    const ways = meaningsOf(words, lexicon)
    if (isSale(phrase)) return { from: at, to, parts: ['discounted'] }
    if (ways) return { from: at, to, ways }
    if (isColour(phrase)) return { from: at, to, parts: ['colours'], value: phrase }
  }
  const [from, to, word] = [at, at + 1, tokens[at]!.text]
  const audience = audienceNamed(word)
  if (audience) return { from, to, parts: ['for'], value: audience }
  if (isLittle(word)) return { from, to, little: true }
  return { from, to, ways: [{ words: [word], weight: 1 }], filler: isFiller(word) }
}

function understoodIn(pieces: readonly Piece[], bounds: readonly Bound[]): Understood {
  const valuesOf = (part: UnderstoodPart) => [
    ...new Set(pieces.flatMap(({ parts, value }) => (parts?.includes(part) ? (value ?? []) : []))),
  ]
  const [colours, sizes, audiences] = [valuesOf('colours'), valuesOf('sizes'), valuesOf('for')]
  const mins = bounds.flatMap(({ min }) => min ?? [])
  const maxes = bounds.flatMap(({ max }) => max ?? [])
  return {
    ...(mins.length > 0 && { min_price: Math.max(...mins) }),
    ...(maxes.length > 0 && { max_price: Math.min(...maxes) }),
    ...(colours.length > 0 && { colours }),
    ...(sizes.length > 0 && { sizes }),
    ...(audiences.length === 1 && { for: audiences[0] as Audience }),
    ...(pieces.some(({ parts }) => parts?.includes('discounted')) && { discounted: true as const }),
  }
}

/** Little words are left out, unless there is nothing else. */
function wordsIn(pieces: readonly Piece[], tokens: readonly Token[], hasParts: boolean): Sought[] {
  const said = pieces.filter(({ ways }) => ways)
  const chosen = said.length > 0 || hasParts ? said : pieces.filter(({ little }) => little)
  const required = chosen.some(({ filler }) => !filler)
  return chosen.slice(0, MOST_SOUGHT).map(({ from, to, ways, filler = false }) => {
    const words = tokens.slice(from, to).map(token => token.text)
    return {
      typed: words.join(' '),
      ways: ways ?? [{ words, weight: 1 }],
      optional: filler && (required || hasParts),
      unfinished: to === tokens.length,
    }
  })
}

/** The text without some pieces, and without the little words that led to them: `dress for` does not stay. */
function leftOf(text: string, tokens: readonly Token[], gone: readonly Piece[]): string {
  const isGone = (at: number) => gone.some(({ from, to }) => at >= from && at < to)
  const leads = (at: number) => isLittle(tokens[at]!.text) && at + 1 < tokens.length && isGone(at + 1)
  let left = ''
  for (const [at, { from, to, gap }] of tokens.entries())
    if (!isGone(at) && !leads(at)) left += `${left === '' || isGone(at - 1) ? ' ' : gap}${text.slice(from, to)}`
  return left.replace(/\s+/g, ' ').trim()
}
