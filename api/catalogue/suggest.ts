import { listingCopy, type Listing, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import type { ListingNames } from '#api/catalogue/listing-names.ts'
import { nearTerms } from '#api/catalogue/search-terms.ts'
import { expressionOf, plain, wordsSought } from '#api/catalogue/search-words.ts'
import { matching } from '#api/catalogue/search.ts'
import { choicesIn } from '#api/catalogue/sift.ts'
import type { StoredSummary } from '#api/catalogue/refresh-listings.ts'
import type { Suggestion } from '#sync/protocol/shop/catalogue.ts'
import { toCedis } from '#sync/protocol/money.ts'

const MOST_PRODUCTS = 6
const MOST_CATEGORIES = 3

/** Groups of words; a product should match one word of each group, or a longer one. */
type Groups = readonly (readonly string[])[]

/**
 * Suggestions for a typed text, from the copy in memory: by the exact words, else the nearest words, else a search by
 * features and sizes, else as many of the words as anything matches.
 */
export async function suggest(text: string): Promise<Suggestion[]> {
  const typed = wordsSought(text)
  if (typed.length === 0) return []
  const copy = await listingCopy()
  const asTyped = suggestionsFor(
    typed.map(word => [word]),
    copy,
    typed.length,
  )
  if (asTyped.length > 0) return asTyped
  const near = await nearTerms(typed)
  const nearly = suggestionsFor(near, copy, typed.length)
  if (nearly.length > 0) return nearly
  const ids = await matching(expressionOf(near))
  const found = [...ids].flatMap(id => copy.listings.get(id) ?? [])
  if (found.length > 0) return inOrder(found, near).slice(0, MOST_PRODUCTS).map(productFrom)
  for (let least = near.length - 1; least > 0; least -= 1) {
    const some = suggestionsFor(near, copy, least)
    if (some.length > 0) return some
  }
  return []
}

function suggestionsFor(groups: Groups, copy: ListingCopy, least: number): Suggestion[] {
  const fits = (words: string) =>
    groups.reduce((sum, group) => sum + Number(group.some(word => words.includes(` ${word}`))), 0) >= least
  const present = choicesIn(copy).categories
  const categories = [...copy.names.categories.values()].filter(
    ({ id, name }) => present.has(id) && fits(spaced(plain(name))),
  )
  const texts = textsFor(copy.names)
  const products = [...copy.listings.values()].filter(listing => fits(textOf(listing, copy.names, texts)))
  return [
    ...categories.slice(0, MOST_CATEGORIES).map(({ id, name }): Suggestion => ({ kind: 'category', id, name })),
    ...inOrder(products, groups).slice(0, MOST_PRODUCTS).map(productFrom),
  ]
}

/** Sorts names that start with the first word first, then goods in stock, then the most viewed. */
function inOrder(products: Listing[], groups: Groups): Listing[] {
  const starts = ({ name }: Listing) => Number(groups[0]!.some(word => name.startsWith(word)))
  return products.sort(
    (a, b) => starts(b) - starts(a) || Number(b.in_stock) - Number(a.in_stock) || b.views - a.views || b.id - a.id,
  )
}

function productFrom({ id, price, summary }: Listing): Suggestion {
  const { name, slug, images } = JSON.parse(summary) as StoredSummary
  return { kind: 'product', id, name, slug, picture: images[0]?.file.storage_link ?? null, price: toCedis(price) }
}

type Texts = WeakMap<Listing, string>
const textsByNames = new WeakMap<ListingNames, Texts>()

function textsFor(names: ListingNames): Texts {
  const held = textsByNames.get(names) ?? new WeakMap<Listing, string>()
  textsByNames.set(names, held)
  return held
}

/** All words of a listing, each after a space: its name, its category and its colours. */
function textOf(listing: Listing, { categories, colours }: ListingNames, texts: Texts): string {
  const held = texts.get(listing)
  if (held !== undefined) return held
  const made = spaced(
    [
      listing.name,
      plain(categories.get(listing.category_id)?.name ?? ''),
      ...listing.colours.map(code => plain(colours.get(code)?.name ?? '')),
    ].join(' '),
  )
  texts.set(listing, made)
  return made
}

/** `t-shirt` is found as t, shirt and tshirt. */
const spaced = (text: string) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} ${text.replace(/[-'./&+]/g, '')}`
