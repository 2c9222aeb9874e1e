import { slipsBetween, slipsIn, trigramsOf } from '#api/catalogue/word-distance.ts'
import { execute, select } from '#api/db/database.ts'

/** Letters only: `uk14` is not a typo of `uk12`. */
const FORGIVES = /^\p{L}{4,}$/u
/** A typo may have dropped a letter of a four-letter word. */
const MAY_BE_SLIPPED = /^\p{L}{3,}$/u
const MOST_WORDS = 2_000
const MOST_NEAR = 24

/**
 * Stores the words by which products are found, for `nearTerms`. Call inside the transaction that changes the products.
 */
export async function keepTerms(words: Iterable<string>): Promise<void> {
  const terms = [...new Set(words)].filter(word => FORGIVES.test(word)).sort()
  if (terms.length === 0) return
  const known = new Set(
    (await select<{ word: string }>('SELECT DISTINCT word FROM search_trigrams WHERE word IN (:terms)', { terms })).map(
      ({ word }) => word,
    ),
  )
  const rows = terms.filter(word => !known.has(word)).flatMap(word => trigramsOf(word).map(trigram => [trigram, word]))
  if (rows.length > 0) await execute('INSERT IGNORE INTO search_trigrams (trigram, word) VALUES :rows', { rows })
}

/** Words that share trigrams with the typed ones, the closest first: `:trigrams` comes from `trigramsIn`. */
export const WORDS_LIKE = `SELECT word FROM search_trigrams WHERE trigram IN (:trigrams) GROUP BY word
  ORDER BY COUNT(*) DESC LIMIT ${MOST_WORDS}`

/** The trigrams to look up for possible typos; none if no word could be a typo. */
export const trigramsIn = (typed: readonly string[]): string[] => [
  ...new Set(typed.filter(word => MAY_BE_SLIPPED.test(word)).flatMap(trigramsOf)),
]

/** Whether products have this word, or a longer one that starts with it. */
export const isAmong = (words: readonly string[], word: string): boolean => words.some(other => other.startsWith(word))

/** `nearestOf`, with one query for all words. */
export async function nearTerms(typed: readonly string[]): Promise<string[][]> {
  const trigrams = trigramsIn(typed)
  const rows = trigrams.length === 0 ? [] : await select<{ word: string }>(WORDS_LIKE, { trigrams })
  return nearestOf(
    typed,
    rows.map(({ word }) => word),
  )
}

/**
 * For each typed word its likely meanings, the nearest first: the word itself if products have it or a word that starts
 * with it, else words within its typos, else words that start almost the same.
 */
export const nearestOf = (typed: readonly string[], words: readonly string[]): string[][] =>
  typed.map(word => {
    if (!MAY_BE_SLIPPED.test(word) || isAmong(words, word)) return [word]
    const near = within(
      words,
      other => slipsBetween(word, other),
      other => slipsIn(other.length),
    )
    const begun =
      near.length > 0
        ? near
        : within(
            words,
            other => slipsBetween(word, other, true),
            () => slipsIn(word.length),
          )
    return begun.length > 0 ? begun : [word]
  })

const within = (
  words: readonly string[],
  slipsOf: (word: string) => number,
  most: (word: string) => number,
): string[] =>
  words
    .map(word => ({ word, slips: slipsOf(word) }))
    .filter(({ word, slips }) => slips <= most(word))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_NEAR)
    .map(({ word }) => word)
