import { nearestOf } from '#api/search/search-terms.ts'
import { slipsBetween } from '#sync/protocol/search/word-distance.ts'
import { wordsNear, type Lexicon, type Way } from '#sync/protocol/search/lexicon.ts'
import { understand, type Question } from '#sync/protocol/search/understand.ts'

const OTHER_LETTER = 0.5
const ONLY_IN_LIST = 0.6
const LEAST_WEIGHT = 0.2

/** Words that the list of the trade's words does not know: they may hold a slip. */
export const unknownIn = ({ words }: Question): string[] =>
  words.flatMap(({ typed, ways, optional }) =>
    !optional && ways.length === 1 && ways[0]!.words.length === 1 ? typed : [],
  )

/**
 * Reads a text again with its unknown words replaced by the nearest known ones; null if none is near.
 * @param alike words of the goods that share letters with them
 */
export function mend(question: Question, alike: readonly string[], lexicon: Lexicon): Question | null {
  const nearest = new Map<string, string[]>()
  for (const word of unknownIn(question)) {
    const near = ranked(word, nearestOf([word], alike)[0]!, lexicon)
    if (near.length > 0) nearest.set(word, near)
  }
  if (nearest.size === 0) return null
  const words = question.typed.map(word => nearest.get(word)?.[0] ?? word)
  return withOthers(understand(words.join(' '), lexicon), nearest)
}

/** Likely meanings of a typed word, the nearest first; none if goods have it. */
function ranked(typed: string, inGoods: readonly string[], lexicon: Lexicon): string[] {
  if (inGoods.includes(typed)) return []
  const cost = new Map<string, number>()
  const price = (word: string) => slipsBetween(typed, word) + (word[0] === typed[0] ? 0 : OTHER_LETTER)
  for (const { word } of wordsNear(typed, lexicon)) cost.set(word, price(word) + ONLY_IN_LIST)
  for (const word of inGoods) cost.set(word, price(word))
  return [...cost].sort((a, b) => a[1] - b[1]).map(([word]) => word)
}

/** Adds the further meanings, so that nothing is lost where the nearest word is not the one that was meant. */
function withOthers(question: Question, nearest: ReadonlyMap<string, readonly string[]>): Question {
  const further = new Map([...nearest.values()].map(([first, ...rest]) => [first!, rest]))
  return {
    ...question,
    words: question.words.map(sought => ({
      ...sought,
      ways: [...sought.ways, ...waysOf(further.get(sought.typed) ?? [])],
    })),
  }
}

const waysOf = (words: readonly string[]): Way[] =>
  words.map((word, at) => ({ words: [word], weight: Math.max(LEAST_WEIGHT, 0.6 - at * 0.02) }))
