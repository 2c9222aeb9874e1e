import type { Bitmaps, Slot } from '#api/in-memory/bitmaps.ts'

/** Goods that answer something equally well. */
export interface Level {
  value: number
  slot: Slot
  count: number
}

/** Bitmaps taken for one piece of work, and given back together. */
export class Scratch {
  readonly bitmaps: Bitmaps
  #taken = new Set<Slot>()

  constructor(bitmaps: Bitmaps) {
    this.bitmaps = bitmaps
  }

  get size(): number {
    return this.#taken.size
  }

  /** An empty one. */
  take(): Slot {
    const slot = this.bitmaps.take()
    this.#taken.add(slot)
    return slot
  }

  give(slot: Slot): void {
    if (this.#taken.delete(slot)) this.bitmaps.give(slot)
  }

  copy(from: Slot): Slot {
    const slot = this.#takeAny()
    this.bitmaps.copy(slot, from)
    return slot
  }

  combined(how: 'and' | 'andNot', a: Slot, b: Slot): Slot {
    const slot = this.#takeAny()
    this.bitmaps[how](slot, a, b)
    return slot
  }

  /** What two have in common, at a level; none if that is nothing. */
  common(value: number, a: Slot, b: Slot): Level[] {
    const count = this.bitmaps.countBoth(a, b)
    return count === 0 ? [] : [{ value, slot: this.combined('and', a, b), count }]
  }

  #takeAny(): Slot {
    const slot = this.bitmaps.takeAny()
    this.#taken.add(slot)
    return slot
  }

  done(): void {
    for (const slot of this.#taken) this.bitmaps.give(slot)
    this.#taken.clear()
  }

  /** The same goods at their best level only, the best first. Takes over the bitmaps. */
  best(levels: readonly Level[]): Level[] {
    const { bitmaps } = this
    for (const { count, slot } of levels) if (count === 0) this.give(slot)
    const sorted = levels.filter(({ count }) => count > 0).sort((a, b) => b.value - a.value)
    if (sorted.length < 2) return sorted
    const seen = this.take()
    const found: Level[] = []
    for (const [nth, { value, slot }] of sorted.entries()) {
      if (nth > 0) bitmaps.andNot(slot, slot, seen)
      const count = bitmaps.count(slot)
      const before = found.at(-1)
      if (count === 0) this.give(slot)
      else {
        bitmaps.or(seen, seen, slot)
        if (before?.value === value) {
          bitmaps.or(before.slot, before.slot, slot)
          before.count += count
          this.give(slot)
        } else found.push({ value, slot, count })
      }
    }
    this.give(seen)
    return found
  }

  /** A level of what a bitmap holds, which it takes over. */
  level(value: number, slot: Slot): Level {
    return { value, slot, count: this.bitmaps.count(slot) }
  }

  union(levels: readonly Level[]): Slot {
    const slot = this.take()
    for (const level of levels) this.bitmaps.or(slot, slot, level.slot)
    return slot
  }
}
