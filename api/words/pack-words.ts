import type { Bitmaps } from '#api/in-memory/bitmaps.ts'
import type { Sections } from '#api/in-memory/section-file.ts'
import { inTurns } from '#api/in-memory/turns.ts'
import { BaseWords, FIELDS, type Field, type Postings } from '#api/words/base-words.ts'
import type { PostedWords } from '#api/words/posted-words.ts'

type Bytes = Sections['bytes']

/** Puts the words of a catalogue among its sections. None may stand beside the base. */
export function packWords(
  { base, forWhom, lengths }: PostedWords,
  bitmaps: Bitmaps,
  into: Map<string, Uint8Array>,
): void {
  const put = (name: string, { buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView) =>
    into.set(`w ${name}`, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength))
  for (const [nth, text] of base.texts.entries()) put(`words ${nth}`, text)
  put('letters', base.letters)
  for (const field of FIELDS) {
    const { starts, places, many } = base.postings[field]
    put(`${field} starts`, starts)
    put(`${field} places`, places)
    put(`${field} many`, Uint32Array.from(many.keys()))
    for (const [nth, slot] of [...many.values()].entries()) put(`${field} many ${nth}`, bitmaps.wordsOf(slot).slice())
  }
  for (const [nth, slot] of [...forWhom, ...lengths].entries()) put(`of names ${nth}`, bitmaps.wordsOf(slot).slice())
}

/** Takes the words of a catalogue from its sections. */
export async function unpackWords(words: PostedWords, bitmaps: Bitmaps, bytes: Bytes): Promise<void> {
  const read: string[] = []
  const texts: Uint8Array[] = []
  for (let text = bytes.get('w words 0'); text; text = bytes.get(`w words ${texts.length}`)) texts.push(text)
  await inTurns(
    texts,
    text => {
      for (const word of new TextDecoder().decode(text).split('\n')) read.push(word)
    },
    1,
  )
  const numbers = (name: string) => {
    const { buffer, byteOffset, byteLength } = bytes.get(`w ${name}`)!
    return new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4)
  }
  const postings = {} as Record<Field, Postings>
  for (const field of FIELDS) {
    const many: Postings['many'] = new Map()
    for (const [nth, word] of numbers(`${field} many`).entries()) {
      const slot = bitmaps.take()
      bitmaps.wordsOf(slot).set(numbers(`${field} many ${nth}`))
      many.set(word, slot)
    }
    postings[field] = { starts: numbers(`${field} starts`), places: numbers(`${field} places`), many }
  }
  for (const [nth, slot] of [...words.forWhom, ...words.lengths].entries())
    bitmaps.wordsOf(slot).set(numbers(`of names ${nth}`))
  words.base = new BaseWords({ words: read, letters: numbers('letters'), texts }, postings)
}
