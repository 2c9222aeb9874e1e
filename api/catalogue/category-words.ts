import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { findableWords } from '#sync/protocol/search/read-words.ts'

interface CategoryWords {
  own: string[]
  /** Its name and those of the categories above it, the nearest first. */
  names: string[]
}
const heldByNames = new WeakMap<ListingNames, Map<number, CategoryWords>>()

/** The words of a category and the names above it. */
export function categoryWords(id: number, names: ListingNames): CategoryWords {
  const held = heldByNames.get(names) ?? new Map<number, CategoryWords>()
  heldByNames.set(names, held)
  const known = held.get(id)
  if (known) return known
  const lineage = lineageOf(id, names).map(each => names.categories.get(each)?.name ?? '')
  const made = { own: findableWords(lineage[0] ?? ''), names: lineage }
  held.set(id, made)
  return made
}
