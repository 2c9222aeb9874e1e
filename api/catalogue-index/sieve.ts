import type { Slot } from '#api/in-memory/bitmaps.ts'
import { pairOf, type Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { Filter } from '#api/catalogue-index/filter.ts'
import type { Posting } from '#api/catalogue-index/posting.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { toPesewas } from '#sync/protocol/money.ts'

/** What is on sale, and what it is called. */
export interface Shelf {
  catalogue: Catalogue
  names: ListingNames
}

/** Sizes or colours chosen, by number; null lets everything through. */
type Chosen = ReadonlySet<number> | null

/** Of so many products a search may find one, so that looking at each is quicker than counting by bitmaps. */
const FEW = 256

/**
 * A filter as bitmaps. Once a price or a discount is asked for, products of which only some variants have it are looked
 * at one by one, because one variant must meet all of the filter.
 */
export class Sieve {
  readonly sizes: Chosen
  readonly colours: Chosen
  readonly min: number
  readonly max: number
  readonly onlyDiscounted: boolean
  readonly onlyLeft: boolean
  /** Without the categories, sizes, colours, stock and prices asked for. */
  readonly base: Slot
  /** In the categories asked for; null if in any. */
  readonly inCategory: Slot | null
  readonly inChoice: Slot | null
  /** By the cheapest variant. */
  readonly inPrice: Slot | null
  /** Of the base, those to look at one by one; null if there are none. */
  readonly mixed: Slot | null
  /** All are looked at one by one. */
  readonly areFew: boolean
  #catalogue: Catalogue
  #taken: Slot[] = []

  constructor({ catalogue, names }: Shelf, filter: Filter) {
    this.#catalogue = catalogue
    const { goods } = catalogue
    this.sizes = numbersOf(filter.sizes, code => goods.sizes.find(code))
    this.colours = numbersOf(filter.colours, code => {
      const number = goods.colours.find(code)
      return number === undefined ? undefined : number + 1
    })
    this.min = toPesewas(filter.min_price ?? 0)
    this.max = toPesewas(filter.max_price ?? Infinity)
    this.onlyDiscounted = filter.discounted !== undefined
    this.onlyLeft = filter.in_stock !== undefined
    const asksPrice = this.min > 0 || this.max < Infinity
    this.base = this.#base(filter)
    this.inPrice = asksPrice ? this.#inPrice(this.min, this.max) : null
    this.areFew = filter.found !== undefined && goods.bitmaps.count(this.base) * FEW < goods.bitmaps.capacity
    const isSplit = goods.mixedCount > 0 && (asksPrice || this.onlyDiscounted)
    this.mixed = this.areFew ? this.combined('and', this.base, this.base) : isSplit ? this.#mixed() : null
    if (this.mixed !== null) goods.bitmaps.andNot(this.base, this.base, this.mixed)
    if (this.onlyDiscounted) goods.bitmaps.and(this.base, this.base, goods.discounted)
    this.inCategory = this.#inCategory(filter, names)
    this.inChoice = this.choice(this.onlyLeft)
  }

  /** Gives back all bitmaps. */
  done(): void {
    for (const slot of this.#taken.splice(0)) this.#catalogue.goods.bitmaps.give(slot)
  }

  take(): Slot {
    const slot = this.#catalogue.goods.bitmaps.take()
    this.#taken.push(slot)
    return slot
  }

  combined(how: 'and' | 'andNot', a: Slot, b: Slot): Slot {
    const slot = this.take()
    this.#catalogue.goods.bitmaps[how](slot, a, b)
    return slot
  }

  /** What all these let through; null lets everything. */
  all(...filters: (Slot | null)[]): Slot {
    const asked = filters.filter(slot => slot !== null)
    if (asked.length === 0) return this.base
    return asked.reduce((into, slot) => {
      if (into === this.base) return this.combined('and', into, slot)
      this.#catalogue.goods.bitmaps.and(into, into, slot)
      return into
    }, this.base)
  }

  /** Products with a variant of this size in a chosen colour; the other way round with `byColour`. */
  withPairs(pairs: ReadonlyMap<number, Posting>, keys: number[]): Posting | Slot | null {
    const found = keys.flatMap(key => pairs.get(key) ?? []).filter(({ size }) => size > 0)
    if (found.length < 2) return found[0] ?? null
    const slot = this.take()
    for (const posting of found) posting.joinInto(slot)
    return slot
  }

  /** With a variant of a chosen size and colour, of which a piece is left if `isLeft`; null if all have one. */
  choice(isLeft: boolean): Slot | null {
    const { sizes, colours } = this
    if (!sizes && !colours) return isLeft ? this.#catalogue.goods.inStock : null
    const { bySize, byColour, byPair } = this.postings(isLeft)
    const [postings, keys] = !colours
      ? [bySize, [...sizes!]]
      : !sizes
        ? [byColour, [...colours]]
        : [byPair, [...sizes].flatMap(size => [...colours].map(colour => pairOf(size, colour)))]
    const slot = this.take()
    for (const key of keys) postings.get(key)?.joinInto(slot)
    return slot
  }

  /** The products by size and colour, with `isLeft` those with a piece left of it. */
  postings(isLeft = this.onlyLeft): Pick<Catalogue, 'bySize' | 'byColour' | 'byPair'> {
    const { leftBySize, leftByColour, leftByPair } = this.#catalogue
    return isLeft ? { bySize: leftBySize, byColour: leftByColour, byPair: leftByPair } : this.#catalogue
  }

  #base({ found, since }: Filter): Slot {
    const { goods } = this.#catalogue
    const slot = this.take()
    goods.bitmaps.copy(slot, goods.live)
    if (found !== undefined) goods.bitmaps.and(slot, slot, found)
    if (since !== undefined) goods.bitmaps.and(slot, slot, this.#newSince(since))
    return slot
  }

  #newSince(since: number): Slot {
    const { goods, orders } = this.#catalogue
    const { places } = orders.created
    const { created } = goods.products.of
    const slot = this.take()
    for (let rank = firstRank(places, place => created[place]! >= since); rank < places.length; rank += 1)
      goods.bitmaps.add(slot, places[rank]!)
    return slot
  }

  #inCategory({ categories = [] }: Filter, names: ListingNames): Slot | null {
    if (categories.length === 0) return null
    const slot = this.take()
    for (const [id, posting] of this.#catalogue.byCategory)
      if (lineageOf(id, names).some(above => categories.includes(above))) posting.joinInto(slot)
    return slot
  }

  /** Where some variants have what is asked for and others have not. */
  #mixed(): Slot {
    const { bitmaps, mixed, reduced } = this.#catalogue.goods
    const slot = this.combined('and', this.base, mixed)
    if (this.onlyDiscounted) bitmaps.and(slot, slot, reduced)
    else bitmaps.and(slot, slot, this.#partlyInPrice())
    return slot
  }

  #partlyInPrice(): Slot {
    const { bitmaps } = this.#catalogue.goods
    const dearest = this.#inPrice(this.min, this.max, 'price_to')
    const partly = this.combined('andNot', this.inPrice!, dearest)
    bitmaps.or(partly, partly, this.combined('andNot', dearest, this.inPrice!))
    if (this.min === 0 || this.max === Infinity) return partly
    const above = this.#inPrice(this.max + 1, Infinity, 'price_to')
    bitmaps.or(partly, partly, this.combined('and', this.#inPrice(0, this.min - 1), above))
    return partly
  }

  /** By the cheapest variant of each, or by the dearest. */
  #inPrice(min: number, max: number, by: 'price' | 'price_to' = 'price'): Slot {
    const { goods, orders, ranges } = this.#catalogue
    const { places } = orders[by]
    const price = goods.products.of[by]
    const slot = this.take()
    ranges[by].fill(slot, places, [
      firstRank(places, place => price[place]! >= min),
      firstRank(places, place => price[place]! > max),
    ])
    return slot
  }
}

/** The first rank from which on all places are so. */
function firstRank(places: Uint32Array, isSo: (place: number) => boolean): number {
  let [from, to] = [0, places.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isSo(places[middle]!)) to = middle
    else from = middle + 1
  }
  return from
}

function numbersOf(codes: readonly string[] | undefined, find: (code: string) => number | undefined): Chosen {
  return codes?.length ? new Set(codes.flatMap(code => find(code) ?? [])) : null
}
