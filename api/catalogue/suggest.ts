import { categoryWords } from '#api/catalogue/category-words.ts'
import type { Listed } from '#api/catalogue-index/listings.ts'
import { listingCopy, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import type { StoredSummary } from '#api/catalogue/refresh-listings.ts'
import { searching, type Found } from '#api/catalogue/search.ts'
import { categoriesPresent, fits } from '#api/catalogue-index/facets.ts'
import { ranked } from '#api/search/ranking.ts'
import { toCedis } from '#sync/protocol/money.ts'
import { audienceScore, soughtScore } from '#sync/protocol/search/score.ts'
import type { Suggestion } from '#sync/protocol/shop/catalogue.ts'

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3

/** Suggestions for a typed text: categories that it names, then what a search for it finds first. */
export async function suggest(text: string): Promise<Suggestion[]> {
  const copy = await listingCopy()
  return searching(text, copy, found => [
    ...categoriesFor(found, copy).slice(0, MOST_CATEGORIES),
    ...bestOf(found, copy).map(place => productFrom(copy.listings.at(place))),
  ])
}

/** The first few at a price that was asked for. */
function bestOf({ answer, question }: Found, { catalogue, names }: ListingCopy): number[] {
  if (!answer) return []
  const { bitmaps } = catalogue.goods
  const into = bitmaps.take()
  const { min_price = 0, max_price = Infinity, discounted } = question.understood
  fits({ catalogue, names }, { found: answer.found, min_price, max_price, ...(discounted && { discounted: 1 }) }, into)
  const best = ranked(catalogue, { fits: into, answer }, { from: 0, many: MOST_PRODUCTS })
  bitmaps.give(into)
  return best
}

/** A category answers words alone: its list would show every colour and price. */
function categoriesFor({ question: { words, understood }, partly }: Found, copy: ListingCopy): Suggestion[] {
  const { for: audience, ...others } = understood
  const sought = words.filter(({ optional }) => !optional)
  if (sought.length === 0 || Object.keys(others).length > 0) return []
  const present = categoriesPresent(copy.catalogue, copy.names)
  const suggestions: (Suggestion & { score: number })[] = []
  for (const { id, name } of copy.names.categories.values()) {
    if (!present.has(id)) continue
    const { own, names } = categoryWords(id, copy.names)
    const goods = { name: own, category: [], above: [], others: [] }
    const scores = sought.map(word => soughtScore(word, goods)).filter(score => score > 0)
    const forWhom = audienceScore(audience, names)
    if (forWhom < 0 || scores.length < (partly ? 1 : sought.length)) continue
    suggestions.push({ kind: 'category', id, name, score: forWhom + scores.reduce((sum, score) => sum + score, 0) })
  }
  return suggestions.sort((a, b) => b.score - a.score).map(({ score: _score, ...suggestion }) => suggestion)
}

function productFrom({ id, price, price_to, summary }: Listed): Suggestion {
  const { name, slug, images } = JSON.parse(summary) as StoredSummary
  return {
    kind: 'product',
    id,
    name,
    slug,
    picture: images[0]?.file.storage_link ?? null,
    price: toCedis(price),
    price_to: toCedis(price_to),
  }
}
