import { priceCharged } from '#sync/protocol/pricing.ts'
import type { ReplicaRows } from '#sync/protocol/replica.ts'
import { audienceOf } from '#sync/protocol/search/audience.ts'
import { colourMatch } from '#sync/protocol/search/colour-families.ts'
import type { Lexicon } from '#sync/protocol/search/lexicon.ts'
import { isSize } from '#sync/protocol/search/read-size.ts'
import { findableWords } from '#sync/protocol/search/read-words.ts'
import { soughtScore } from '#sync/protocol/search/score.ts'
import { isEmptyQuestion, understand, type Sought, type Understood } from '#sync/protocol/search/understand.ts'

/** The copy of the shop, as far as a search needs it. */
export interface Shelf {
  products: ReadonlyMap<number, ReplicaRows['products']>
  categories: ReadonlyMap<number, ReplicaRows['categories']>
  sizes: ReadonlyMap<number, ReplicaRows['sizes']>
  colours: ReadonlyMap<number, ReplicaRows['colours']>
  /** The trade's words and the shop's own. */
  lexicon: Lexicon
  variationsOf: (productId: number) => readonly ReplicaRows['variations'][]
  /** The products whose names have a word, or its singular or plural. */
  idsWith: (word: string) => readonly number[]
}
type Product = ReplicaRows['products']

const MOST_CLIMBED = 10

/** Products on sale that answer a text as a shopper means it, the best match first: `ladies jeans`, `red dress under 200`. */
export function findUnderstood(text: string, shelf: Shelf): Product[] {
  const question = understand(text, shelf.lexicon)
  if (isEmptyQuestion(question)) return []
  const words = question.words.filter(({ optional }) => !optional).map(sought => scoresOf(sought, shelf))
  const forWhom = audienceTest(question.understood, shelf)
  const hasVariant = variantTest(question.understood, shelf)
  const found: { product: Product; score: number }[] = []
  for (const product of shelf.products.values()) {
    if (product.status_code !== 'LIVE') continue
    let score = 0
    for (const scoreOf of words) {
      const one = scoreOf(product)
      if (one === 0) {
        score = -1
        break
      }
      score += one
    }
    if (score >= 0 && forWhom(product) && hasVariant(product)) found.push({ product, score })
  }
  return found
    .sort((a, b) => b.score - a.score || (a.product.name < b.product.name ? -1 : 1))
    .map(({ product }) => product)
}

/** How well products answer one word: by their names, else by the names of their categories. */
function scoresOf(sought: Sought, { idsWith, categories }: Shelf): (product: Product) => number {
  const byName = new Map<number, number>()
  for (const { words, weight } of sought.ways) {
    const [first = [], ...rest] = words.map(idsWith).sort((a, b) => a.length - b.length)
    const others = rest.map(ids => new Set(ids))
    for (const id of first)
      if (others.every(ids => ids.has(id))) byName.set(id, Math.max(byName.get(id) ?? 0, 1 + weight))
  }
  const byCategory = new Map<number, number>()
  for (const id of categories.keys()) {
    const [own = '', ...above] = lineage(id, categories)
    const goods = { name: [], category: findableWords(own), above: above.flatMap(findableWords), others: [] }
    const score = soughtScore(sought, goods)
    if (score > 0) byCategory.set(id, score)
  }
  return ({ id, category_id }) => byName.get(id) ?? byCategory.get(category_id) ?? 0
}

/** The names of a category and of those above it. */
function lineage(id: number, categories: Shelf['categories']): string[] {
  const names: string[] = []
  for (let at = categories.get(id); at && names.length < MOST_CLIMBED; at = categories.get(at.parent_id ?? 0))
    names.push(at.name)
  return names
}

function audienceTest({ for: wanted }: Understood, { categories }: Shelf): (product: Product) => boolean {
  if (!wanted) return () => true
  return ({ name, category_id }) => (audienceOf([name, ...lineage(category_id, categories)]) ?? wanted) === wanted
}

/** Whether one variant has the size, a colour and the price that were asked for. */
function variantTest(
  { min_price = 0, max_price = Infinity, colours, sizes, discounted }: Understood,
  shelf: Shelf,
): (product: Product) => boolean {
  const codesOf = <Row extends { code: string }>(rows: ReadonlyMap<number, Row>, fits: (row: Row) => boolean) =>
    new Set([...rows.values()].filter(fits).map(({ code }) => code))
  const inColour = colours && codesOf(shelf.colours, row => colours.some(colour => colourMatch(colour, row) > 0))
  const inSize = sizes && codesOf(shelf.sizes, row => sizes.some(size => isSize(size, row)))
  if (!inColour && !inSize && !discounted && min_price === 0 && max_price === Infinity) return () => true
  return product =>
    shelf.variationsOf(product.id).some(variation => {
      const price = variation.price ?? priceCharged(variation, product)
      const reduced = (variation.discount ?? product.discount) > 0
      if (price < min_price || price > max_price || (discounted && !reduced)) return false
      if (inSize && !inSize.has(variation.size_code)) return false
      return !inColour || (variation.colour_code !== null && inColour.has(variation.colour_code))
    })
}
