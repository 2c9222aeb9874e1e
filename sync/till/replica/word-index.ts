import { rootOf, singular } from '#sync/protocol/search/read-words.ts'
import { SortedWords } from './sorted-words.ts'
import { fold, slipsIn, wordsOf } from './words.ts'

export interface Found {
  total: number
  ids: number[]
}
export interface Slice {
  from: number
  count: number
}

const MOST_TYPED_WORDS = 8
/** Scores: lower is better, 0 is no match. A whole code comes first, then the beginning of one, then words. */
export const CODE_SCORE = { whole: 1, beginning: 2 } as const
const WORD_SCORE = { whole: 1, beginning: 2, slips: 2 } as const
const WORDS_FROM = 2
/** No typing error makes a word longer than this. */
const MOST_SLIPS = 2

/** Finds names by words in any order, by their beginnings, and with typing errors. In memory. */
export class WordIndex {
  readonly #slots = new Map<number, number>()
  readonly #ids: number[] = []
  readonly #keys: string[] = []
  readonly #words: string[][] = []
  readonly #holders = new Map<string, Set<number>>()
  readonly #list = new SortedWords()
  /** Slots sorted by name. */
  #order: number[] = []

  get size(): number {
    return this.#order.length
  }

  /** Adds names, or changes them. */
  put(entries: readonly { id: number; name: string }[]): void {
    const changed = new Set<number>()
    for (const { id, name } of entries) {
      const slot = this.#slotOf(id)
      const key = `${fold(name)}\u0000${String(id).padStart(12, '0')}`
      if (this.#keys[slot] === key) continue
      this.#forgetWords(slot)
      this.#keys[slot] = key
      this.#words[slot] = wordsOf(name)
      for (const word of this.#words[slot]) this.#holdersOf(word).add(slot)
      changed.add(slot)
    }
    if (changed.size > 0) this.#reorder(changed, [...changed])
  }

  remove(ids: readonly number[]): void {
    const gone = new Set<number>()
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (slot === undefined || this.#keys[slot] === undefined) continue
      this.#forgetWords(slot)
      delete this.#keys[slot]
      gone.add(slot)
    }
    if (gone.size > 0) this.#reorder(gone, [])
  }

  /**
   * Ids from position `from` on, best match first and then by name; an empty text gives all.
   * @param coded ids found by a code, with their scores
   */
  find(text: string, { from, count }: Slice, coded: ReadonlyMap<number, number> = new Map()): Found {
    const typed = wordsOf(text).slice(0, MOST_TYPED_WORDS)
    if (typed.length === 0 && coded.size === 0) {
      return text.trim() === ''
        ? { total: this.#order.length, ids: this.#order.slice(from, from + count).map(slot => this.#ids[slot]!) }
        : { total: 0, ids: [] }
    }
    const scores = this.#scoreWords(typed)
    for (const [id, score] of coded) {
      const slot = this.#slots.get(id)
      if (slot !== undefined && this.#keys[slot] !== undefined) scores[slot] = score
    }
    return this.#page(scores, { from, count })
  }

  /** Ids of names with this word, its singular or its plural. */
  idsWith(word: string): number[] {
    const one = singular(word)
    return this.#list
      .startingWith(rootOf(word))
      .filter(other => singular(other) === one)
      .flatMap(other => [...this.#holders.get(other)!].map(slot => this.#ids[slot]!))
  }

  #page(scores: Uint8Array, { from, count }: Slice): Found {
    const counts = new Uint32Array(256)
    for (const slot of this.#order) counts[scores[slot]!]! += 1
    const total = this.#order.length - counts[0]!
    const ids: number[] = []
    let passed = 0
    for (let score = 1; score < 256 && ids.length < count; score += 1) {
      const here = counts[score]!
      if (here > 0 && passed + here > from)
        this.#collect(scores, score, { skip: Math.max(0, from - passed), ids, count })
      passed += here
    }
    return { total, ids }
  }

  #collect(
    scores: Uint8Array,
    score: number,
    { skip, ids, count }: { skip: number; ids: number[]; count: number },
  ): void {
    let at = 0
    for (const slot of this.#order) {
      if (scores[slot] !== score) continue
      if (at++ < skip) continue
      ids.push(this.#ids[slot]!)
      if (ids.length === count) return
    }
  }

  /** The sum over all typed words for each slot; 0 if the slot lacks one of them. */
  #scoreWords(typed: readonly string[]): Uint8Array {
    let sum: Uint8Array | null = null
    for (const word of typed) {
      const scores = this.#scoreWord(word)
      if (sum)
        for (let slot = 0; slot < scores.length; slot += 1)
          scores[slot] = sum[slot]! > 0 && scores[slot]! > 0 ? sum[slot]! + scores[slot]! : 0
      else for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! > 0) scores[slot]! += WORDS_FROM
      sum = scores
    }
    return sum ?? new Uint8Array(this.#ids.length)
  }

  #scoreWord(typed: string): Uint8Array {
    const scores = new Uint8Array(this.#ids.length)
    const mark = (word: string, score: number) => {
      for (const slot of this.#holders.get(word)!) if (scores[slot] === 0 || scores[slot]! > score) scores[slot] = score
    }
    const beginning = this.#list.startingWith(typed).filter(word => this.#holders.get(word)!.size > 0)
    for (const word of beginning) mark(word, word === typed ? WORD_SCORE.whole : WORD_SCORE.beginning)
    // A number with a different digit is a different number.
    if (/^\d*$/.test(typed)) return scores
    const most = slipsIn(typed.length + MOST_SLIPS)
    if (most > 0)
      for (const { word, slips } of this.#list.near(typed, most))
        if (slips > 0 && slips <= slipsIn(word.length)) mark(word, WORD_SCORE.slips + slips)
    // While a word is still being typed, its beginning may hold the error.
    if (beginning.length === 0 && slipsIn(typed.length) > 0) {
      for (const { word, slips } of this.#list.near(typed, slipsIn(typed.length), true))
        mark(word, WORD_SCORE.slips + slips + 1)
    }
    return scores
  }

  #slotOf(id: number): number {
    const known = this.#slots.get(id)
    if (known !== undefined) return known
    this.#slots.set(id, this.#ids.length)
    return this.#ids.push(id) - 1
  }

  #holdersOf(word: string): Set<number> {
    const known = this.#holders.get(word)
    if (known) return known
    const fresh = new Set<number>()
    this.#holders.set(word, fresh)
    this.#list.add(word)
    return fresh
  }

  #forgetWords(slot: number): void {
    for (const word of this.#words[slot] ?? []) this.#holders.get(word)!.delete(slot)
    delete this.#words[slot]
  }

  /** Removes slots from the name order and merges new ones in. */
  #reorder(out: ReadonlySet<number>, into: number[]): void {
    const keys = this.#keys
    const right = into.sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
    const merged: number[] = []
    let r = 0
    for (const slot of this.#order) {
      if (out.has(slot)) continue
      while (r < right.length && keys[right[r]!]! < keys[slot]!) merged.push(right[r++]!)
      merged.push(slot)
    }
    while (r < right.length) merged.push(right[r++]!)
    this.#order = merged
  }
}
