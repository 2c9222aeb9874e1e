import { Bitmaps } from '#api/in-memory/bitmaps.ts'
import { Codes } from '#api/catalogue-index/codes.ts'
import { Columns } from '#api/catalogue-index/columns.ts'
import type { Listing, ListedVariant } from '#api/catalogue-index/listing.ts'
import { Texts } from '#api/catalogue-index/texts.ts'
import { plain } from '#api/words/search-words.ts'

const FIRST = 256
export const LEFT = 1
export const REDUCED = 2

export const PRODUCT = {
  id: 'Uint32',
  category: 'Uint32',
  views: 'Uint32',
  sold: 'Uint32',
  price: 'Float64',
  price_to: 'Float64',
  created: 'Float64',
  stamp: 'Float64',
  spelling: 'Uint32',
  textFrom: 'Float64',
  textLength: 'Uint32',
  variantFrom: 'Uint32',
  variants: 'Uint32',
} as const
export const VARIANT = { size: 'Uint16', colour: 'Uint16', is: 'Uint8', price: 'Float64' } as const

/** A variant as numbers. `colour`: 0 for none, else one more than its number among the codes. */
export interface NumberedVariant {
  size: number
  colour: number
  left: boolean
  reduced: boolean
  price: number
}

/** What is known of each product and of each variant, in columns. A product has a place, its variants are together. */
export class Goods {
  readonly bitmaps = new Bitmaps(FIRST)
  readonly products = new Columns(PRODUCT, FIRST)
  readonly variants = new Columns(VARIANT, FIRST)
  readonly texts = new Texts()
  sizes = new Codes()
  colours = new Codes()
  /** On sale. */
  readonly live = this.bitmaps.take()
  /** All variants are reduced. */
  readonly discounted = this.bitmaps.take()
  /** Some variant is reduced. */
  readonly reduced = this.bitmaps.take()
  /** The variants differ in price. */
  readonly mixed = this.bitmaps.take()
  readonly inStock = this.bitmaps.take()
  /** Places and variants that were ever used. */
  placesUsed = 0
  variantsUsed = 0
  freePlaces: number[] = []
  mixedCount = 0
  /** Beginnings of runs of variants that are free, by their length. */
  readonly #freeRuns = new Map<number, number[]>()

  takePlace(): number {
    const free = this.freePlaces.pop()
    if (free !== undefined) return free
    if (this.placesUsed === this.products.length) this.grow(Math.ceil(this.placesUsed * 1.25))
    this.placesUsed += 1
    return this.placesUsed - 1
  }

  grow(places: number): void {
    this.bitmaps.grow(places)
    this.products.grow(this.bitmaps.capacity)
  }

