import type { Listing, ListingCopy } from '#api/catalogue/listing-copy.ts'
import { lineageOf } from '#api/catalogue/listing-names.ts'
import type { Facets } from '#sync/protocol/catalogue.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'

/** Prices in cedis; `found`: what a search came to. An absent filter lets everything through. */
export interface Filter {
  categories?: readonly number[]; sizes?: readonly string[]; colours?: readonly string[]; min_price?: number; max_price?: number
  found?: ReadonlySet<number>
}

export interface Sifted { fits: Listing[]; facets: Facets }

/**
 * What passes a filter, and how much each other choice would leave: a facet counts by all filters but its own. Values are OR
 * within a filter, AND between filters; size and colour meet in one variation; a category includes its descendants.
 */
export function sift({ listings, names }: Pick<ListingCopy, 'listings' | 'names'>, filter: Filter): Sifted {
  const accepts = acceptance(filter)
  const inCategory = memo((id: number) => !filter.categories?.length || lineageOf(id, names).some(above => filter.categories!.includes(above)))
  const [min, max] = [toPesewas(filter.min_price ?? 0), toPesewas(filter.max_price ?? Infinity)]
  const fits: Listing[] = []
  const [categories, sizes, colours] = [new Tally<number>(), new Tally<string>(), new Tally<string>()]
  let [least, most] = [Infinity, -Infinity]

  for (const listing of listings.values()) {
    for (const code of listing.sizes) sizes.know(code)
    for (const code of listing.colours) colours.know(code)
    categories.know(listing.category_id)
    if (filter.found && !filter.found.has(listing.id)) continue
    const fitsCategory = inCategory(listing.category_id)
    const fitsPrice = listing.price >= min && listing.price <= max
    const fitsChoice = accepts.choice(listing)
    if (fitsCategory && fitsPrice && fitsChoice) fits.push(listing)
    if (fitsPrice && fitsChoice) categories.add(listing.category_id)
    if (fitsCategory && fitsPrice) {
      for (const code of accepts.sizesOf(listing)) sizes.add(code)
      for (const code of accepts.coloursOf(listing)) colours.add(code)
    }
    if (fitsCategory && fitsChoice) {
      least = Math.min(least, listing.price)
      most = Math.max(most, listing.price)
    }
  }

  const withAncestors = new Tally<number>()
  for (const [id, count] of categories.counts) for (const above of lineageOf(id, names)) withAncestors.add(above, count)
  return {
    fits,
    facets: {
      categories: [...names.categories.values()].filter(({ id }) => withAncestors.counts.has(id)).map(({ id, name }) => ({ id, name, count: withAncestors.counts.get(id)! })),
      sizes: [...names.sizes.values()].filter(({ code }) => sizes.counts.has(code)).map(({ code, name }) => ({ code, name, count: sizes.counts.get(code)! })),
      colours: [...names.colours.values()].filter(({ code }) => colours.counts.has(code)).map(({ code, name }) => ({ code, name, count: colours.counts.get(code)! })),
      price: least <= most ? { min: toCedis(least), max: toCedis(most) } : { min: 0, max: 0 },
    },
  }
}

/** What the chosen sizes and colours leave of a listing. */
function acceptance({ sizes = [], colours = [] }: Filter) {
  const isSize = (code: string) => sizes.length === 0 || sizes.includes(code)
  const isColour = (code: string | null) => colours.length === 0 || (code !== null && colours.includes(code))
  const isAny = sizes.length === 0 && colours.length === 0
  return {
    choice: ({ choices }: Listing) => isAny || choices.some(([size, colour]) => isSize(size) && isColour(colour)),
    sizesOf: ({ choices, sizes: all }: Listing) => colours.length === 0 ? all : new Set(choices.filter(([, colour]) => isColour(colour)).map(([size]) => size)),
    coloursOf: ({ choices, colours: all }: Listing) => sizes.length === 0 ? all : new Set(choices.filter(([size]) => isSize(size)).flatMap(([, colour]) => colour ?? [])),
  }
}

class Tally<Key> {
  readonly counts = new Map<Key, number>()
  know(key: Key): void { if (!this.counts.has(key)) this.counts.set(key, 0) }
  add(key: Key, count = 1): void { this.counts.set(key, (this.counts.get(key) ?? 0) + count) }
}

function memo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return key => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
