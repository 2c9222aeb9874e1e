import type { Slot } from '#api/in-memory/bitmaps.ts'
import { pairOf, type Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { Filter } from '#api/catalogue-index/filter.ts'
import { addMixed, countMixed, countReduced, pricesChosen, type Counts } from '#api/catalogue-index/mixed-prices.ts'
import { Posting } from '#api/catalogue-index/posting.ts'
import { Sieve, type Shelf } from '#api/catalogue-index/sieve.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import type { Facets } from '#sync/protocol/shop/catalogue.ts'
import { toCedis } from '#sync/protocol/money.ts'

/** One in so many of all are few. */
const FEW = 32

export interface Sifted {
  facets: Required<Facets>
  /** How many pass the filter. */
  total: number
}

/**
 * What passes a filter, into a bitmap, and how many products each other choice would leave: a facet counts by all
 * filters except its own. Values are OR within a filter, AND between filters; size, colour, price and discount must
 * match one variation; a category includes its descendants.
 */
export function sift(shelf: Shelf, filter: Filter, into: Slot): Sifted {
  const { catalogue, names } = shelf
  const sieve = new Sieve(shelf, filter)
  try {
    const { bitmaps } = catalogue.goods
    const counts: Counts = {
      categories: new Map(),
      sizes: new Map(),
      colours: new Map(),
      left: new Set(),
      inStock: 0,
      discounted: 0,
      least: Infinity,
      most: -Infinity,
    }
    if (sieve.areFew) bitmaps.empty(into)
    else {
      bitmaps.copy(into, sieve.all(sieve.inCategory, sieve.inChoice, sieve.inPrice))
      countCategories(catalogue, sieve, counts)
      countChoices(catalogue, sieve, counts)
      countFlags(catalogue, sieve, counts)
      findPrices(catalogue, sieve, counts)
    }
    countMixed(catalogue, sieve, { counts, into })
    return { facets: named(catalogue, names, counts), total: bitmaps.count(into) }
  } finally {
    sieve.done()
  }
}

function countCategories({ byCategory }: Catalogue, sieve: Sieve, { categories }: Counts): void {
  const context = sieve.all(sieve.inChoice, sieve.inPrice)
  for (const [id, posting] of byCategory) if (posting.size > 0) categories.set(id, posting.countIn(context))
}

function countChoices(catalogue: Catalogue, sieve: Sieve, counts: Counts): void {
  const { leftBySize, leftByPair } = catalogue
  const { bitmaps } = catalogue.goods
  const { bySize, byColour, byPair } = sieve.postings()
  const { sizes, colours } = sieve
  const context = sieve.all(sieve.inCategory, sieve.inPrice)
  const countOf = (having: Posting | Slot | null) =>
    having === null ? 0 : having instanceof Posting ? having.countIn(context) : bitmaps.countBoth(having, context)
  const isAny = (having: Posting | Slot | null) =>
    having instanceof Posting ? having.isIn(context) : countOf(having) > 0
  const ofSize = (size: number, all: ReadonlyMap<number, Posting>, pairs: ReadonlyMap<number, Posting>) =>
    colours === null
      ? (all.get(size) ?? null)
      : sieve.withPairs(
          pairs,
          [...colours].map(colour => pairOf(size, colour)),
        )
  for (const size of catalogue.bySize.keys()) {
    counts.sizes.set(size, countOf(ofSize(size, bySize, byPair)))
    if (isAny(ofSize(size, leftBySize, leftByPair))) counts.left.add(size)
  }
  for (const colour of catalogue.byColour.keys())
    counts.colours.set(
      colour,
      countOf(
        sizes === null
          ? (byColour.get(colour) ?? null)
          : sieve.withPairs(
              byPair,
              [...sizes].map(size => pairOf(size, colour)),
            ),
      ),
    )
}

/** In stock and discounted, by bitmaps; `countMixed` adds the products that are looked at one by one. */
function countFlags({ goods }: Catalogue, sieve: Sieve, counts: Counts): void {
  const { bitmaps, reduced, discounted, mixed } = goods
  const all = sieve.all(sieve.inCategory, sieve.inChoice, sieve.inPrice)
  counts.inStock = bitmaps.count(sieve.all(sieve.inCategory, sieve.inPrice, sieve.choice(true)))
  counts.discounted = bitmaps.countBoth(all, sieve.inChoice === null ? reduced : discounted)
  if (sieve.inChoice === null || goods.mixedCount === 0) return
  const apart = sieve.combined('and', all, sieve.combined('and', mixed, reduced))
  counts.discounted += countReduced(goods, sieve, apart)
}

/** The cheapest and the dearest variation of what passes all filters but the price. */
function findPrices(catalogue: Catalogue, sieve: Sieve, counts: Counts): void {
  const { goods, orders } = catalogue
  const { bitmaps, mixed } = goods
  const context = sieve.all(sieve.inCategory, sieve.inChoice)
  const { price, price_to } = goods.products.of
  const note = (place: number) => {
    if (bitmaps.has(mixed, place)) for (const own of pricesChosen(goods, sieve, place)) widen(own)
    else widen(price[place]!)
  }
  const widen = (costs: number) => {
    if (costs < counts.least) counts.least = costs
    if (costs > counts.most) counts.most = costs
  }
  const many = bitmaps.count(context)
  if (many === 0) return
  const [cheapest, dearest] = [orders.price.places, orders.price_to.places]
  // Where few are left, looking at each is quicker than looking for the first of them.
  const steps = many * FEW < cheapest.length ? many : cheapest.length
  let rank = 0
  for (; rank < steps && price[cheapest[rank]!]! < counts.least; rank += 1)
    if (bitmaps.has(context, cheapest[rank]!)) note(cheapest[rank]!)
  let far = 0
  for (; far < steps && price_to[dearest[dearest.length - 1 - far]!]! > counts.most; far += 1)
    if (bitmaps.has(context, dearest[dearest.length - 1 - far]!)) note(dearest[dearest.length - 1 - far]!)
  const isSure = steps === cheapest.length || (rank < steps && far < steps)
  if (!isSure) bitmaps.each(context, note)
}

/** What passes a filter, into a bitmap. Returns how many those are. */
export function fits(shelf: Shelf, filter: Filter, into: Slot): number {
  const { catalogue } = shelf
  const { bitmaps } = catalogue.goods
  const sieve = new Sieve(shelf, filter)
  try {
    bitmaps.copy(into, sieve.all(sieve.inCategory, sieve.inChoice, sieve.inPrice))
    if (sieve.mixed !== null) addMixed(catalogue.goods, sieve, into)
    return bitmaps.count(into)
  } finally {
    sieve.done()
  }
}

/** Choices that anything on sale has. Offers no impossible choice; one that other filters rule out shows 0. */
function named(catalogue: Catalogue, names: ListingNames, counts: Counts): Required<Facets> {
  const { goods, bySize, byColour } = catalogue
  const present = categoriesPresent(catalogue, names)
  const inLineage = new Map<number, number>()
  for (const [id, count] of counts.categories)
    for (const above of lineageOf(id, names)) inLineage.set(above, (inLineage.get(above) ?? 0) + count)
  const isThere = (posting: Posting | undefined) => posting !== undefined && posting.size > 0
  const sizes = new Map(
    [...bySize].flatMap(([size, posting]) => (isThere(posting) ? [[goods.sizes.all[size]!, size]] : [])),
  )
  const colours = new Map(
    [...byColour].flatMap(([colour, posting]) => (isThere(posting) ? [[goods.colours.all[colour - 1]!, colour]] : [])),
  )
  const { least, most } = counts
  return {
    categories: [...names.categories.values()]
      .filter(({ id }) => present.has(id))
      .map(({ id, name }) => ({ id, name, count: inLineage.get(id) ?? 0 })),
    sizes: [...names.sizes.values()].flatMap(({ code, name }) => {
      const size = sizes.get(code)
      return size === undefined
        ? []
        : [{ code, name, count: counts.sizes.get(size) ?? 0, in_stock: counts.left.has(size) }]
    }),
    colours: [...names.colours.values()].flatMap(({ code, name }) => {
      const colour = colours.get(code)
      return colour === undefined ? [] : [{ code, name, count: counts.colours.get(colour) ?? 0 }]
    }),
    price: least <= most ? { min: toCedis(least), max: toCedis(most) } : { min: 0, max: 0 },
    in_stock: { count: counts.inStock },
    discounted: { count: counts.discounted },
  }
}

/** The categories in which anything is on sale, and all above them. */
export const categoriesPresent = ({ byCategory }: Catalogue, names: ListingNames): Set<number> =>
  new Set([...byCategory].flatMap(([id, { size }]) => (size > 0 ? lineageOf(id, names) : [])))
