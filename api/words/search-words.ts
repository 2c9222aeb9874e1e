/**
 * Prefixed to every word, so that FULLTEXT does not drop it as too short or too common: `xl` and `for` count as words.
 */
const MARK = 'qq'
const LONGEST = 40
const MOST_SOUGHT = 12
const LITTLE_WORDS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
])

/**
 * What the index holds for some texts: every word once, marked. `T-shirt` is found as t, shirt and tshirt, `UK12` as
 * uk12, uk and 12.
 */
export function indexedWords(texts: readonly string[]): string {
  const words = new Set<string>()
  for (const compound of plain(texts.join(' ')).match(/[\p{L}\p{N}']+(?:[-./&+][\p{L}\p{N}']+)*/gu) ?? []) {
    const pieces = piecesOf(compound)
    words.add(pieces.map(bare).join(''))
    for (const piece of pieces) {
      words.add(bare(piece)).add(piece.replace(/'.*$/, ''))
      for (const part of bare(piece).match(/\p{L}+|\p{N}+/gu) ?? []) words.add(part)
    }
  }
  words.delete('')
  return [...words].map(marked).join(' ')
}

/** The words that `indexedWords` has marked, unmarked. */
export const wordsIn = (indexed: string): string[] => indexed.split(' ').map(word => word.slice(MARK.length))

/** The words of a search text, without stop words unless there is nothing else. */
export function wordsSought(text: string): string[] {
  const all = piecesOf(plain(text)).map(bare).filter(Boolean)
  const sought = all.filter(word => !LITTLE_WORDS.has(word))
  return (sought.length > 0 ? sought : all).slice(0, MOST_SOUGHT)
}

/**
 * The boolean FULLTEXT expression for a search text: every word must occur, in any order; the last may be incomplete.
 * Null without a word.
 */
export function searchExpression(text: string): string | null {
  const words = wordsSought(text)
  if (words.length === 0) return null
  return words.map((word, i) => `+${marked(word)}${i === words.length - 1 ? '*' : ''}`).join(' ')
}

/** The same for a list: a text without words finds nothing. */
export const wordsFor = (search: string | undefined) => searchExpression(search ?? '') ?? '+nothing'

/** Lower case without accents. */
export const plain = (text: string) => (PLAIN.test(text) ? text.toLowerCase() : folded(text))

const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toLowerCase()

const piecesOf = (text: string) => text.split(/[^\p{L}\p{N}']+/u)
const bare = (piece: string) => piece.replaceAll("'", '')
const marked = (word: string) => MARK + word.slice(0, LONGEST)
