import { bySizeCode } from '#sync/protocol/size-order.ts'
import { priceRange, pricedAs, priceShown, shownPrice, type ShownPrice } from '#sync/protocol/pricing.ts'
import type { ReplicaProduct, ReplicaVariation } from '#sync/till/replica/goods.ts'

/** A size or colour of a product, and its stock with the other choice. `null`: not made in this combination. */
export interface ChoiceLeft {
  code: string
  left: number | null
}
export interface Chosen {
  size: string | null
  colour: string | null
}

/** The sizes of a product in rail order, and its colours in their original order. */
export function choicesOf(
  variations: readonly ReplicaVariation[],
  chosen: Chosen,
  shelf: (id: number) => number,
): { sizes: ChoiceLeft[]; colours: ChoiceLeft[] } {
  const left = (fits: (variation: ReplicaVariation) => boolean) => {
    const found = variations.filter(fits)
    return found.length === 0 ? null : found.reduce((sum, { id }) => sum + shelf(id), 0)
  }
  const sizes = [...new Set(variations.map(({ size_code }) => size_code))].sort(bySizeCode)
  const colours = [...new Set(variations.flatMap(({ colour_code }) => colour_code ?? []))]
  return {
    sizes: sizes.map(code => ({
      code,
      left: left(v => v.size_code === code && (chosen.colour === null || v.colour_code === chosen.colour)),
    })),
    colours: colours.map(code => ({
      code,
      left: left(v => v.colour_code === code && (chosen.size === null || v.size_code === chosen.size)),
    })),
  }
}

/** The initial choice: preselects a size or colour if there is only one. */
export function firstChosen(variations: readonly ReplicaVariation[]): Chosen {
  const only = (codes: Set<string | null>) => (codes.size === 1 ? ([...codes][0] ?? null) : null)
  return {
    size: only(new Set(variations.map(v => v.size_code))),
    colour: only(new Set(variations.map(v => v.colour_code))),
  }
}

export type Picked = { variation: ReplicaVariation } | { missing: 'size' | 'colour' | 'both' }

/** The variation chosen, or the missing choice; `both`: this size is not made in this colour. */
export function pick(variations: readonly ReplicaVariation[], { size, colour }: Chosen): Picked {
  if (size === null) return { missing: 'size' }
  if (colour === null && variations.some(({ colour_code }) => colour_code !== null)) return { missing: 'colour' }
  const variation = variations.find(v => v.size_code === size && v.colour_code === colour)
  return variation ? { variation } : { missing: 'both' }
}

/** What the chosen variation costs; the range of prices until one is chosen. */
export function priceOf(
  product: ReplicaProduct,
  variations: readonly ReplicaVariation[],
  chosen: Chosen,
): Omit<ShownPrice, 'off'> {
  const picked = pick(variations, chosen)
  const range = priceRange(product, variations)
  if (!('variation' in picked)) return shownPrice(range)
  const priced = pricedAs(picked.variation, product)
  return shownPrice(range, { price: priceShown(priced), price_before: priced.retail_price })
}
