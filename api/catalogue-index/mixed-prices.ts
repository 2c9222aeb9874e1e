import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { REDUCED, LEFT, type Goods } from '#api/catalogue-index/goods.ts'
import type { Sieve } from '#api/catalogue-index/sieve.ts'

/** Counts by category, and by number of sizes and colours. */
export interface Counts {
  categories: Map<number, number>
  sizes: Map<number, number>
  colours: Map<number, number>
  /** Sizes of which something is left to sell. */
  left: Set<number>
  /** Products with a piece left to sell, and discounted ones. */
  inStock: number
  discounted: number
  least: number
  most: number
}

/** Adds the products that fit among those whose variants differ in price. */
export function addMixed(goods: Goods, sieve: Sieve, into: Slot): void {
  const { bitmaps } = goods
  const isFit = fitting(goods, sieve)
  for (const place of bitmaps.list(sieve.mixed!)) {
    if (sieve.inCategory !== null && !bitmaps.has(sieve.inCategory, place)) continue
    if (hasOne(goods, place, isFit)) bitmaps.add(into, place)
  }
}

/** How many of some products have a reduced variant of a chosen size and colour, left to sell if that is asked for. */
export function countReduced({ bitmaps, products, variants, sizes, colours }: Goods, sieve: Sieve, of: Slot): number {
  const { variantFrom, variants: many } = products.of
  const { size, colour, is } = variants.of
  const asked = flagsAsked(sieve) | REDUCED
  const [isSize, isColour] = [chosen(sieve.sizes, sizes.all.length), chosen(sieve.colours, colours.all.length + 1)]
  const places = bitmaps.list(of)
  let found = 0
  for (let nth = 0; nth < places.length; nth += 1) {
    const from = variantFrom[places[nth]!]!
    const end = from + many[places[nth]!]!
    let at = from
    while (at < end && !((is[at]! & asked) === asked && isSize[size[at]!] === 1 && isColour[colour[at]!] === 1)) at += 1
    if (at < end) found += 1
  }
  return found
}

function hasOne({ products }: Goods, place: number, isFit: (at: number) => boolean): boolean {
  const { variantFrom, variants } = products.of
  const end = variantFrom[place]! + variants[place]!
  for (let at = variantFrom[place]!; at < end; at += 1) if (isFit(at)) return true
  return false
}

/** Whether a variant meets all of a filter. */
function fitting({ variants, sizes, colours }: Goods, sieve: Sieve): (at: number) => boolean {
  const { size, colour, is, price } = variants.of
  const { min, max } = sieve
  const asked = flagsAsked(sieve)
  const [isSize, isColour] = [chosen(sieve.sizes, sizes.all.length), chosen(sieve.colours, colours.all.length + 1)]
  return at =>
    price[at]! >= min &&
    price[at]! <= max &&
    isSize[size[at]!] === 1 &&
    isColour[colour[at]!] === 1 &&
    (is[at]! & asked) === asked
}

/** Beside LEFT and REDUCED: a variant meets all of the filter. */
const FITS = 4

/** What a variant of the right price, size and colour would meet: the filter, and the filter with each flag alone. */
const metBy = (is: number, asked: number) =>
  (is & (asked | LEFT)) === (asked | LEFT) ? withReduced(is, asked) | LEFT : withReduced(is, asked)
const withReduced = (is: number, asked: number) =>
  ((is & (asked | REDUCED)) === (asked | REDUCED) ? REDUCED : 0) | ((is & asked) === asked ? FITS : 0)

function addFlags(counts: Counts, met: number): void {
  if ((met & LEFT) !== 0) counts.inStock += 1
  if ((met & REDUCED) !== 0) counts.discounted += 1
}

const flagsAsked = ({ onlyDiscounted, onlyLeft }: Sieve) => (onlyDiscounted ? REDUCED : 0) | (onlyLeft ? LEFT : 0)

