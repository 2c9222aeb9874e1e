import type { PostedWords } from '#api/words/posted-words.ts'
import { FORGIVES, lettersOf, MAY_BE_SLIPPED } from '#api/words/letters.ts'
import { countBits } from '#sync/protocol/search/word-distance.ts'

/** Together as many as are compared letter by letter. */
const MOST_ALIKE = 2_000
const FEWEST_EACH = 100
/** Of those that begin with a typed word. */
const MOST_BEGUN = 5
/** No word forgives more. */
const MOST_SLIPS = 2
const PIECE = 3

/** Words of goods that typed ones may be meant for, for each those first that share most pieces of three letters. */
export function wordsAlike(typed: readonly string[], words: PostedWords): string[] {
  const sought = typed.filter(word => MAY_BE_SLIPPED.test(word))
  const most = Math.max(FEWEST_EACH, Math.floor(MOST_ALIKE / Math.max(1, sought.length)))
  return [
    ...new Set(sought.flatMap(word => [...words.beginning(word, MOST_BEGUN), ...alike(word, words).slice(0, most)])),
  ]
}

function alike(typed: string, { base, lateWords }: PostedWords): string[] {
  const pieces = piecesOf(typed)
  const letters = lettersOf(typed)
  const found: { word: string; shared: number }[] = []
  const note = (word: string, has: number) => {
    if (word.length < typed.length - MOST_SLIPS || countBits(letters & ~has) > MOST_SLIPS) return
    const shared = pieces.reduce((sum, piece) => sum + Number(word.includes(piece)), Number(word[0] === typed[0]))
    const isNear = word.length <= typed.length + MOST_SLIPS && countBits(has & ~letters) <= MOST_SLIPS
    if (isNear || shared > 0) found.push({ word, shared: shared + (isNear ? pieces.length : 0) })
  }
  for (const nth of base.forgiving) note(base.words[nth]!, base.letters[nth]!)
  for (const word of lateWords) if (FORGIVES.test(word)) note(word, lettersOf(word))
  return found.sort((a, b) => b.shared - a.shared).map(({ word }) => word)
}

function piecesOf(word: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at + PIECE <= word.length; at += 1) pieces.push(word.slice(at, at + PIECE))
  return pieces
}
