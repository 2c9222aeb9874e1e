import type { ListedVariant } from '#api/catalogue-index/listing.ts'
import { lineageOf, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { wordsIn } from '#api/words/search-words.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { colourMatch } from '#sync/protocol/search/colour-families.ts'
import { isSize } from '#sync/protocol/search/read-size.ts'
import { findableWords, singular } from '#sync/protocol/search/read-words.ts'
import { audienceScore, COVERED, likeness, soughtScore, type GoodsWords } from '#sync/protocol/search/score.ts'
import type { Question, Sought, Understood } from '#sync/protocol/search/understand.ts'
import type { Listing } from '#tests/support/goods/walked-catalogue.ts'

interface Judged {
  id: number
  answers: number
  key: number
  has: number
  views: number
  isWhole: boolean
  isByWord: boolean
  isLiteral: boolean
  isFor: boolean
}

const SOLD_OUT = 0.7
const COLOUR_IN_WORDS = 0.9
const NOT_SHOWN = 0.85
const A_PART = 16
const LONGEST_NAME = 16

/** The double of a search, which looks at each product: ids, the best first. */
export function walkSearch(
  question: Question,
  { listings, names }: { listings: Iterable<Listing>; names: ListingNames },
  partly: boolean,
): number[] {
  const judged = [...listings].flatMap(listing => judge(question, listing, { names, partly }) ?? [])
  const ranked = judged.filter(({ isWhole, isByWord, answers }) => (partly ? answers > 0 && isByWord : isWhole))
  const isTheirs = !partly && ranked.some(({ isLiteral, isFor }) => isLiteral && isFor)
  return ranked
    .filter(({ isFor }) => !isTheirs || isFor)
    .sort((a, b) => b.key - a.key || b.has - a.has || b.views - a.views || b.id - a.id)
    .map(({ id }) => id)
}

function judge(
  { words, understood, typed }: Question,
  listing: Listing,
  { names, partly }: { names: ListingNames; partly: boolean },
): Judged | null {
  const lineage = lineageOf(listing.category_id, names).map(id => names.categories.get(id)?.name ?? '')
  const inName = findableWords(listing.name)
  const others = partly ? [] : wordsIn(listing.words ?? '').filter(Boolean)
  const goods: GoodsWords = {
    name: inName,
    category: findableWords(lineage[0] ?? ''),
    above: lineage.slice(1).flatMap(findableWords),
    others,
  }
  const audience = audienceScore(understood.for, [listing.name, ...lineage])
  if (audience < 0) return null
  let [answers, sum, isLiteral, isByWord] = [0, 0, true, understood.colours !== undefined]
  for (const sought of words) {
    const score = soughtScore(sought, goods)
    if (score > 0 && !sought.optional) [answers, isByWord] = [answers + 1, true]
    sum += score
    if (!sought.optional) isLiteral &&= soughtScore(typedAlone(sought), goods) > 0
  }
  let parts = words.filter(({ optional }) => !optional).length
  const sizes = understood.sizes
    ? [...names.sizes.values()]
        .filter(size => understood.sizes!.some(each => isSize(each, size)))
        .map(({ code }) => code)
    : null
  const ofSize = (all: readonly ListedVariant[]) => all.filter(([size]) => !sizes || sizes.includes(size))
  const choices = ofSize(listing.choices)
  if (sizes) {
    parts += 1
    if (choices.length > 0) answers += 1
    sum += choices.length === 0 ? 0 : choices.some(([, , left]) => left === 1) ? 1 : SOLD_OUT
  }
  if (understood.colours) {
    parts += 1
    const score = colourScore(understood.colours, { choices, shown: listing.choices[0]?.[1], names }, goods)
    if (score > 0) answers += 1
    sum += score
  }
  const name = [...new Set(inName)]
  const said = new Set(typed.map(singular))
  const covered = name.filter(word => said.has(singular(word))).length
  const coverage = covered === 0 ? 0 : (COVERED * covered) / Math.min(LONGEST_NAME, name.length)
  const priced = pricedIn(listing, understood)
  const fitsOne =
    partly || priced.length === 0 || priced.length === listing.choices.length
      ? true
      : ofSize(priced).length > 0 &&
        (!understood.colours ||
          colourScore(understood.colours, { choices: ofSize(priced), shown: null, names }, goods) > 0)
  const score = sum / Math.max(1, parts) + audience + coverage
  return {
    id: listing.id,
    answers,
    key: answers * A_PART + score,
    has: Number(listing.choices.some(([, , left]) => left === 1)),
    views: listing.views,
    isWhole: answers === parts && fitsOne,
    isByWord,
    isLiteral,
    isFor: audience > 0,
  }
}

const typedAlone = (sought: Sought): Sought => ({ ...sought, ways: sought.ways.slice(0, 1) })

function pricedIn(
  { choices, price: usual, discounted: isReduced }: Listing,
  { min_price = 0, max_price = Infinity, discounted }: Understood,
): readonly ListedVariant[] {
  const [min, max] = [toPesewas(min_price), toPesewas(max_price)]
  return choices.filter(
    ([, , , price = usual, reduced = isReduced ? 1 : 0]) =>
      price >= min && price <= max && (!discounted || reduced === 1),
  )
}

interface Coloured {
  choices: readonly ListedVariant[]
  shown: string | null | undefined
  names: ListingNames
}

function colourScore(
  wanted: readonly string[],
  { choices, shown, names }: Coloured,
  { name, others }: GoodsWords,
): number {
  let sum = 0
  for (const typed of wanted) {
    const isNamed = typed.split(' ').every(word => [...name, ...others].some(own => likeness(word, own, 0) > 0))
    let best = isNamed ? COLOUR_IN_WORDS : 0
    for (const [, code, left] of choices) {
      const colour = code === null ? undefined : names.colours.get(code)
      if (colour)
        best = Math.max(
          best,
          colourMatch(typed, colour) * (left === 1 ? 1 : SOLD_OUT) * (code === shown ? 1 : NOT_SHOWN),
        )
    }
    sum += best
  }
  return sum / wanted.length
}
