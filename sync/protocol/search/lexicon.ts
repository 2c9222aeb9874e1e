import { audienceWords } from './audience.ts'
import { colourWords } from './colour-families.ts'
import { cleaned, singular, tokensOf } from './read-words.ts'
import { mayBeNear, slipsBetween, slipsIn } from './word-distance.ts'
import { TRADE_WORDS } from './trade-words.ts'

/** Words that stand for a typed one, and how near they come, up to 1. All must be there. */
export interface Way {
  words: readonly string[]
  weight: number
}

/** A line of the list: what shoppers type, and what it means, separated by commas. */
export interface TradeWord {
  word: string
  means: string
}

/** Meanings by the singular form of what is typed. */
export interface Lexicon {
  meanings: ReadonlyMap<string, readonly Way[]>
  /** Words to which a slip may lead. */
  words: ReadonlySet<string>
}

const FIRST_MEANING = 0.9
const EACH_FURTHER = 0.04
const LEAST_MEANING = 0.5
const MOST_MEANINGS = 12

const wordsOf = (text: string) => tokensOf(cleaned(text)).map(({ text: word }) => word)
const keyOf = (words: readonly string[]) => words.map(singular).join(' ')

/** The lines of the file. */
export const builtInWords = (): TradeWord[] =>
  TRADE_WORDS.split('\n').flatMap(line => {
    const [word, means] = line.split(': ')
    return word && means ? [{ word, means }] : []
  })

/** The file's lines and the shop's own. A line of the shop replaces the file's for the same word. */
export function lexiconOf(own: readonly TradeWord[] = []): Lexicon {
  const meanings = new Map<string, readonly Way[]>()
  const words = new Set([...audienceWords(), ...colourWords()])
  for (const { word, means } of [...builtInWords(), ...own]) {
    const typed = wordsOf(word)
    if (typed.length === 0) continue
    meanings.set(keyOf(typed), waysOf(means))
    for (const each of typed) words.add(each)
  }
  return { meanings, words }
}

const waysOf = (means: string): Way[] =>
  means
    .split(/[,;]/)
    .map(wordsOf)
    .filter(words => words.length > 0)
    .slice(0, MOST_MEANINGS)
    .map((words, at) => ({ words, weight: Math.max(LEAST_MEANING, FIRST_MEANING - at * EACH_FURTHER) }))

/** What typed words may stand for, themselves first, if the list has them together. */
export function meaningsOf(words: readonly string[], { meanings }: Lexicon): Way[] | null {
  const found = meanings.get(keyOf(words))
  if (!found) return null
  const joined = words.length > 1 ? [{ words: [words.join('')], weight: 1 }] : []
  return [{ words, weight: 1 }, ...joined, ...found]
}

/** No word forgives more. */
const MOST_SLIPS = 2
const SPELT = /^\p{L}{4,}$/u

/** Words of the list within the slips that a typed word may have, the nearest first. */
export function wordsNear(typed: string, { words }: Lexicon): { word: string; slips: number }[] {
  if (!/^\p{L}{3,30}$/u.test(typed)) return []
  const near: { word: string; slips: number }[] = []
  const isLikely = mayBeNear(typed, { most: MOST_SLIPS })
  for (const word of words) {
    if (!SPELT.test(word) || !isLikely(word)) continue
    const slips = slipsBetween(typed, word)
    if (slips > 0 && slips <= slipsIn(word.length)) near.push({ word, slips })
  }
  return near.sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
}
