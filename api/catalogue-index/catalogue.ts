import { Goods, LEFT } from '#api/catalogue-index/goods.ts'
import type { ListedVariant, Listing } from '#api/catalogue-index/listing.ts'
import { Order, sortedByKey, type Compare } from '#api/catalogue-index/order.ts'
import { Posting } from '#api/catalogue-index/posting.ts'
import { PriceRanges } from '#api/catalogue-index/price-ranges.ts'
import { sortedInTurns } from '#api/in-memory/turns.ts'
import { spellingOf, wordsOfGoods } from '#api/words/goods-spelt.ts'
import { PostedWords } from '#api/words/posted-words.ts'

/** By two numbers: more sizes than this a shop never has. */
const MOST_CODES = 65_536
export const pairOf = (size: number, colour: number) => size * MOST_CODES + colour

export type OrderName = 'id' | 'created' | 'views' | 'sold' | 'price' | 'price_to' | 'name'
const BY_NUMBER = ['created', 'views', 'sold', 'price', 'price_to'] as const

/** Everything that lists, facets and searches need of the products on sale. */
export class Catalogue {
  readonly goods = new Goods()
  readonly byCategory = new Map<number, Posting>()
  readonly bySize = new Map<number, Posting>()
  readonly byColour = new Map<number, Posting>()
  /** By `pairOf` a size and a colour. */
  readonly byPair = new Map<number, Posting>()
  /** The same, where any is left to sell. */
  readonly leftBySize = new Map<number, Posting>()
  readonly leftByColour = new Map<number, Posting>()
  readonly leftByPair = new Map<number, Posting>()
  /** By the colour of the first variant, which lists show. */
  readonly byShown = new Map<number, Posting>()
  readonly words = new PostedWords(this.goods.bitmaps)
  readonly orders: Record<OrderName, Order> = {
    id: new Order(),
    created: new Order(),
    views: new Order(),
    sold: new Order(),
    price: new Order(),
    price_to: new Order(),
    name: new Order(),
  }
  readonly ranges = { price: new PriceRanges(this.goods.bitmaps), price_to: new PriceRanges(this.goods.bitmaps) }
  /** Entries of lists by place, written for the names of now. */
  readonly written = new Map<number, string>()
  /** Told of each place before something else is written there. */
  readonly watching: ((place: number) => void)[] = []

  /** How many products were put in, changed or taken out. */
  changes = 0
  /** Sort names of the places that are being changed or added. */
  #names: string[] = []
  #added: number[] = []
  /** When the rows were written, in microseconds, added up. */
  stamps = 0n

  get size(): number {
    return this.orders.id.places.length
  }

  /** How many products have a smaller id. */
  rankOf(id: number): number {
    const [{ places }, { id: ids }] = [this.orders.id, this.goods.products.of]
    let [from, to] = [0, places.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (ids[places[middle]!]! < id) from = middle + 1
      else to = middle
    }
    return from
  }

  /** The place of a product; undefined if it is not on sale. */
  placeOf(id: number): number | undefined {
    const place = this.orders.id.places[this.rankOf(id)]
    return place !== undefined && this.goods.products.of.id[place] === id ? place : undefined
  }

  /** Notes what products have that are written already. */
  noteAll(places: Uint32Array): void {
    for (const place of places) this.#note(place)
  }

  /** The ids of the products in a category itself. */
  idsIn(category_id: number): Uint32Array {
    const posting = this.byCategory.get(category_id)
    if (!posting) return new Uint32Array(0)
    const places = posting.slot === null ? posting.places : this.goods.bitmaps.list(posting.slot)
    return this.goods.idsOf(places)
  }

