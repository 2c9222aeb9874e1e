import type { Bitmaps, Slot } from '#api/in-memory/bitmaps.ts'
import { lowerBoundBy } from '#api/words/lower-bound.ts'

/** Where goods have a word: in their name, as its last word, or among their features, sizes and colours. */
export const FIELDS = ['name', 'last', 'others'] as const
export type Field = (typeof FIELDS)[number]

/**
 * The goods of each word, in the order of the words: a stretch of one list, which ends where the next begins, or a
 * bitmap where they are many.
 */
export interface Postings {
  starts: Uint32Array
  places: Uint32Array
  many: Map<number, Slot>
}

const none = (): Postings => ({ starts: new Uint32Array(1), places: new Uint32Array(0), many: new Map() })

/** From a word's number up to before another's. */
export type Stretch = readonly [from: number, to: number]

interface Spelled {
  words: readonly string[]
  letters: Uint32Array
  texts: readonly Uint8Array[]
}

/** Every word of the goods, sorted, and who has it. */
export class BaseWords {
  readonly words: readonly string[]
  /** Of each, for slips; 0 where the word forgives none. */
  readonly letters: Uint32Array
  /** The numbers of the words that forgive slips. */
  readonly forgiving: Uint32Array
  readonly postings: Record<Field, Postings>

  /** The words as a file holds them, some thousands each. */
  readonly texts: readonly Uint8Array[]

  constructor(
    { words, letters, texts }: Spelled = { words: [], letters: new Uint32Array(0), texts: [] },
    postings: Record<Field, Postings> = { name: none(), last: none(), others: none() },
  ) {
    this.words = words
    this.letters = letters
    this.texts = texts
    this.forgiving = notNull(letters)
    this.postings = postings
  }

  /** The stretch of one word; empty if nobody has it. */
  find(word: string): Stretch {
    const at = this.#from(word)
    return [at, this.words[at] === word ? at + 1 : at]
  }

  startingWith(beginning: string): Stretch {
    return [this.#from(beginning), this.#from(`${beginning}\uFFFF`)]
  }

  has(field: Field, [from, to]: Stretch): boolean {
    const { starts, many } = this.postings[field]
    if (from === to || starts[to]! > starts[from]!) return from !== to
    return to - from === 1 ? many.has(from) : [...many.keys()].some(word => word >= from && word < to)
  }

  /** Adds the goods that have one of these words. */
  fill(bitmaps: Bitmaps, into: Slot, { field, stretch: [from, to] }: { field: Field; stretch: Stretch }): void {
    const { starts, places, many } = this.postings[field]
    bitmaps.addAll(into, places.subarray(starts[from], starts[to]))
    if (to - from === 1) {
      const slot = many.get(from)
      if (slot !== undefined) bitmaps.or(into, into, slot)
    } else if (to > from) for (const [word, slot] of many) if (word >= from && word < to) bitmaps.or(into, into, slot)
  }

  /** Gives back its bitmaps. */
  done(bitmaps: Bitmaps): void {
    for (const field of FIELDS) for (const slot of this.postings[field].many.values()) bitmaps.give(slot)
  }

  #from(word: string): number {
    return lowerBoundBy(this.words.length, nth => this.words[nth]! < word)
  }
}

function notNull(letters: Uint32Array): Uint32Array {
  const found = new Uint32Array(letters.length)
  let many = 0
  for (let word = 0; word < letters.length; word += 1) if (letters[word] !== 0) found[many++] = word
  return found.slice(0, many)
}