  write(place: number, listing: Listing): void {
    const { of } = this.products
    const isMixed = isUneven(listing)
    of.id[place] = listing.id
    of.category[place] = listing.category_id
    of.views[place] = listing.views
    of.sold[place] = listing.sold
    of.price[place] = listing.price
    of.price_to[place] = listing.choices.reduce((most, [, , , own = 0]) => Math.max(most, own), listing.price)
    of.created[place] = listing.created_at
    of.stamp[place] = listing.stamp
    this.#writeText(place, listing.summary)
    this.#writeVariants(place, listing)
    this.#mark(this.live, place, true)
    this.#mark(this.discounted, place, listing.discounted && !isMixed)
    this.#mark(this.reduced, place, isMixed ? listing.choices.some(isReduced) : listing.discounted)
    this.#mark(this.mixed, place, isMixed)
    this.#mark(
      this.inStock,
      place,
      listing.choices.some(([, , left]) => left === 1),
    )
    if (isMixed) this.mixedCount += 1
  }

  /** Takes a product out of all bitmaps, before it is written again or dropped. */
  clear(place: number): void {
    if (this.bitmaps.has(this.mixed, place)) this.mixedCount -= 1
    for (const flag of [this.live, this.discounted, this.reduced, this.mixed, this.inStock])
      this.bitmaps.remove(flag, place)
  }

  /** Gives back what a product took. */
  drop(place: number): void {
    const { of } = this.products
    this.texts.forget(of.textFrom[place]!, of.textLength[place]!)
    of.textLength[place] = 0
    this.#freeRun(place)
    this.freePlaces.push(place)
  }

  idsOf(places: Uint32Array): Uint32Array {
    const { id } = this.products.of
    return places.map(place => id[place]!)
  }

  variantsOf(place: number): NumberedVariant[] {
    const [from, many] = [this.products.of.variantFrom[place]!, this.products.of.variants[place]!]
    return Array.from({ length: many }, (_, i) => this.#variant(from + i))
  }

  choicesOf(place: number): ListedVariant[] {
    const hasOwnPrices = this.bitmaps.has(this.mixed, place)
    return this.variantsOf(place).map(({ size, colour, left, price, reduced }): ListedVariant => {
      const named = [this.sizes.all[size]!, colour === 0 ? null : this.colours.all[colour - 1]!] as const
      const is = left ? 1 : 0
      return hasOwnPrices ? [...named, is, price, reduced ? 1 : 0] : [...named, is]
    })
  }

  summaryOf(place: number): string {
    const { textFrom, textLength } = this.products.of
    return this.texts.read(textFrom[place]!, textLength[place]!)
  }

  /** The name as sorted by. */
  sortName(place: number): string {
    const { textFrom, textLength } = this.products.of
    return plain(this.texts.readName(textFrom[place]!, textLength[place]!))
  }

  /** Moves the texts of a piece of the memory in which few are left. */
  tidy(): void {
    const chunk = this.texts.wasteful
    if (chunk < 0) return
    const { textFrom, textLength } = this.products.of
    for (let place = 0; place < this.placesUsed; place += 1) {
      if (textLength[place] === 0 || !this.texts.isIn(chunk, textFrom[place]!)) continue
      textFrom[place] = this.texts.write(this.summaryOf(place)).from
    }
    this.texts.release(chunk)
  }

  #variant(at: number): NumberedVariant {
    const { size, colour, is, price } = this.variants.of
    return {
      size: size[at]!,
      colour: colour[at]!,
      left: (is[at]! & LEFT) !== 0,
      reduced: (is[at]! & REDUCED) !== 0,
      price: price[at]!,
    }
  }

  #writeVariants(place: number, { choices, price, discounted }: Listing): void {
    let at = this.#runFor(place, choices.length)
    const { of } = this.variants
    for (const [size, colour, left, own = price, reduced = discounted ? 1 : 0] of choices) {
      of.size[at] = this.sizes.numberOf(size)
      of.colour[at] = colour === null ? 0 : this.colours.numberOf(colour) + 1
      of.is[at] = (left === 1 ? LEFT : 0) | (reduced === 1 ? REDUCED : 0)
      of.price[at] = own
      at += 1
    }
  }

  #writeText(place: number, summary: string): void {
    const { textFrom, textLength } = this.products.of
    if (textLength[place]! > 0) {
      if (this.summaryOf(place) === summary) return
      this.texts.forget(textFrom[place]!, textLength[place]!)
    }
    const { from, length } = this.texts.write(summary)
    textFrom[place] = from
    textLength[place] = length
  }

  /** Where a product's variants go: where they were, where another's were of the same number, or behind all. */
  #runFor(place: number, many: number): number {
    const { variantFrom, variants } = this.products.of
    if (variants[place] === many && many > 0) return variantFrom[place]!
    this.#freeRun(place)
    let from = this.#freeRuns.get(many)?.pop()
    if (from === undefined) {
      const missing = this.variantsUsed + many - this.variants.length
      if (missing > 0) this.variants.grow(Math.ceil(this.variants.length * 1.25) + missing)
      from = this.variantsUsed
      this.variantsUsed += many
    }
    variantFrom[place] = from
    variants[place] = many
    return from
  }

  #freeRun(place: number): void {
    const { variantFrom, variants } = this.products.of
    const many = variants[place]!
    if (many > 0) {
      const runs = this.#freeRuns.get(many)
      if (runs) runs.push(variantFrom[place]!)
      else this.#freeRuns.set(many, [variantFrom[place]!])
    }
    variants[place] = 0
  }

  #mark(slot: number, place: number, is: boolean): void {
    if (is) this.bitmaps.add(slot, place)
    else this.bitmaps.remove(slot, place)
  }
}

/** Whether the variants differ in price, or in being reduced, from each other or from the product. */
const isUneven = ({ choices, price, discounted }: Listing) =>
  choices.some(([, , , own = price, reduced = discounted ? 1 : 0]) => own !== price || (reduced === 1) !== discounted)

const isReduced = ([, , , , reduced]: ListedVariant) => reduced === 1
