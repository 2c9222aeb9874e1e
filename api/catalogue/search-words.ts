/**
 * Put before every word, so that FULLTEXT neither finds it too short nor too common: `xl` and `for` are words like any
 * other.
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

/** The words again that `indexedWords` has marked. */
export const wordsIn = (indexed: string): string[] => indexed.split(' ').map(word => word.slice(MARK.length))

/** The words of what somebody typed, without the little ones unless there are no others. */
export function wordsSought(text: string): string[] {
  const all = piecesOf(plain(text)).map(bare).filter(Boolean)
  const sought = all.filter(word => !LITTLE_WORDS.has(word))
  return (sought.length > 0 ? sought : all).slice(0, MOST_SOUGHT)
}

/**
 * The boolean FULLTEXT expression for what somebody typed: every word must be there, in any order, the last one begun.
 * Null where there is no word in it.
 */
export function searchExpression(text: string): string | null {
  const words = wordsSought(text)
  if (words.length === 0) return null
  return words.map((word, i) => `+${marked(word)}${i === words.length - 1 ? '*' : ''}`).join(' ')
}

/** The same for a list: no word finds nothing. */
export const wordsFor = (search: string | undefined) => searchExpression(search ?? '') ?? '+nothing'

/** The expression for one of the words, or a longer one, of each group. */
export const expressionOf = (groups: readonly (readonly string[])[]): string =>
  groups.map(words => `+(${words.map(word => `${marked(word)}*`).join(' ')})`).join(' ')

/** Lower case without accents. */
export const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").toLowerCase()

const piecesOf = (text: string) => text.split(/[^\p{L}\p{N}']+/u)
const bare = (piece: string) => piece.replaceAll("'", '')
const marked = (word: string) => MARK + word.slice(0, LONGEST)
