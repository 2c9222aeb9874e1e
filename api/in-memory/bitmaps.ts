import { TURN, wordMachine, type WordMachine } from '#api/in-memory/word-machine.ts'

const PAGE = 65_536
const BITS = TURN * 8

/** Where two bitmaps have anything in common, they mostly have it in their first words. */
const FIRST_LOOK = 256

/** The place of a bitmap among the others. */
export type Slot = number

/** Bitmaps of one length, side by side in one memory. */
export class Bitmaps {
  #memory = new WebAssembly.Memory({ initial: 1 })
  #run: WordMachine = wordMachine(this.#memory)
  #free: Slot[] = []
  #slots = 0
  /** Of one bitmap, in bytes. */
  #length: number
  words = new Uint32Array(this.#memory.buffer)

  constructor(bits: number) {
    this.#length = Math.max(1, Math.ceil(bits / BITS)) * TURN
  }

  /** How many bits each has. */
  get capacity(): number {
    return this.#length * 8
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** An empty bitmap. */
  take(): Slot {
    const free = this.#free.pop()
    if (free === undefined) return this.#oneMore()
    this.empty(free)
    return free
  }

  /** A bitmap with anything in it, to be written over as a whole. */
  takeAny(): Slot {
    return this.#free.pop() ?? this.#oneMore()
  }

  #oneMore(): Slot {
    this.#slots += 1
    const missing = this.#slots * this.#length - this.#memory.buffer.byteLength
    if (missing > 0) {
      // Doubling would take twice the room for a large catalogue.
      this.#memory.grow(Math.ceil((missing + this.#memory.buffer.byteLength / 8) / PAGE))
      this.words = new Uint32Array(this.#memory.buffer)
    }
    return this.#slots - 1
  }

  give(slot: Slot): void {
    this.#free.push(slot)
  }

  /** Makes room for more bits. Slots keep their numbers. */
  grow(bits: number): void {
    if (bits <= this.capacity) return
    const before = { words: this.words, length: this.#length }
    this.#length = Math.ceil(bits / BITS) * TURN
    this.#memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil((this.#slots * this.#length) / PAGE)) })
    this.#run = wordMachine(this.#memory)
    this.words = new Uint32Array(this.#memory.buffer)
    for (let slot = 0; slot < this.#slots; slot += 1)
      this.words.set(
        before.words.subarray((slot * before.length) / 4, ((slot + 1) * before.length) / 4),
        (slot * this.#length) / 4,
      )
  }

  /** Valid until the next `take` or `grow`. */
  wordsOf(slot: Slot): Uint32Array {
    return this.words.subarray((slot * this.#length) / 4, ((slot + 1) * this.#length) / 4)
  }

  has(slot: Slot, bit: number): boolean {
    return (this.words[((slot * this.#length) >> 2) + (bit >>> 5)]! & (1 << (bit & 31))) !== 0
  }

  add(slot: Slot, bit: number): void {
    this.words[((slot * this.#length) >> 2) + (bit >>> 5)]! |= 1 << (bit & 31)
  }

  addAll(slot: Slot, bits: Uint32Array): void {
    const [words, from] = [this.words, (slot * this.#length) >> 2]
    for (let nth = 0; nth < bits.length; nth += 1) words[from + (bits[nth]! >>> 5)]! |= 1 << (bits[nth]! & 31)
  }

  remove(slot: Slot, bit: number): void {
    this.words[((slot * this.#length) >> 2) + (bit >>> 5)]! &= ~(1 << (bit & 31))
  }

  copy(into: Slot, from: Slot): void {
    this.wordsOf(into).set(this.wordsOf(from))
  }

  empty(slot: Slot): void {
    this.wordsOf(slot).fill(0)
  }

  and(into: Slot, a: Slot, b: Slot): void {
    this.#run.and(into * this.#length, a * this.#length, b * this.#length, this.#length)
  }

  or(into: Slot, a: Slot, b: Slot): void {
    this.#run.or(into * this.#length, a * this.#length, b * this.#length, this.#length)
  }

  andNot(into: Slot, a: Slot, b: Slot): void {
    this.#run.andNot(into * this.#length, a * this.#length, b * this.#length, this.#length)
  }

  countBoth(a: Slot, b: Slot): number {
    return this.#run.countBoth(a * this.#length, b * this.#length, this.#length)
  }

  anyBoth(a: Slot, b: Slot): boolean {
    const [words, one, other] = [this.words, (a * this.#length) >> 2, (b * this.#length) >> 2]
    const first = Math.min(FIRST_LOOK, this.#length >> 2)
    for (let at = 0; at < first; at += 1) if ((words[one + at]! & words[other + at]!) !== 0) return true
    return this.countBoth(a, b) > 0
  }

  count(slot: Slot): number {
    return this.countBoth(slot, slot)
  }

  list(slot: Slot): Uint32Array {
    const found = new Uint32Array(this.count(slot))
    let nth = 0
    this.each(slot, bit => (found[nth++] = bit))
    return found
  }

  /** The bits that are set, ascending. */
  each(slot: Slot, see: (bit: number) => void): void {
    const words = this.wordsOf(slot)
    for (let at = 0; at < words.length; at += 1)
      for (let word = words[at]!; word !== 0; word &= word - 1) see((at << 5) + 31 - Math.clz32(word & -word))
  }
}