/** By number, 1 where it is chosen. */
const chosen = (numbers: ReadonlySet<number> | null, many: number): Uint8Array =>
  Uint8Array.from({ length: many }, (_, i) => Number(numbers === null || numbers.has(i)))

/** Counts the products whose variants differ in price, and adds those that fit. */
export function countMixed({ goods }: Catalogue, sieve: Sieve, { counts, into }: { counts: Counts; into: Slot }): void {
  if (sieve.mixed === null) return
  const { bitmaps, sizes, colours } = goods
  const { variantFrom, variants, category } = goods.products.of
  const { size, colour, is, price } = goods.variants.of
  const { min, max, inCategory } = sieve
  const asked = flagsAsked(sieve)
  const [isSize, isColour] = [chosen(sieve.sizes, sizes.all.length), chosen(sieve.colours, colours.all.length + 1)]
  const [bySize, byColour] = [new Uint32Array(sizes.all.length), new Uint32Array(colours.all.length + 1)]
  /** The product that was last counted for each, so that it counts once. */
  const [sizeOf, colourOf] = [new Int32Array(bySize.length).fill(-1), new Int32Array(byColour.length).fill(-1)]
  const isLeft = new Uint8Array(bySize.length)
  let { least, most } = counts
  const places = bitmaps.list(sieve.mixed)
  for (let nth = 0; nth < places.length; nth += 1) {
    const place = places[nth]!
    const isInCategory = inCategory === null || bitmaps.has(inCategory, place)
    const end = variantFrom[place]! + variants[place]!
    let met = 0
    for (let at = variantFrom[place]!; at < end; at += 1) {
      const [ofSize, ofColour, costs] = [size[at]!, colour[at]!, price[at]!]
      const [hasSize, hasColour] = [isSize[ofSize] === 1, isColour[ofColour] === 1]
      const hasPrice = costs >= min && costs <= max
      if (hasPrice && hasSize && hasColour) met |= metBy(is[at]!, asked)
      if ((is[at]! & asked) !== asked) continue
      if (!isInCategory) continue
      if (hasSize && hasColour) {
        if (costs < least) least = costs
        if (costs > most) most = costs
      }
      if (!hasPrice) continue
      if (hasColour) {
        if ((is[at]! & LEFT) !== 0) isLeft[ofSize] = 1
        if (sizeOf[ofSize] !== place) bySize[ofSize]! += 1
        sizeOf[ofSize] = place
      }
      if (hasSize && colourOf[ofColour] !== place) {
        byColour[ofColour]! += 1
        colourOf[ofColour] = place
      }
    }
    if (isInCategory) addFlags(counts, met)
    if ((met & FITS) === 0) continue
    raise(counts.categories, category[place]!, 1)
    if (isInCategory) bitmaps.add(into, place)
  }
  Object.assign(counts, { least, most })
  addTo(counts, { bySize, byColour, isLeft })
}

function addTo(
  counts: Counts,
  { bySize, byColour, isLeft }: Record<'bySize' | 'byColour' | 'isLeft', ArrayLike<number>>,
) {
  for (let size = 0; size < bySize.length; size += 1) {
    if (bySize[size]! > 0) raise(counts.sizes, size, bySize[size]!)
    if (isLeft[size] === 1) counts.left.add(size)
  }
  for (let colour = 1; colour < byColour.length; colour += 1)
    if (byColour[colour]! > 0) raise(counts.colours, colour, byColour[colour]!)
}

const raise = (counts: Map<number, number>, key: number, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count)

/** What the variants cost that have a chosen size and colour, and are left to sell if that is asked for. */
export function pricesChosen(goods: Goods, { sizes, colours, onlyLeft }: Sieve, place: number): number[] {
  return goods
    .variantsOf(place)
    .filter(
      ({ size, colour, left }) =>
        (!sizes || sizes.has(size)) && (!colours || colours.has(colour)) && (left || !onlyLeft),
    )
    .map(({ price }) => price)
}
