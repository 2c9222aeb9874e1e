import type { Bitmaps, Slot } from '#api/in-memory/bitmaps.ts'
import { inTurns } from '#api/in-memory/turns.ts'
import { BaseWords, FIELDS, type Field, type Stretch } from '#api/words/base-words.ts'
import { GatheredWords } from '#api/words/gathered-words.ts'
import { lowerBoundBy } from '#api/words/lower-bound.ts'
import { forWhomIs, FOR_WHOM } from '#api/words/for-whom.ts'

/** The words of one product. */
export interface PlaceWords {
  /** Each once. */
  name: readonly string[]
  last: string | undefined
  others: readonly string[]
}
export interface Spelt extends PlaceWords {
  /** The name as its words come from, for whom it is. */
  text: string
}

/** Longer names count as so long. */
export const LONGEST_NAME = 16
/** So many changed products, and this share of all, are put among the others in the background. */
const MOST_LATE = 500
const LATE_SHARE = 100

/** Which words a sought one answers: it alone, or all that begin with it. */
export interface Wanted {
  word: string
  begins: boolean
}

/**
 * The words by which a search finds goods. Those of goods that changed since all were put in order stand
 * beside them, until they are taken in.
 */
export class PostedWords {
  #bitmaps: Bitmaps
  base = new BaseWords()
  /** Goods whose words in the base count no more. */
  #stale: Slot
  #late = new Map<number, PlaceWords>()
  #lateWords: string[] = []
  #lateHolders = new Map<string, Record<Field, Set<number>>>()
  #gathered: GatheredWords | null = null
  /** What changed while the words are being taken in; null if they are not. */
  #since: Set<number> | null = null
  /** By what a name says about its wearer. */
  readonly forWhom: readonly Slot[]
  /** By the number of words in a name, from one. */
  readonly lengths: readonly Slot[]

  constructor(bitmaps: Bitmaps) {
    this.#bitmaps = bitmaps
    this.#stale = bitmaps.take()
    this.forWhom = FOR_WHOM.map(() => bitmaps.take())
    this.lengths = Array.from({ length: LONGEST_NAME }, () => bitmaps.take())
  }

  get lateCount(): number {
    return this.#late.size
  }

  /** Those that stand beside the base. */
  get lateWords(): readonly string[] {
    return this.#lateWords
  }

