import { folded } from './read-words.ts'

export type Audience = 'women' | 'men'

const WOMEN = 'women womens woman womans ladies lady ladys female females girl girls girly her she wife feminine'
const MEN = 'men mens man mans male males guy guys gent gents gentleman gentlemen boy boys him his husband masculine'
const AUDIENCE = new Map<string, Audience>([
  ...WOMEN.split(' ').map(word => [word, 'women'] as const),
  ...MEN.split(' ').map(word => [word, 'men'] as const),
])
/** Goods that a shop sells to women unless it says otherwise. */
const WORN_BY_WOMEN =
  /\b(?:dress|dresses|gowns?|skirts?|blouses?|crop|kaba|leggings|jeggings|bras?|lingerie|maternity|midi|mini)\b/

export const audienceNamed = (word: string): Audience | null => AUDIENCE.get(word) ?? null
export const audienceWords = (): string[] => [...AUDIENCE.keys()].filter(word => word.length > 3)

/** For whom goods are by one text alone. `worn`: it names nobody, but only women wear it. */
export function audienceIn(text: string): Audience | 'both' | 'worn' | null {
  const plain = folded(text).replace(/['’‘`]/g, '')
  const named = new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(word => AUDIENCE.get(word) ?? []))
  if (named.size > 0) return named.size === 1 ? [...named][0]! : 'both'
  return WORN_BY_WOMEN.test(plain) ? 'worn' : null
}

/** For whom goods are, by their name and the names of their categories, the nearest first; null: for everybody. */
export function audienceOf(texts: readonly string[]): Audience | null {
  const said = texts.map(audienceIn)
  const first = said.find(each => each !== null && each !== 'worn')
  if (first) return first === 'both' ? null : (first as Audience)
  return said.includes('worn') ? 'women' : null
}
