import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { Catalogue, OrderName } from '#api/catalogue-index/catalogue.ts'
import type { Posting } from '#api/catalogue-index/posting.ts'

/** Sorting this many costs about as much as going once through all. */
const FEW = 16
/** Steps through an order that cost as much as sorting one product. */
const STEPS = 2

export interface Window {
  order: OrderName
  descending: boolean
  from: number
  many: number
}

/** A bitmap, and how many are in it. */
export interface Fitting {
  fits: Slot
  total: number
}

/** The places of some products in an order, from one on. */
export function inOrder(catalogue: Catalogue, { fits, total }: Fitting, window: Window): number[] {
  const { order, descending, from, many } = window
  const { places } = catalogue.orders[order]
  const end = Math.min(from + many, total)
  if (from >= end) return []
  const at = (nth: number, length: number) => (descending ? length - 1 - nth : nth)
  if (total === places.length) return Array.from({ length: end - from }, (_, i) => places[at(from + i, places.length)]!)
  const steps = total * FEW < places.length ? total * STEPS : places.length
  const met = walked(catalogue, { places, fits, steps }, { descending, from, end })
  if (met) return met
  const ranks = catalogue.orders[order].ranks(catalogue.goods.products.length)
  const sorted = new Uint32Array(total)
  let filled = 0
  catalogue.goods.bitmaps.each(fits, place => (sorted[filled++] = ranks[place]!))
  sorted.sort()
  return Array.from({ length: end - from }, (_, i) => places[sorted[at(from + i, total)]!]!)
}

interface Walk {
  places: Uint32Array
  fits: Slot
  /** After so many it gives up. */
  steps: number
}

/** Those that fit, met one after the other; null if they are too far apart. */
function walked(
  { goods: { bitmaps } }: Catalogue,
  { places, fits, steps }: Walk,
  { descending, from, end }: { descending: boolean; from: number; end: number },
): number[] | null {
  const found: number[] = []
  const [first, step] = descending ? [places.length - 1, -1] : [0, 1]
  for (let nth = 0, rank = first, met = 0; nth < steps; nth += 1, rank += step) {
    if (!bitmaps.has(fits, places[rank]!)) continue
    if (met >= from) found.push(places[rank]!)
    met += 1
    if (met === end) return found
  }
  return null
}

/** The last in an order of those that have something, the very last first. */
export function lastOf(
  catalogue: Catalogue,
  posting: Posting,
  { order, many }: Pick<Window, 'order' | 'many'>,
): number[] {
  const { places } = catalogue.orders[order]
  if (posting.slot === null) {
    const ranks = catalogue.orders[order].ranks(catalogue.goods.products.length)
    return [...posting.places].sort((a, b) => ranks[b]! - ranks[a]!).slice(0, many)
  }
  const found: number[] = []
  for (let rank = places.length - 1; rank >= 0 && found.length < many; rank -= 1)
    if (catalogue.goods.bitmaps.has(posting.slot, places[rank]!)) found.push(places[rank]!)
  return found
}
