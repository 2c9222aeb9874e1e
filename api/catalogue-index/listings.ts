import { isDiscounted, type Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { ListedVariant } from '#api/catalogue-index/listing.ts'

/** Names and choices that were read are kept for this many products. */
const MOST_KNOWN = 20_000

/** A product on sale, read from the catalogue when something of it is asked for. Valid until the next change. */
export class Listed {
  readonly id: number
  #catalogue: Catalogue
  readonly place: number
  #name: string | null = null
  #choices: ListedVariant[] | null = null

  constructor(catalogue: Catalogue, place: number) {
    this.#catalogue = catalogue
    this.place = place
    this.id = catalogue.goods.products.of.id[place]!
  }

  get category_id(): number {
    return this.#catalogue.goods.products.of.category[this.place]!
  }

  /** What its cheapest variation costs, in pesewas. */
  get price(): number {
    return this.#catalogue.goods.products.of.price[this.place]!
  }

  get price_to(): number {
    return this.#catalogue.goods.products.of.price_to[this.place]!
  }

  get views(): number {
    return this.#catalogue.goods.products.of.views[this.place]!
  }

  get in_stock(): boolean {
    const { bitmaps, inStock } = this.#catalogue.goods
    return bitmaps.has(inStock, this.place)
  }

  /** As sorted by. */
  get name(): string {
    return (this.#name ??= this.#catalogue.goods.sortName(this.place))
  }

  get choices(): readonly ListedVariant[] {
    return (this.#choices ??= this.#catalogue.goods.choicesOf(this.place))
  }

  /** The cheapest variation is reduced. */
  get discounted(): boolean {
    return isDiscounted(this.summary)
  }

  get summary(): string {
    return this.#catalogue.goods.summaryOf(this.place)
  }
}

/** The products on sale by id. */
export class Listings {
  #catalogue: Catalogue

  #known = new Map<number, Listed>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
    catalogue.watching.push(place => this.#known.delete(place))
  }

  get size(): number {
    return this.#catalogue.size
  }

  has(id: number): boolean {
    return this.#catalogue.placeOf(id) !== undefined
  }

  get(id: number): Listed | undefined {
    const place = this.#catalogue.placeOf(id)
    return place === undefined ? undefined : this.at(place)
  }

  at(place: number): Listed {
    const known = this.#known.get(place)
    if (known) return known
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    const listed = new Listed(this.#catalogue, place)
    this.#known.set(place, listed)
    return listed
  }

  keys(): Uint32Array {
    return this.#catalogue.goods.idsOf(this.#catalogue.orders.id.places)
  }

  /** By id. */
  *values(): Generator<Listed> {
    for (const place of this.#catalogue.orders.id.places) yield this.at(place)
  }
}
