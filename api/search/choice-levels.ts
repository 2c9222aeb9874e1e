import type { Slot } from '#api/in-memory/bitmaps.ts'
import { pairOf, type Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { ListingNames } from '#api/catalogue-index/listing-names.ts'
import type { Posting } from '#api/catalogue-index/posting.ts'
import type { Level, Scratch } from '#api/search/level.ts'
import { colourMatch } from '#sync/protocol/search/colour-families.ts'
import { isSize } from '#sync/protocol/search/read-size.ts'

const SOLD_OUT = 0.7
const COLOUR_IN_WORDS = 0.9
/** The card shows the first colour: a red dress looks red. */
const NOT_SHOWN = 0.85

interface Shelf {
  catalogue: Catalogue
  names: ListingNames
}

/** The sizes that were asked for, by number. */
export function sizesMeant(wanted: readonly string[], { catalogue, names }: Shelf): number[] {
  return [...names.sizes.values()]
    .filter(size => wanted.some(typed => isSize(typed, size)))
    .flatMap(({ code }) => catalogue.goods.sizes.find(code) ?? [])
}

/** Colours by number as goods have them, and how well each answers the typed one. */
export function coloursMeant(typed: string, { catalogue, names }: Shelf): Map<number, number> {
  const meant = new Map<number, number>()
  for (const colour of names.colours.values()) {
    const [score, number] = [colourMatch(typed, colour), catalogue.goods.colours.find(colour.code)]
    if (score > 0 && number !== undefined) meant.set(number + 1, score)
  }
  return meant
}

export function sizeLevels(sizes: readonly number[], { bySize, leftBySize }: Catalogue, scratch: Scratch): Level[] {
  return scratch.best([
    scratch.level(1, joined(scratch, leftBySize, sizes)),
    scratch.level(SOLD_OUT, joined(scratch, bySize, sizes)),
  ])
}

/**
 * How well goods answer a colour: by that of a variant, which has a size asked for, or by words.
 * @param sizes null for any
 */
export function colourLevels(
  { catalogue, scratch }: { catalogue: Catalogue; scratch: Scratch },
  { meant, sizes, inWords }: { meant: ReadonlyMap<number, number>; sizes: readonly number[] | null; inWords: Slot },
): Level[] {
  const { byColour, leftByColour, byPair, leftByPair, byShown } = catalogue
  const found: Level[] = [scratch.level(COLOUR_IN_WORDS, scratch.copy(inWords))]
  for (const [colour, score] of meant) {
    const pairs = sizes?.map(size => pairOf(size, colour))
    const left = pairs ? joined(scratch, leftByPair, pairs) : joined(scratch, leftByColour, [colour])
    const has = pairs ? joined(scratch, byPair, pairs) : joined(scratch, byColour, [colour])
    const shown = joined(scratch, byShown, [colour])
    found.push(
      ...scratch.common(score, left, shown),
      ...scratch.common(score * SOLD_OUT, has, shown),
      scratch.level(score * NOT_SHOWN, left),
      scratch.level(score * SOLD_OUT * NOT_SHOWN, has),
    )
    scratch.give(shown)
  }
  return scratch.best(found)
}

/** Sums of two lists of levels, where goods on either count. Takes over the bitmaps. */
export function added(scratch: Scratch, one: readonly Level[], other: readonly Level[]): Level[] {
  const sums: Level[] = []
  for (const a of one) for (const b of other) sums.push(...scratch.common(a.value + b.value, a.slot, b.slot))
  return scratch.best([...sums, ...one, ...other])
}

function joined(scratch: Scratch, postings: ReadonlyMap<number, Posting>, keys: readonly number[]): Slot {
  const slot = scratch.take()
  for (const key of keys) postings.get(key)?.joinInto(slot)
  return slot
}
