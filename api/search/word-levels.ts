import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { ListingNames } from '#api/catalogue-index/listing-names.ts'
import type { Field } from '#api/words/base-words.ts'
import { categoriesWith } from '#api/search/category-levels.ts'
import type { Wanted } from '#api/words/posted-words.ts'
import { Scratch, type Level } from '#api/search/level.ts'
import { pluralsOf } from '#api/search/spellings.ts'
import { BEGUN, farScore, nearScore, PLURAL, SAME, SHORTEST_BEGUN } from '#sync/protocol/search/score.ts'
import type { Sought } from '#sync/protocol/search/understand.ts'

/** More bitmaps than this are not kept from one search to the next. */
const MOST_KEPT = 256

interface Kept {
  levels: readonly Level[]
  scratch: Scratch
}

/** How well goods answer single words. Kept until goods or names change: most searches have words in common. */
export class WordLevels {
  readonly catalogue: Catalogue
  readonly names: ListingNames
  readonly changes: number
  /** What is being worked out now. */
  #kept: Scratch
  #levels = new Map<string, Kept>()
  #size = 0

  constructor(catalogue: Catalogue, names: ListingNames) {
    this.catalogue = catalogue
    this.names = names
    this.changes = catalogue.changes
    this.#kept = new Scratch(catalogue.goods.bitmaps)
  }

  done(): void {
    for (const key of this.#levels.keys()) this.#drop(key)
  }

  /** Between two searches: nobody reads what is given back. What was not asked for the longest time goes first. */
  tidy(): void {
    for (const key of this.#levels.keys()) {
      if (this.#size <= MOST_KEPT) return
      this.#drop(key)
    }
  }

  #drop(key: string): void {
    const { scratch } = this.#levels.get(key)!
    this.#levels.delete(key)
    this.#size -= scratch.size
    scratch.done()
  }

  /** Everything that answers a word of a search. `asFirst`: only as it was typed. */
  ofSought({ ways, unfinished }: Sought, { withOthers, asFirst = false }: { withOthers: boolean; asFirst?: boolean }) {
    const key = `${withOthers} ${unfinished} ${asFirst} ${ways.map(({ words, weight }) => `${weight} ${words.join(' ')}`).join(',')}`
    return this.#keep(key, () => {
      const found: Level[] = []
      for (const [at, { words, weight }] of (asFirst ? ways.slice(0, 1) : ways).entries()) {
        const begun = at === 0 && unfinished ? BEGUN : 0
        const each = words.map(word => this.#ofWord(word, begun, withOthers))
        for (const { value, slot, count } of this.#together(each))
          found.push({ value: (weight * value) / words.length, slot, count })
      }
      return this.#kept.best(found)
    })
  }

  /** Goods that have a word in their name, as it is or in its plural; `withOthers`: or elsewhere. */
  havingWord(word: string, withOthers: boolean): Slot {
    const fields: Field[] = withOthers ? ['name', 'others'] : ['name']
    const [found] = this.#keep(`having ${withOthers} ${word}`, () => {
      const slot = this.#kept.take()
      for (const each of [word, ...pluralsOf(word)])
        for (const field of fields) this.catalogue.words.fill(slot, field, { word: each, begins: false })
      return [this.#kept.level(1, slot)]
    })
    return found!.slot
  }

