import { MAY_BE_SLIPPED } from '#api/words/letters.ts'
import { mayBeNear, slipsBetween, slipsIn } from '#sync/protocol/search/word-distance.ts'

const MOST_NEAR = 24
/** No word forgives more. */
const MOST_SLIPS = 2

/** Whether products have this word, or a longer one that starts with it. */
const isAmong = (words: readonly string[], word: string): boolean => words.some(other => other.startsWith(word))

/**
 * For each typed word its likely meanings, the nearest first: the word itself if products have it or a word that starts
 * with it, else words within its typos, else words that start almost the same. None if no word is near.
 */
export const nearestOf = (typed: readonly string[], words: readonly string[]): string[][] =>
  typed.map(word => {
    if (!MAY_BE_SLIPPED.test(word) || isAmong(words, word)) return [word]
    const near = within(words.filter(mayBeNear(word, { most: MOST_SLIPS })), {
      slipsOf: other => slipsBetween(word, other),
      most: other => slipsIn(other.length),
    })
    if (near.length > 0) return near
    const most = slipsIn(word.length)
    return within(words.filter(mayBeNear(word, { begins: true, most })), {
      slipsOf: other => slipsBetween(word, other, true),
      most: () => most,
    })
  })

const within = (
  words: readonly string[],
  { slipsOf, most }: { slipsOf: (word: string) => number; most: (word: string) => number },
): string[] =>
  words
    .map(word => ({ word, slips: slipsOf(word) }))
    .filter(({ word, slips }) => slips <= most(word))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_NEAR)
    .map(({ word }) => word)
