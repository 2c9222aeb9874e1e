import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { REDUCED } from '#api/catalogue-index/goods.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { added, colourLevels, coloursMeant, sizeLevels, sizesMeant } from '#api/search/choice-levels.ts'
import { FOR_WHOM } from '#api/words/for-whom.ts'
import type { Level, Scratch } from '#api/search/level.ts'
import { pluralsOf } from '#api/search/spellings.ts'
import type { WordLevels } from '#api/search/word-levels.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { audienceIn, type Audience } from '#sync/protocol/search/audience.ts'
import { singular } from '#sync/protocol/search/read-words.ts'
import type { Question, Understood } from '#sync/protocol/search/understand.ts'

/** A part of a search, and how well goods answer it. */
export interface Part {
  levels: readonly Level[]
  /** Goods that do not answer it do not answer the search. */
  isRequired: boolean
}

/** Goods that answer a question, with all that ranks them. */
export interface Answering {
  found: Slot
  count: number
  parts: readonly Part[]
  required: number
  /** Made for whom the search names; null if it names nobody. */
  isFor: Slot | null
  /** The typed words that stand in names. */
  typed: readonly Slot[]
}

export interface Place {
  catalogue: Catalogue
  names: ListingNames
  scratch: Scratch
  levels: WordLevels
}

/** Goods that answer all of a question; with `partly`, any part of it by their name, category or choices. */
export function answering(question: Question, place: Place, partly: boolean): Answering {
  const { catalogue, scratch, levels } = place
  const { words, understood } = question
  const { bitmaps, live } = catalogue.goods
  const ofWords = words.map(sought => ({
    levels: levels.ofSought(sought, { withOthers: !partly }),
    isRequired: !sought.optional,
  }))
  const sizes = understood.sizes ? sizesMeant(understood.sizes, place) : null
  const colours = understood.colours?.map(typed => {
    const inWords = scratch.copy(live)
    for (const word of typed.split(' ')) bitmaps.and(inWords, inWords, levels.havingWord(word, !partly))
    return { meant: coloursMeant(typed, place), inWords }
  })
  const ofChoices: Part[] = []
  if (sizes) ofChoices.push({ levels: sizeLevels(sizes, catalogue, scratch), isRequired: true })
  if (colours) {
    const each = colours.map(colour => colourLevels(place, { ...colour, sizes }))
    const [first, ...rest] = each
    const sums = rest.reduce((sum, other) => added(scratch, sum, other), first!)
    ofChoices.push({ levels: sums.map(level => ({ ...level, value: level.value / colours.length })), isRequired: true })
  }
  const parts = [...ofWords, ...ofChoices]
  const found = scratch.copy(live)
  const candidates = partly ? [(colours ? parts : ofWords).filter(part => part.isRequired)] : []
  for (const any of partly ? candidates : parts.filter(part => part.isRequired).map(part => [part])) {
    const union = scratch.union(any.flatMap(part => part.levels))
    bitmaps.and(found, found, union)
    scratch.give(union)
  }
  const isFor = understood.for ? madeFor(understood.for, place) : null
  if (isFor) {
    bitmaps.andNot(found, found, isFor.others)
    if (!partly && isTheirs(question, { found, isFor: isFor.theirs }, place)) bitmaps.and(found, found, isFor.theirs)
  }
  if (!partly) leaveOneVariant(found, { understood, sizes, colours }, catalogue)
  return {
    found,
    count: bitmaps.count(found),
    parts,
    required: parts.filter(part => part.isRequired).length,
    isFor: isFor?.theirs ?? null,
    typed: typedIn(question, levels),
  }
}

/** Where goods are made for them by name, goods for everybody only stand in the way. */
function isTheirs({ words }: Question, { found, isFor }: { found: Slot; isFor: Slot }, place: Place): boolean {
  const { catalogue, scratch, levels } = place
  const literal = scratch.combined('and', found, isFor)
  for (const sought of words) {
    if (sought.optional) continue
    const typed = scratch.union(levels.ofSought(sought, { withOthers: true, asFirst: true }))
    catalogue.goods.bitmaps.and(literal, literal, typed)
    scratch.give(typed)
  }
  const any = catalogue.goods.bitmaps.count(literal) > 0
  scratch.give(literal)
  return any
}

