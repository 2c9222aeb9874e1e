import { audienceOf, type Audience } from './audience.ts'
import { singular } from './read-words.ts'
import type { Question, Sought } from './understand.ts'

/** The words by which a search finds goods. Compounds stand whole and in parts: tshirt, t, shirt. */
export interface GoodsWords {
  name: readonly string[]
  /** The words of its category, and of those above it. */
  category: readonly string[]
  above: readonly string[]
  /** Its features, sizes and colours. */
  others: readonly string[]
}

/** Where a word was found, as a share of the whole. A name says most; what stands further off adds little. */
const PLACES = { name: 0.6, category: 0.4, above: 0.2, others: 0.35 } as const
export const [SAME, PLURAL, BEGUN] = [1, 0.98, 0.8] as const
/** Shorter beginnings are in too many words. */
export const SHORTEST_BEGUN = 2
export const COVERED = 0.15
/** In a name the last word says what it is: a shirt dress is a dress. */
const NOT_LAST = 0.9

/** How well a word of the goods answers a sought one, from 0 to 1. */
export function likeness(sought: string, word: string, begun: number): number {
  if (sought === word) return SAME
  if (singular(sought) === singular(word)) return PLURAL
  return begun > 0 && sought.length >= SHORTEST_BEGUN && word.startsWith(sought) ? begun : 0
}

function best(sought: string, words: readonly string[], begun: number): number {
  let most = 0
  for (const word of words) {
    most = Math.max(most, likeness(sought, word, begun))
    if (most === SAME) return most
  }
  return most
}

function wordScore(sought: string, goods: GoodsWords, begun: number): number {
  const last = goods.name.at(-1)
  const inName = best(sought, goods.name, begun)
  const isLast = last !== undefined && likeness(sought, last, 0) > 0
  const inCategory = best(sought, goods.category, begun)
  const near = nearScore(inName, isLast, inCategory)
  if (near > 0) return near
  return farScore(best(sought, goods.above, begun), best(sought, goods.others, begun))
}

/** What a name and a category say adds up. */
export const nearScore = (inName: number, isLast: boolean, inCategory: number) =>
  inName * PLACES.name * (isLast ? 1 : NOT_LAST) + inCategory * PLACES.category

/** What stands further off counts only alone. */
export const farScore = (above: number, others: number) => Math.max(above * PLACES.above, others * PLACES.others)

/** How well goods answer one word of a search, from 0 for not at all to 1. */
export function soughtScore({ ways, unfinished }: Sought, goods: GoodsWords): number {
  let most = 0
  for (const [at, { words, weight }] of ways.entries()) {
    if (weight <= most) continue
    const begun = at === 0 && unfinished ? BEGUN : 0
    let sum = 0
    for (const word of words) {
      const score = wordScore(word, goods, begun)
      if (score === 0) {
        sum = 0
        break
      }
      sum += score
    }
    most = Math.max(most, (weight * sum) / words.length)
  }
  return most
}

/** The share of a name's words that were typed, so that the very name comes first. */
export function coverage({ typed }: Question, { name }: GoodsWords): number {
  if (name.length === 0) return 0
  const said = new Set(typed.map(singular))
  return (COVERED * name.filter(word => said.has(singular(word))).length) / name.length
}

/** What goods are worth more that are made for whom the search names. */
export const MADE_FOR = 0.1

/** Goods for everybody answer both; those for others do not answer. */
export function audienceScore(wanted: Audience | undefined, texts: readonly string[]): number {
  if (!wanted) return 0
  const has = audienceOf(texts)
  return has === null ? 0 : has === wanted ? MADE_FOR : -1
}