  /** Notes a product of a catalogue that is being filled; it is found once `settle` is done. */
  gather(place: number, spelt: Spelt): void {
    this.#gathered ??= new GatheredWords()
    this.#flag(place, spelt)
    noteAll(this.#gathered, place, spelt)
  }

  async settle(): Promise<void> {
    if (this.#gathered) this.base = await this.#gathered.inOrder(this.#bitmaps)
    this.#gathered = null
  }

  put(place: number, spelt: Spelt): void {
    this.remove(place)
    this.#flag(place, spelt)
    const { name, last, others } = spelt
    const words = { name, last, others }
    this.#late.set(place, words)
    eachOf(words, (field, word) => this.#holdersOf(word)[field].add(place))
  }

  remove(place: number): void {
    this.#since?.add(place)
    this.#bitmaps.add(this.#stale, place)
    for (const slot of [...this.forWhom, ...this.lengths]) this.#bitmaps.remove(slot, place)
    const held = this.#late.get(place)
    if (!held) return
    this.#late.delete(place)
    eachOf(held, (field, word) => this.#holdersOf(word)[field].delete(place))
  }

  /** Whether any goods had it when they were last put in order, or have it since. */
  has(field: Field, { word, begins }: Wanted): boolean {
    const stretch = begins ? this.base.startingWith(word) : this.base.find(word)
    if (this.base.has(field, stretch)) return true
    const late = begins ? this.#lateStartingWith(word) : [word]
    return late.some(each => (this.#lateHolders.get(each)?.[field].size ?? 0) > 0)
  }

  /** Adds to a bitmap the goods that have a word. */
  fill(into: Slot, field: Field, { word, begins }: Wanted): void {
    const stretch = begins ? this.base.startingWith(word) : this.base.find(word)
    if (stretch[0] < stretch[1]) this.#fillFromBase(into, field, stretch)
    for (const late of begins ? this.#lateStartingWith(word) : [word]) {
      const places = this.#lateHolders.get(late)?.[field]
      if (places) for (const place of places) this.#bitmaps.add(into, place)
    }
  }

  #fillFromBase(into: Slot, field: Field, stretch: Stretch): void {
    const bitmaps = this.#bitmaps
    if (this.#late.size === 0 && !this.#since) return this.base.fill(bitmaps, into, { field, stretch })
    // What is there already may hold goods that are stale only here.
    const fresh = bitmaps.take()
    this.base.fill(bitmaps, fresh, { field, stretch })
    bitmaps.andNot(fresh, fresh, this.#stale)
    bitmaps.or(into, into, fresh)
    bitmaps.give(fresh)
  }

  /** The first words that begin so. */
  beginning(word: string, most: number): string[] {
    const [from, to] = this.base.startingWith(word)
    return [...this.base.words.slice(from, Math.min(to, from + most)), ...this.#lateStartingWith(word).slice(0, most)]
  }

  get isLate(): boolean {
    return !this.#since && this.#late.size > MOST_LATE + this.#bitmaps.capacity / LATE_SHARE
  }

  /** Takes in what stands beside the base. Others have turns in between, and may change goods. */
  async takeIn(): Promise<void> {
    if (this.#since || this.#late.size === 0) return
    const since = (this.#since = new Set<number>())
    const [before, gathered, bitmaps] = [this.base, new GatheredWords(), this.#bitmaps]
    const late = [...this.#late]
    await inTurns(before.words.keys(), word => this.#gatherAgain(gathered, word))
    await inTurns(late, ([place, words]) => {
      if (!since.has(place)) noteAll(gathered, place, words)
    })
    this.base = await gathered.inOrder(bitmaps)
    before.done(bitmaps)
    this.#since = null
    this.#keepOnly(since)
  }

  #gatherAgain(gathered: GatheredWords, word: number): void {
    const [{ words, postings }, bitmaps] = [this.base, this.#bitmaps]
    let number = -1
    const note = (field: Field, place: number) => {
      if (bitmaps.has(this.#stale, place)) return
      if (number < 0) number = gathered.numberOf(words[word]!)
      gathered.note(field, number, place)
    }
    for (const field of FIELDS) {
      const { starts, places, many } = postings[field]
      for (let at = starts[word]!; at < starts[word + 1]!; at += 1) note(field, places[at]!)
      const slot = many.get(word)
      if (slot !== undefined) bitmaps.each(slot, place => note(field, place))
    }
  }

  /** What changed while the rest was taken in stays beside it. */
  #keepOnly(since: ReadonlySet<number>): void {
    const late = [...this.#late].filter(([place]) => since.has(place))
    this.#late = new Map(late)
    this.#lateWords = []
    this.#lateHolders = new Map()
    this.#bitmaps.empty(this.#stale)
    for (const place of since) this.#bitmaps.add(this.#stale, place)
    for (const [place, words] of late) eachOf(words, (field, word) => this.#holdersOf(word)[field].add(place))
  }

  #flag(place: number, { text, name }: Spelt): void {
    for (const slot of forWhomIs(text)) this.#bitmaps.add(this.forWhom[slot]!, place)
    const length = Math.min(LONGEST_NAME, name.length)
    if (length > 0) this.#bitmaps.add(this.lengths[length - 1]!, place)
  }

  #holdersOf(word: string): Record<Field, Set<number>> {
    const known = this.#lateHolders.get(word)
    if (known) return known
    const made = { name: new Set<number>(), last: new Set<number>(), others: new Set<number>() }
    this.#lateHolders.set(word, made)
    this.#lateWords.splice(this.#lateFrom(word), 0, word)
    return made
  }

  #lateFrom(word: string): number {
    return lowerBoundBy(this.#lateWords.length, nth => this.#lateWords[nth]! < word)
  }

  #lateStartingWith(word: string): string[] {
    return this.#lateWords.slice(this.#lateFrom(word), this.#lateFrom(`${word}\uFFFF`))
  }
}

function eachOf({ name, last, others }: PlaceWords, see: (field: Field, word: string) => void): void {
  for (const word of name) see('name', word)
  if (last !== undefined) see('last', last)
  for (const word of others) see('others', word)
}

const noteAll = (gathered: GatheredWords, place: number, words: PlaceWords) =>
  eachOf(words, (field, word) => gathered.note(field, gathered.numberOf(word), place))
