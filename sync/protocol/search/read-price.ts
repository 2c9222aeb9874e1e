import { MOST_CEDIS } from '../money.ts'
import { eachIn, type Token } from './read-words.ts'

/** Price bounds in cedis, and which tokens said so. */
export interface Bound {
  min?: number
  max?: number
  from: number
  to: number
}

/** The smallest number that alone makes a range of prices: below are sizes. */
const LEAST_RANGE = 40
const CURRENCY: ReadonlySet<string> = new Set(['₵', 'ghs', 'ghc', 'gh', 'cedi', 'cedis', 'ghanacedis', 'gh₵'])
const BELOW = ['under', 'below', 'less than', 'lower than', 'cheaper than', 'not more than', 'no more than', 'at most']
const TOP = ['not above', 'not over', 'within', 'max', 'maximum', 'up to', 'upto', 'budget', 'budget of']
const ABOVE = [
  'over',
  'above',
  'more than',
  'higher than',
  'at least',
  'not less than',
  'min',
  'minimum',
  'starting from',
]
const AFTER_BELOW = ['or less', 'and below', 'or below', 'and under', 'or under', 'downwards', 'and less', 'max']
const AFTER_ABOVE = ['or more', 'and above', 'or above', 'and over', 'plus', 'upwards', 'and up', 'min']
const BETWEEN = new Set(['between', 'from', 'range', 'around'])
const AND = new Set(['and', 'to', 'till', 'until'])

const phrases = (list: readonly string[]) => list.map(phrase => phrase.split(' ')).sort((a, b) => b.length - a.length)
const [LOWER, HIGHER] = [phrases([...BELOW, ...TOP]), phrases(ABOVE)]
const [LOWER_AFTER, HIGHER_AFTER] = [phrases(AFTER_BELOW), phrases(AFTER_ABOVE)]

/** An amount with the currency beside it: `GHS 200`, `200 cedis`, `₵1,200`, `2k`. */
interface Amount {
  value: number
  from: number
  to: number
  isMoney: boolean
  isRangeWithNext: boolean
}

/** The bounds that a text names, in its order: `under 200`, `100-150`, `GHS 200`, `over 1.5k`. */
export const readPrices = (tokens: readonly Token[]): Bound[] => eachIn(tokens, boundAt)

function boundAt(tokens: readonly Token[], at: number): Bound | null {
  const below = beginning(tokens, at, LOWER)
  if (below > 0) return bounded(tokens, { at, skip: below, as: 'max' })
  const above = beginning(tokens, at, HIGHER)
  if (above > 0) return bounded(tokens, { at, skip: above, as: 'min' })
  if (BETWEEN.has(tokens[at]!.text)) {
    const range = rangeAt(tokens, at + 1, true)
    if (range) return { ...range, from: at }
  }
  return rangeAt(tokens, at, false) ?? alone(tokens, at)
}

function bounded(tokens: readonly Token[], { at, skip, as }: { at: number; skip: number; as: 'min' | 'max' }) {
  const start = at + skip + (tokens[at + skip]?.text === 'of' ? 1 : 0)
  const amount = amountAt(tokens, start)
  return amount ? { [as]: amount.value, from: at, to: amount.to } : null
}

/** `100-150`, `100 to 150 cedis`, `between 100 and 150`; the smaller comes first, however typed. */
function rangeAt(tokens: readonly Token[], at: number, isNamed: boolean): Bound | null {
  const first = amountAt(tokens, at)
  if (!first) return null
  const isJoined = AND.has(tokens[first.to]?.text ?? '')
  if (!isJoined && !first.isRangeWithNext) return null
  const second = amountAt(tokens, first.to + (isJoined ? 1 : 0))
  if (!second) return null
  const [min, max] = [Math.min(first.value, second.value), Math.max(first.value, second.value)]
  const isPrice = isNamed || first.isMoney || second.isMoney || (min >= LEAST_RANGE && min < max)
  return isPrice ? { min, max, from: at, to: second.to } : null
}

/** `200 cedis` is what the shopper has; `200 and above` is where they begin. */
function alone(tokens: readonly Token[], at: number): Bound | null {
  const amount = amountAt(tokens, at)
  if (!amount) return null
  const above = beginning(tokens, amount.to, HIGHER_AFTER)
  if (above > 0) return { min: amount.value, from: at, to: amount.to + above }
  const below = beginning(tokens, amount.to, LOWER_AFTER)
  if (below === 0 && !amount.isMoney) return null
  return { max: amount.value, from: at, to: amount.to + below }
}

const NUMBER = /^(?:ghs|ghc|gh)?(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?(k|gh|ghs|ghc|cedis?)?$/

function amountAt(tokens: readonly Token[], at: number): Amount | null {
  const before = CURRENCY.has(tokens[at]?.text ?? '')
    ? tokens[at]!.text === 'gh' && isSign(tokens[at + 1])
      ? 2
      : 1
    : 0
  const token = tokens[at + before]
  const found = token && NUMBER.exec(token.text)
  if (!token || !found || isNegative(token, at + before)) return null
  const [, whole, part, unit] = found
  const value = Number(`${whole!.replaceAll(',', '')}.${part ?? '0'}`) * (unit === 'k' ? 1000 : 1)
  const next = at + before + 1
  const after = CURRENCY.has(tokens[next]?.text ?? '') && !(before > 0 && isSign(tokens[next])) ? 1 : 0
  return {
    value: Math.min(MOST_CEDIS, value),
    from: at,
    to: next + after,
    isMoney: before + after > 0 || unit !== undefined || token.text.startsWith('g'),
    isRangeWithNext: /^ ?[-–—] ?$/.test(tokens[next + after]?.gap ?? ''),
  }
}

const isSign = (token: Token | undefined) => token?.text === '₵'
/** `-200`, not the end of a range. */
const isNegative = ({ gap }: Token, at: number) => /[-−]$/.test(gap) && (at === 0 || /^\s/.test(gap))

/** How many tokens from here make one of the phrases; 0 for none. */
function beginning(tokens: readonly Token[], at: number, list: readonly (readonly string[])[]): number {
  const found = list.find(phrase => phrase.every((word, i) => tokens[at + i]?.text === word))
  return found?.length ?? 0
}