function typedIn({ typed }: Question, levels: WordLevels): Slot[] {
  const words = new Set([...new Set(typed.map(singular))].flatMap(word => [word, ...pluralsOf(word)]))
  return [...words].flatMap(word => {
    const { slot, count } = levels.named(word)
    return count > 0 ? slot : []
  })
}

/** The goods made for somebody, and those made for others, by their names and categories. */
function madeFor(wanted: Audience, { catalogue, names, scratch }: Place): { theirs: Slot; others: Slot } {
  const { bitmaps, live } = catalogue.goods
  const [women, men, both, worn] = FOR_WHOM.map((_, nth) => catalogue.words.forWhom[nth]!) as [Slot, Slot, Slot, Slot]
  const saying = { women: scratch.take(), men: scratch.take(), both: scratch.take(), worn: scratch.take() }
  for (const [id, posting] of catalogue.byCategory) {
    const said = lineageOf(id, names).map(each => audienceIn(names.categories.get(each)?.name ?? ''))
    const first = said.find(each => each !== null && each !== 'worn') ?? (said.includes('worn') ? 'worn' : null)
    if (first !== null) posting.joinInto(saying[first])
  }
  const unnamed = scratch.copy(live)
  for (const slot of [women, men, both]) bitmaps.andNot(unnamed, unnamed, slot)
  const byName = { women, men }
  const nobody = scratch.copy(unnamed)
  for (const slot of [saying.women, saying.men, saying.both]) bitmaps.andNot(nobody, nobody, slot)
  const made = (who: Audience) => {
    const slot = scratch.combined('and', unnamed, saying[who])
    bitmaps.or(slot, slot, byName[who])
    return slot
  }
  const sets = { women: made('women'), men: made('men') }
  const onlyWorn = scratch.copy(worn)
  bitmaps.or(onlyWorn, onlyWorn, saying.worn)
  bitmaps.and(onlyWorn, onlyWorn, nobody)
  bitmaps.or(sets.women, sets.women, onlyWorn)
  return wanted === 'women' ? { theirs: sets.women, others: sets.men } : { theirs: sets.men, others: sets.women }
}

interface OneVariant {
  understood: Understood
  sizes: readonly number[] | null
  colours: readonly { meant: ReadonlyMap<number, number>; inWords: Slot }[] | undefined
}

/** Where variants differ in price, one of those with a price asked for must have the size and the colour. */
function leaveOneVariant(found: Slot, { understood, sizes, colours }: OneVariant, { goods }: Catalogue): void {
  const { min_price = 0, max_price = Infinity, discounted } = understood
  const asksPrice = min_price > 0 || max_price < Infinity || discounted
  if (!asksPrice || (!sizes && !colours) || goods.mixedCount === 0) return
  const [min, max] = [toPesewas(min_price), toPesewas(max_price)]
  const { bitmaps } = goods
  const { variantFrom, variants } = goods.products.of
  const { size, colour, is, price } = goods.variants.of
  bitmaps.each(found, place => {
    if (!bitmaps.has(goods.mixed, place)) return
    const isInWords = colours?.some(({ inWords }) => bitmaps.has(inWords, place)) ?? true
    let [isPriced, fits] = [false, false]
    const end = variantFrom[place]! + variants[place]!
    for (let at = variantFrom[place]!; at < end && !fits; at += 1) {
      if (price[at]! < min || price[at]! > max || (discounted && (is[at]! & REDUCED) === 0)) continue
      isPriced = true
      const hasColour = isInWords || colours!.some(({ meant }) => meant.has(colour[at]!))
      fits = hasColour && (sizes === null || sizes.includes(size[at]!))
    }
    if (isPriced && !fits) bitmaps.remove(found, place)
  })
}
