import type { Bitmaps, Slot } from '#api/in-memory/bitmaps.ts'

/** Up to this share of all, a list of places is quicker to go through than a bitmap, and smaller. */
const SHARE = 64
const LEAST = 16

/** The products that have something: a sorted list of their places, or a bitmap where they are many. */
export class Posting {
  #bitmaps: Bitmaps
  #places = new Uint32Array(4)
  #slot: Slot | null = null
  size = 0

  constructor(bitmaps: Bitmaps) {
    this.#bitmaps = bitmaps
  }

  get slot(): Slot | null {
    return this.#slot
  }

  /** Ascending; only where it is no bitmap. */
  get places(): Uint32Array {
    return this.#places.subarray(0, this.size)
  }

  add(place: number): void {
    if (this.#slot !== null) {
      if (this.#bitmaps.has(this.#slot, place)) return
      this.#bitmaps.add(this.#slot, place)
      this.size += 1
      return
    }
    const at = this.size === 0 || this.#places[this.size - 1]! < place ? this.size : lowerBound(this.places, place)
    if (at < this.size && this.#places[at] === place) return
    if (this.size === this.#places.length) {
      const more = new Uint32Array(this.size * 2)
      more.set(this.#places)
      this.#places = more
    }
    this.#places.copyWithin(at + 1, at, this.size)
    this.#places[at] = place
    this.size += 1
    if (this.size > LEAST + this.#bitmaps.capacity / SHARE) this.#becomeBitmap()
  }

  remove(place: number): void {
    if (this.#slot !== null) {
      if (!this.#bitmaps.has(this.#slot, place)) return
      this.#bitmaps.remove(this.#slot, place)
      this.size -= 1
      return
    }
    const at = lowerBound(this.places, place)
    if (this.#places[at] !== place || at >= this.size) return
    this.#places.copyWithin(at, at + 1, this.size)
    this.size -= 1
  }

  /** Adds all of it to a bitmap. */
  joinInto(slot: Slot): void {
    if (this.#slot !== null) this.#bitmaps.or(slot, slot, this.#slot)
    else for (const place of this.places) this.#bitmaps.add(slot, place)
  }

  /** How many of a bitmap have it. */
  countIn(slot: Slot): number {
    if (this.#slot !== null) return this.#bitmaps.countBoth(slot, this.#slot)
    const [places, bitmaps] = [this.#places, this.#bitmaps]
    let found = 0
    for (let at = 0; at < this.size; at += 1) if (bitmaps.has(slot, places[at]!)) found += 1
    return found
  }

  isIn(slot: Slot): boolean {
    if (this.#slot !== null) return this.#bitmaps.anyBoth(slot, this.#slot)
    for (let at = 0; at < this.size; at += 1) if (this.#bitmaps.has(slot, this.#places[at]!)) return true
    return false
  }

  #becomeBitmap(): void {
    this.#slot = this.#bitmaps.take()
    for (const place of this.places) this.#bitmaps.add(this.#slot, place)
    this.#places = new Uint32Array(0)
  }
}

/** The first place in a sorted list that is not less. */
export function lowerBound(sorted: Uint32Array, sought: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle]! < sought) from = middle + 1
    else to = middle
  }
  return from
}