  /** Goods with this very word in their name. */
  named(word: string): Level {
    const [found] = this.#keep(`named ${word}`, () => {
      const slot = this.#kept.take()
      this.catalogue.words.fill(slot, 'name', { word, begins: false })
      return [this.#kept.level(1, slot)]
    })
    return found!
  }

  /** Sums of the levels of several words. All must be there. The bitmaps are new. */
  #together(each: readonly (readonly Level[])[]): Level[] {
    const kept = this.#kept
    let sums = each[0]!.map(({ value, slot, count }) => ({ value, slot: kept.copy(slot), count }))
    for (const levels of each.slice(1)) {
      const next: Level[] = []
      for (const sum of sums) {
        for (const level of levels) next.push(...kept.common(sum.value + level.value, sum.slot, level.slot))
        kept.give(sum.slot)
      }
      sums = next
    }
    return sums
  }

  #ofWord(word: string, begun: number, withOthers: boolean): readonly Level[] {
    return this.#keep(`${word}|${begun > 0}|${withOthers}`, () => {
      const { own, above } = categoriesWith(word, begun, this.names)
      const near = this.#near(word, begun, this.#inCategories(own))
      const far = this.#inCategories(above).map(({ value, slot, count }) => ({
        value: farScore(value, 0),
        slot,
        count,
      }))
      if (withOthers)
        for (const { value, slot, count } of this.#alike('others', word, begun))
          far.push({ value: farScore(0, value), slot, count })
      if (far.length === 0) return near
      const { bitmaps } = this.#kept
      const nearer = this.#kept.union(near)
      const further = this.#kept.best(far).map(({ value, slot }) => {
        bitmaps.andNot(slot, slot, nearer)
        return this.#kept.level(value, slot)
      })
      this.#kept.give(nearer)
      return this.#kept.best([...near, ...further])
    })
  }

  /** By name and category: what both say adds up. Takes over the bitmaps of the categories. */
  #near(word: string, begun: number, inCategory: readonly Level[]): Level[] {
    const kept = this.#kept
    const found: Level[] = []
    const inName = this.#inName(word, begun)
    for (const { value, slot, isLast } of inName) {
      for (const category of inCategory)
        found.push(...kept.common(nearScore(value, isLast, category.value), slot, category.slot))
      const alone = kept.copy(slot)
      for (const category of inCategory) kept.bitmaps.andNot(alone, alone, category.slot)
      found.push(kept.level(nearScore(value, isLast, 0), alone))
    }
    for (const { value, slot } of inCategory) {
      for (const name of inName) kept.bitmaps.andNot(slot, slot, name.slot)
      found.push(kept.level(nearScore(0, false, value), slot))
    }
    for (const { slot } of inName) kept.give(slot)
    return kept.best(found)
  }

  #inName(word: string, begun: number): (Level & { isLast: boolean })[] {
    const kept = this.#kept
    const inName = this.#alike('name', word, begun)
    if (inName.length === 0) return []
    const last = kept.take()
    for (const each of [word, ...pluralsOf(word)])
      this.catalogue.words.fill(last, 'last', { word: each, begins: false })
    const found = inName.flatMap(({ value, slot, count }) => {
      const asLast = kept.common(value, slot, last)
      kept.bitmaps.andNot(slot, slot, last)
      const rest = { value, slot, count: count - (asLast[0]?.count ?? 0), isLast: false }
      return [...asLast.map(level => ({ ...level, isLast: true })), rest]
    })
    kept.give(last)
    return found.filter(({ count, slot }) => {
      if (count === 0) kept.give(slot)
      return count > 0
    })
  }

  /** Goods with the word itself, with its plural, or with one that begins so. */
  #alike(field: Field, word: string, begun: number): Level[] {
    const same = this.#having(SAME, field, [{ word, begins: false }])
    const plural = this.#having(
      PLURAL,
      field,
      pluralsOf(word).map(other => ({ word: other, begins: false })),
    )
    const begins = begun > 0 && word.length >= SHORTEST_BEGUN
    return this.#kept.best([...same, ...plural, ...(begins ? this.#having(begun, field, [{ word, begins }]) : [])])
  }

  #having(value: number, field: Field, wanted: readonly Wanted[]): Level[] {
    const { words } = this.catalogue
    const known = wanted.filter(each => words.has(field, each))
    if (known.length === 0) return []
    const slot = this.#kept.take()
    for (const each of known) words.fill(slot, field, each)
    return [this.#kept.level(value, slot)]
  }

  #inCategories(scores: ReadonlyMap<number, number>): Level[] {
    const slots = new Map<number, Slot>()
    for (const [id, score] of scores) {
      const posting = this.catalogue.byCategory.get(id)
      if (!posting || posting.size === 0) continue
      const slot = slots.get(score) ?? this.#kept.take()
      slots.set(score, slot)
      posting.joinInto(slot)
    }
    return [...slots].map(([value, slot]) => this.#kept.level(value, slot))
  }

  #keep(key: string, make: () => Level[]): readonly Level[] {
    const known = this.#levels.get(key)
    if (known) {
      this.#levels.delete(key)
      this.#levels.set(key, known)
      return known.levels
    }
    const [outer, scratch] = [this.#kept, new Scratch(this.#kept.bitmaps)]
    this.#kept = scratch
    try {
      const levels = make()
      this.#levels.set(key, { levels, scratch })
      this.#size += scratch.size
      return levels
    } catch (error) {
      scratch.done()
      throw error
    } finally {
      this.#kept = outer
    }
  }
}

const heldBy = new WeakMap<Catalogue, WordLevels>()

/** Those of a catalogue as it is now. */
export function wordLevelsOf(catalogue: Catalogue, names: ListingNames): WordLevels {
  const held = heldBy.get(catalogue)
  if (held && held.changes === catalogue.changes && held.names === names) {
    held.tidy()
    return held
  }
  held?.done()
  const made = new WordLevels(catalogue, names)
  heldBy.set(catalogue, made)
  return made
}
