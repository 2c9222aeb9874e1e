import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { UnderstoodPart } from '#sync/protocol/search/understand.ts'
import * as words from './list-words.tsx'

/** What a reply says of its search. */
export type Said = Pick<ReplyOf<'GET /api/products'>, 'understood' | 'without'>

interface UnderstoodChip {
  key: string
  name: string
  /** The search that is left without it. */
  without: { search: string }
}

/** What the shop read from the words of a search, each with the search that is left without it. */
export function understoodChips({ understood = {}, without = {} }: Said): UnderstoodChip[] {
  const { min_price: min = null, max_price: max = null, colours, sizes, discounted } = understood
  const isRange = min !== null && max !== null && without.min_price === without.max_price
  const named: [UnderstoodPart, string | undefined][] = [
    ['for', understood.for && words.forWhom[understood.for]],
    ['colours', colours?.map(words.capital).join(', ')],
    ['sizes', sizes && words.sizesNamed(sizes)],
    ['min_price', min === null || isRange ? undefined : words.priceRange(min, null)],
    ['max_price', max === null ? undefined : words.priceRange(isRange ? min : null, max)],
    ['discounted', discounted && words.discounted],
  ]
  return named.flatMap(([part, name]) =>
    name ? [{ key: `understood ${part}`, name, without: { search: without[part] ?? '' } }] : [],
  )
}
