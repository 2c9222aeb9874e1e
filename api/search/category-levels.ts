import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { pluralsOf } from '#api/search/spellings.ts'
import { findableWords } from '#sync/protocol/search/read-words.ts'
import { likeness, SHORTEST_BEGUN } from '#sync/protocol/search/score.ts'

/** Categories by the words of their names. */
interface Words {
  own: Map<string, number[]>
  above: Map<string, number[]>
}
const held = new WeakMap<ListingNames, Words>()

function wordsIn(names: ListingNames): Words {
  const known = held.get(names)
  if (known) return known
  const made: Words = { own: new Map(), above: new Map() }
  const add = (to: Map<string, number[]>, word: string, id: number) => {
    const ids = to.get(word)
    if (ids) ids.push(id)
    else to.set(word, [id])
  }
  for (const id of names.categories.keys()) {
    const [own = '', ...above] = lineageOf(id, names).map(each => names.categories.get(each)?.name ?? '')
    for (const word of new Set(findableWords(own))) add(made.own, word, id)
    for (const word of new Set(above.flatMap(findableWords))) add(made.above, word, id)
  }
  held.set(names, made)
  return made
}

/** How well categories answer a word by their own name, or by one above: by id, from 0 to 1. */
export function categoriesWith(word: string, begun: number, names: ListingNames) {
  const { own, above } = wordsIn(names)
  return { own: scoresIn(own, word, begun), above: scoresIn(above, word, begun) }
}

function scoresIn(words: ReadonlyMap<string, readonly number[]>, sought: string, begun: number): Map<number, number> {
  const scores = new Map<number, number>()
  const note = (word: string) => {
    const score = likeness(sought, word, begun)
    for (const id of score > 0 ? (words.get(word) ?? []) : []) scores.set(id, Math.max(score, scores.get(id) ?? 0))
  }
  if (begun > 0 && sought.length >= SHORTEST_BEGUN)
    for (const word of words.keys()) if (word.startsWith(sought)) note(word)
  for (const word of [sought, ...pluralsOf(sought)]) note(word)
  return scores
}
