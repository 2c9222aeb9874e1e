import type { Listing, ListingCopy } from '#api/catalogue/listing-copy.ts'
import { lineageOf } from '#api/catalogue/listing-names.ts'
import type { Facets } from '#sync/protocol/shop/catalogue.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'

/** Prices in cedis; `found`: ids from a search. An absent filter lets everything through. */
export interface Filter {
  categories?: readonly number[]
  sizes?: readonly string[]
  colours?: readonly string[]
  min_price?: number
  max_price?: number
  /** Only discounted products. */
  discounted?: 1
  found?: ReadonlySet<number>
}

type Goods = Pick<ListingCopy, 'listings' | 'names'>
export interface Sifted {
  fits: Listing[]
  facets: Facets
}

/**
 * What passes a filter, and how many products each other choice would leave: a facet counts by all filters except its
 * own. Values are OR within a filter, AND between filters; size and colour must match one variation; a category
 * includes its descendants.
 */
export function sift(copy: Goods, filter: Filter): Sifted {
  const { listings, names } = copy
  const accepts = acceptance(filter)
  const inCategory = memo(
    (id: number) =>
      !filter.categories?.length || lineageOf(id, names).some(above => filter.categories!.includes(above)),
  )
  const [min, max] = [toPesewas(filter.min_price ?? 0), toPesewas(filter.max_price ?? Infinity)]
  const fits: Listing[] = []
  const [categories, sizes, colours] = [new Tally<number>(), new Tally<string>(), new Tally<string>()]
  const left = new Set<string>()
  const present = choicesIn(copy)
  let [least, most] = [Infinity, -Infinity]

  for (const listing of listings.values()) {
    if (filter.found && !filter.found.has(listing.id)) continue
    if (filter.discounted && !listing.discounted) continue
    const fitsCategory = inCategory(listing.category_id)
    const fitsPrice = listing.price >= min && listing.price <= max
    const fitsChoice = accepts.choice(listing)
    if (fitsCategory && fitsPrice && fitsChoice) fits.push(listing)
    if (fitsPrice && fitsChoice) categories.add(listing.category_id)
    if (fitsCategory && fitsPrice) {
      for (const code of accepts.sizesOf(listing)) sizes.add(code)
      for (const code of accepts.coloursOf(listing)) colours.add(code)
      for (const code of accepts.sizesLeft(listing)) left.add(code)
    }
    if (fitsCategory && fitsChoice) {
      least = Math.min(least, listing.price)
      most = Math.max(most, listing.price)
    }
  }

  const counted = new Tally<number>()
  for (const [id, count] of categories.counts) for (const above of lineageOf(id, names)) counted.add(above, count)
  return {
    fits,
    facets: {
      categories: [...names.categories.values()]
        .filter(({ id }) => present.categories.has(id))
        .map(({ id, name }) => ({ id, name, count: counted.of(id) })),
      sizes: [...names.sizes.values()]
        .filter(({ code }) => present.sizes.has(code))
        .map(({ code, name }) => ({ code, name, count: sizes.of(code), in_stock: left.has(code) })),
      colours: [...names.colours.values()]
        .filter(({ code }) => present.colours.has(code))
        .map(({ code, name }) => ({ code, name, count: colours.of(code) })),
      price: least <= most ? { min: toCedis(least), max: toCedis(most) } : { min: 0, max: 0 },
    },
  }
}

interface Present {
  categories: Set<number>
  sizes: Set<string>
  colours: Set<string>
}
const presentIn = new WeakMap<Goods, Present>()

/** Choices that anything on sale has. Offers no impossible choice; one that other filters rule out shows 0. */
export function choicesIn(copy: Goods): Present {
  const held = presentIn.get(copy)
  if (held) return held
  const present: Present = { categories: new Set(), sizes: new Set(), colours: new Set() }
  for (const { category_id, sizes, colours } of copy.listings.values()) {
    present.categories.add(category_id)
    for (const code of sizes) present.sizes.add(code)
    for (const code of colours) present.colours.add(code)
  }
  for (const id of present.categories) for (const above of lineageOf(id, copy.names)) present.categories.add(above)
  presentIn.set(copy, present)
  return present
}

/** What the chosen sizes and colours leave of a listing. */
function acceptance({ sizes = [], colours = [] }: Filter) {
  const isSize = (code: string) => sizes.length === 0 || sizes.includes(code)
  const isColour = (code: string | null) => colours.length === 0 || (code !== null && colours.includes(code))
  const isAny = sizes.length === 0 && colours.length === 0
  return {
    choice: ({ choices }: Listing) => isAny || choices.some(([size, colour]) => isSize(size) && isColour(colour)),
    sizesOf: ({ choices, sizes: all }: Listing) =>
      colours.length === 0 ? all : new Set(choices.filter(([, colour]) => isColour(colour)).map(([size]) => size)),
    sizesLeft: ({ choices }: Listing) =>
      choices.flatMap(([size, colour, is]) => (is === 1 && (colours.length === 0 || isColour(colour)) ? size : [])),
    coloursOf: ({ choices, colours: all }: Listing) =>
      sizes.length === 0
        ? all
        : new Set(choices.filter(([size]) => isSize(size)).flatMap(([, colour]) => colour ?? [])),
  }
}

class Tally<Key> {
  readonly counts = new Map<Key, number>()
  of = (key: Key): number => this.counts.get(key) ?? 0
  add(key: Key, count = 1): void {
    this.counts.set(key, this.of(key) + count)
  }
}

function memo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return key => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