  /** Takes over new and changed products, and forgets others. */
  change(changed: readonly Listing[], gone: readonly number[] = []): void {
    const moved = Object.fromEntries(Object.keys(this.orders).map(name => [name, new Set<number>()])) as Record<
      OrderName,
      Set<number>
    >
    this.changes += changed.length + gone.length
    const leaving = new Set(gone.flatMap(id => this.placeOf(id) ?? []))
    for (const place of leaving) this.#forget(place)
    const entering: number[] = []
    const names = this.#names
    for (const listing of new Map(changed.map(each => [each.id, each])).values()) {
      const known = this.placeOf(listing.id)
      const place = known ?? this.goods.takePlace()
      const before = known === undefined ? null : this.#keysOf(place)
      if (before) this.#forget(place)
      this.goods.write(place, listing)
      this.#note(place)
      this.#spell(place, listing, known !== undefined)
      names[place] = listing.name
      if (!before) entering.push(place)
      else
        for (const [name, key] of Object.entries(this.#keysOf(place, listing.name)))
          if (before[name as OrderName] !== key) moved[name as OrderName].add(place)
    }
    for (const name of Object.keys(this.orders) as OrderName[]) {
      const again = moved[name]
      if (leaving.size + entering.length + again.size > 0)
        this.orders[name].change(this.#marked(leaving, again), [...again, ...entering], this.#comparing(name, names))
    }
    for (const place of leaving) {
      this.words.remove(place)
      this.goods.drop(place)
    }
    this.#names = []
    this.goods.tidy()
    if (this.words.isLate) void this.words.takeIn()
  }

  /** Puts in products that are new. They are on no list before `orderAdded`. */
  add(listings: readonly Listing[]): void {
    this.changes += listings.length
    for (const listing of listings) {
      const place = this.goods.takePlace()
      this.goods.write(place, listing)
      this.#note(place)
      this.goods.products.of.spelling[place] = spellingOf(listing)
      this.words.gather(place, wordsOfGoods(listing))
      this.#names[place] = listing.name
      this.#added.push(place)
    }
  }

  /** Sorts all that was added to an empty catalogue. */
  async orderAdded(): Promise<void> {
    const { of } = this.goods.products
    const byId = sortedByKey(Uint32Array.from(this.#added), of.id)
    this.orders.id.places = byId
    for (const name of BY_NUMBER) {
      this.orders[name].places = sortedByKey(byId, of[name])
      await new Promise(resolve => setImmediate(resolve))
    }
    const sorted = await sortedInTurns(this.#added, this.#comparing('name', this.#names))
    this.orders.name.places = Uint32Array.from(sorted)
    this.#added = []
    this.#names = []
    await this.words.settle()
  }

  /** Takes over what is left of a product's variants. Says whether that is something else than before. */
  setStock(place: number, left: readonly ListedVariant[]): boolean {
    const is = new Map(left.map(([size, colour, has]) => [`${size} ${colour}`, has]))
    const before = this.goods.choicesOf(place)
    if (before.every(([size, colour, has]) => (is.get(`${size} ${colour}`) ?? has) === has)) return false
    const listing = this.listingAt(place)
    this.change([
      {
        ...listing,
        choices: before.map(([size, colour, has, ...own]) => [
          size,
          colour,
          is.get(`${size} ${colour}`) ?? has,
          ...own,
        ]),
      },
    ])
    return true
  }

  /** A listing as it was put in. */
  listingAt(place: number): Listing {
    const { of } = this.goods.products
    const choices = this.goods.choicesOf(place)
    const summary = this.goods.summaryOf(place)
    return {
      id: of.id[place]!,
      category_id: of.category[place]!,
      price: of.price[place]!,
      views: of.views[place]!,
      sold: of.sold[place]!,
      created_at: of.created[place]!,
      name: this.goods.sortName(place),
      discounted: isDiscounted(summary),
      choices,
      summary,
      stamp: of.stamp[place]!,
    }
  }

  /** A change of stock or price leaves the words as they are. */
  #spell(place: number, listing: Listing, isKnown: boolean): void {
    if (isKnown && listing.words === undefined) return
    const { spelling } = this.goods.products.of
    const is = spellingOf(listing)
    if (isKnown && spelling[place] === is) return
    spelling[place] = is
    this.words.put(place, wordsOfGoods(listing))
  }

  #forget(place: number): void {
    const { products } = this.goods
    this.byCategory.get(products.of.category[place]!)?.remove(place)
    for (const { size, colour } of this.goods.variantsOf(place)) {
      this.bySize.get(size)?.remove(place)
      this.leftBySize.get(size)?.remove(place)
      if (colour === 0) continue
      this.byColour.get(colour)?.remove(place)
      this.leftByColour.get(colour)?.remove(place)
      this.byPair.get(pairOf(size, colour))?.remove(place)
      this.leftByPair.get(pairOf(size, colour))?.remove(place)
    }
    this.byShown.get(this.#shownAt(place))?.remove(place)
    this.stamps -= BigInt(products.of.stamp[place]!)
    this.written.delete(place)
    for (const see of this.watching) see(place)
    this.goods.clear(place)
  }

  #note(place: number): void {
    const add = (postings: Map<number, Posting>, key: number) => {
      let posting = postings.get(key)
      if (!posting) postings.set(key, (posting = new Posting(this.goods.bitmaps)))
      posting.add(place)
    }
    this.stamps += BigInt(this.goods.products.of.stamp[place]!)
    add(this.byCategory, this.goods.products.of.category[place]!)
    const { variantFrom, variants } = this.goods.products.of
    const { size: sizes, colour: colours, is } = this.goods.variants.of
    const end = variantFrom[place]! + variants[place]!
    add(this.byShown, this.#shownAt(place))
    for (let at = variantFrom[place]!; at < end; at += 1) {
      const [size, colour, left] = [sizes[at]!, colours[at]!, (is[at]! & LEFT) !== 0]
      add(this.bySize, size)
      if (left) add(this.leftBySize, size)
      if (colour === 0) continue
      add(this.byColour, colour)
      add(this.byPair, pairOf(size, colour))
      if (!left) continue
      add(this.leftByColour, colour)
      add(this.leftByPair, pairOf(size, colour))
    }
  }

  #shownAt(place: number): number {
    const { variantFrom, variants } = this.goods.products.of
    return variants[place]! > 0 ? this.goods.variants.of.colour[variantFrom[place]!]! : 0
  }

  #marked(...sets: ReadonlySet<number>[]): Uint8Array | null {
    if (sets.every(({ size }) => size === 0)) return null
    const marked = new Uint8Array(this.goods.products.length)
    for (const places of sets) for (const place of places) marked[place] = 1
    return marked
  }

  #keysOf(place: number, name = this.goods.sortName(place)): Record<OrderName, number | string> {
    const { id, created, views, sold, price, price_to } = this.goods.products.of
    return {
      id: id[place]!,
      created: created[place]!,
      views: views[place]!,
      sold: sold[place]!,
      price: price[place]!,
      price_to: price_to[place]!,
      name,
    }
  }

  #comparing(order: OrderName, names: readonly string[]): Compare {
    const { of } = this.goods.products
    const byId: Compare = (a, b) => of.id[a]! - of.id[b]!
    if (order === 'id') return byId
    const keys = order === 'name' ? null : of[BY_NUMBER.find(name => name === order)!]
    if (keys) return (a, b) => keys[a]! - keys[b]! || byId(a, b)
    const nameOf = (place: number) => names[place] ?? this.goods.sortName(place)
    return (a, b) => {
      const [one, other] = [nameOf(a), nameOf(b)]
      return one < other ? -1 : one > other ? 1 : byId(a, b)
    }
  }
}

const NO_DISCOUNT = /"discount":0[,}]/
/** By the text of a summary, which need not be read for it. */
export const isDiscounted = (summary: string) => !NO_DISCOUNT.test(summary)
