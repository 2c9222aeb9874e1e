import type { Bitmaps, Slot } from '#api/in-memory/bitmaps.ts'

const STEPS = 64

/** Bitmaps of the cheapest goods, of one 64th, of two … so that a range of prices is the difference of two. */
export class PriceRanges {
  #bitmaps: Bitmaps
  #slots: Slot[] = []
  #made: Uint32Array | null = null

  constructor(bitmaps: Bitmaps) {
    this.#bitmaps = bitmaps
  }

  /** Fills a bitmap with the products from the `from`th cheapest to before the `to`th. */
  fill(slot: Slot, places: Uint32Array, [from, to]: readonly [number, number]): void {
    if (from >= to) return this.#bitmaps.empty(slot)
    if (this.#made !== places) this.#make(places)
    const [bitmaps, step] = [this.#bitmaps, stepOf(places)]
    const [low, high] = [Math.floor(from / step), Math.floor(to / step)]
    bitmaps.andNot(slot, this.#slots[high]!, this.#slots[low]!)
    for (let rank = high * step; rank < to; rank += 1) bitmaps.add(slot, places[rank]!)
    for (let rank = low * step; rank < from; rank += 1) bitmaps.remove(slot, places[rank]!)
  }

  #make(places: Uint32Array): void {
    const bitmaps = this.#bitmaps
    while (this.#slots.length <= STEPS) this.#slots.push(bitmaps.take())
    const step = stepOf(places)
    bitmaps.empty(this.#slots[0]!)
    for (let nth = 1; nth <= STEPS; nth += 1) {
      bitmaps.copy(this.#slots[nth]!, this.#slots[nth - 1]!)
      const end = Math.min(nth * step, places.length)
      for (let rank = (nth - 1) * step; rank < end; rank += 1) bitmaps.add(this.#slots[nth]!, places[rank]!)
    }
    this.#made = places
  }
}

const stepOf = (places: Uint32Array) => Math.max(1, Math.ceil(places.length / STEPS))
