/** A longer text is cut: no shopper types more, and the work must stay small. */
const LONGEST_TEXT = 200
const MOST_WORDS = 24

/** A word or a number as it was typed. `text` is folded: lower case, without accents. */
export interface Token {
  text: string
  /** Where it stands in the cleaned text. */
  from: number
  to: number
  /** What stands between it and the word before. */
  gap: string
}

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аеорсухіјѕԁոαεοριυνκтмнвкѵ'].map((letter, at) => [letter, [...'aeopcyxijsdnaeopiuvktmhbkv'][at]!]),
)

/** What was typed, without letters that have no width, and no longer than needed. */
export const cleaned = (text: string): string =>
  text
    .slice(0, 4 * LONGEST_TEXT)
    .replace(/[\p{Cf}\p{Cc}\p{Co}]/gu, letter => (/\s/.test(letter) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Cs}/gu, '')

/** Lower case, without accents; look-alike letters become the Latin ones where the word has Latin letters too. */
export function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (!/[^\p{ASCII}]/u.test(plain) || !/[a-z]/.test(plain)) return plain
  return plain.replace(/[^\p{ASCII}]/gu, letter => LOOKALIKES[letter] ?? letter)
}

/** The words and numbers of a cleaned text, in their order: `T-shirt` is two, `men's` is one, `1,200.50` is one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const found of text.matchAll(/\p{N}+(?:[.,]\p{N}+)*\p{L}*|[₵¢]|[\p{L}\p{N}\p{M}'’‘`]+/gu)) {
    const word = folded(found[0])
      .replace(/['’‘`]/g, '')
      .replace('¢', '₵')
    if (word === '') continue
    const to = found.index + found[0].length
    tokens.push({ text: word, from: found.index, to, gap: text.slice(end, found.index) })
    end = to
    if (tokens.length === MOST_WORDS) break
  }
  return tokens
}

/** One form for a word and its plural: jeans and jean, dresses and dress, hoodies and hoodie. */
export function singular(word: string): string {
  if (word.length < 4 || WHOLE.has(word)) return word
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`
  return /[^suió]s$/.test(word) ? word.slice(0, -1) : word
}

/** Shorts are not short. */
const WHOLE: ReadonlySet<string> = new Set(['shorts', 'short'])

/** The beginning that a word, its singular and its plural share. */
export const rootOf = (word: string): string =>
  word.length < 4 ? word : word.replace(/(?:ies|ie|y|es|[^s]s)$/, end => (/^[^s]s$/.test(end) ? end[0]! : ''))

/** The words by which a text is found: `T-shirt` as tshirt, t and shirt, `UK12` as uk12, uk and 12. */
export function findableWords(text: string): string[] {
  const words: string[] = []
  for (const compound of folded(text).match(/[\p{L}\p{N}'’‘`]+(?:[-./&+][\p{L}\p{N}'’‘`]+)*/gu) ?? []) {
    const pieces = compound.split(/[-./&+]/).map(piece => piece.replace(/['’‘`]/g, ''))
    if (pieces.length > 1) words.push(pieces.join(''))
    for (const piece of pieces) {
      const parts = piece.match(/\p{L}+|\p{N}+/gu) ?? []
      words.push(piece, ...(parts.length > 1 ? parts : []))
    }
  }
  return words.filter(word => word !== '')
}

/** What `read` finds at each token, from left to right; the next look is after its end, `to`. */
export function eachIn<Found extends { to: number }>(
  tokens: readonly Token[],
  read: (tokens: readonly Token[], at: number) => Found | null,
): Found[] {
  const found: Found[] = []
  for (let at = 0; at < tokens.length;) {
    const here = read(tokens, at)
    if (here) found.push(here)
    at = here?.to ?? at + 1
  }
  return found
}
