import type { Filter as Asked } from '#api/catalogue-index/filter.ts'
import type { Listing as Row, ListedVariant } from '#api/catalogue-index/listing.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import type { Facets } from '#sync/protocol/shop/catalogue.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'

/** A filter whose search has been made. */
export type Filter = Omit<Asked, 'found'> & { found?: ReadonlySet<number> }
export type Listing = Row & { sizes: readonly string[]; colours: readonly string[] }

interface Goods {
  listings: ReadonlyMap<number, Listing>
  names: ListingNames
}
export interface Sifted {
  fits: Listing[]
  facets: Required<Facets>
}

/**
 * The double of `sift`, which walks over all rows. Values are OR within a filter, AND between filters; size, colour,
 * price, stock and discount must match one variation; a category includes its descendants.
 */
export function walk(copy: Goods, filter: Filter): Sifted {
  const { fits, facets } = walkOnce(copy, filter)
  const left = (more: Filter) => ({ count: walkOnce(copy, { ...filter, ...more }).fits.length })
  return { fits, facets: { ...facets, in_stock: left({ in_stock: 1 }), discounted: left({ discounted: 1 }) } }
}

type FacetsWalked = Omit<Facets, 'in_stock' | 'discounted'>

function walkOnce(copy: Goods, filter: Filter): { fits: Listing[]; facets: FacetsWalked } {
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
    if (listing.created_at < (filter.since ?? 0)) continue
    const inStock = filter.in_stock ? leftOf(listing) : listing
    const offered = inStock && only(inStock, (_, reduced) => !filter.discounted || reduced)
    if (!offered) continue
    const fitsCategory = inCategory(listing.category_id)
    const priced = only(offered, price => price >= min && price <= max)
    if (priced && accepts.choice(priced)) {
      categories.add(listing.category_id)
      if (fitsCategory) fits.push(listing)
    }
    if (!fitsCategory) continue
    if (priced) {
      for (const code of accepts.sizesOf(priced)) sizes.add(code)
      for (const code of accepts.coloursOf(priced)) colours.add(code)
      for (const code of accepts.sizesLeft(priced)) left.add(code)
    }
    for (const price of accepts.pricesOf(offered)) {
      least = Math.min(least, price)
      most = Math.max(most, price)
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
function choicesIn(copy: Goods): Present {
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

/** Of a listing, the part that filters look at. */
type Offered = Pick<Listing, 'price' | 'discounted' | 'choices' | 'sizes' | 'colours'>

/** What is left of a product when its variations must be like this; null if nothing is. */
function only(goods: Offered, isKept: (price: number, reduced: boolean) => boolean): Offered | null {
  if (!hasOwnPrices(goods)) return isKept(goods.price, goods.discounted) ? goods : null
  const choices = goods.choices.filter(([, , , price, reduced]) => isKept(price!, reduced === 1))
  if (choices.length === goods.choices.length) return goods
  return choices.length === 0 ? null : { ...goods, choices, ...namedIn(choices) }
}

/** Of a listing, what is left to sell; null if nothing is. */
function leftOf(goods: Offered): Offered | null {
  const choices = goods.choices.filter(([, , left]) => left === 1)
  return choices.length === 0 ? null : { ...goods, choices, ...namedIn(choices) }
}

const hasOwnPrices = ({ choices }: Offered) => choices[0]?.[3] !== undefined

/** What the chosen sizes and colours leave of a listing. */
function acceptance({ sizes = [], colours = [] }: Filter) {
  const isSize = (code: string) => sizes.length === 0 || sizes.includes(code)
  const isColour = (code: string | null) => colours.length === 0 || (code !== null && colours.includes(code))
  const isAny = sizes.length === 0 && colours.length === 0
  const isChoice = ([size, colour]: ListedVariant) => isSize(size) && isColour(colour)
  return {
    choice: ({ choices }: Offered) => isAny || choices.some(isChoice),
    pricesOf(goods: Offered): number[] {
      if (!hasOwnPrices(goods)) return isAny || goods.choices.some(isChoice) ? [goods.price] : []
      return goods.choices.filter(isChoice).map(([, , , price]) => price!)
    },
    sizesOf: ({ choices, sizes: all }: Offered) =>
      colours.length === 0 ? all : new Set(choices.filter(([, colour]) => isColour(colour)).map(([size]) => size)),
    sizesLeft: ({ choices }: Offered) =>
      choices.flatMap(([size, colour, is]) => (is === 1 && (colours.length === 0 || isColour(colour)) ? size : [])),
    coloursOf: ({ choices, colours: all }: Offered) =>
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

/** The codes in choices, each once. */
export const namedIn = (choices: readonly ListedVariant[]) => ({
  sizes: [...new Set(choices.map(([size]) => size))],
  colours: [...new Set(choices.flatMap(([, colour]) => colour ?? []))],
})
