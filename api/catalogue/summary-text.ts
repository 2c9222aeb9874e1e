import type { Listed } from '#api/catalogue-index/listings.ts'
import type { Goods } from '#api/catalogue-index/goods.ts'
import type { ListingCopy } from '#api/catalogue/listing-copy.ts'
import { toCedis } from '#sync/protocol/money.ts'

/** Texts of entries that are kept, of about a kilobyte each. */
const MOST_WRITTEN = 5_000

type Shelf = Pick<ListingCopy, 'catalogue' | 'names'>

/** A listing as a ProductSummary in JSON, favorited or not. */
export function summaryText({ place }: Listed, copy: Shelf, favorited = false): string {
  const { written, goods } = copy.catalogue
  let text = written.get(place)
  if (text === undefined) {
    if (written.size >= MOST_WRITTEN) written.clear()
    text = goods.summaryOf(place).slice(0, -1) + ending(place, copy)
    written.set(place, text)
  }
  return `${text}${last(favorited)}`
}

const last = (favorited: boolean) => (favorited ? ',"favorited":true}' : ',"favorited":false}')

/** Of a letter in UTF-8. */
const MOST_BYTES = 3
let room = Buffer.allocUnsafeSlow(1 << 16)

/** Summaries of the products at these places, between two texts, as the bytes that are sent. */
export function summariesIn(
  [before, after]: readonly [string, string],
  places: readonly number[],
  { copy, isFavourite }: { copy: Shelf; isFavourite: (id: number) => boolean },
): Buffer {
  const { texts, products } = copy.catalogue.goods
  const { id, textFrom, textLength } = products.of
  const isRoom = (bytes: number) => {
    if (room.length >= bytes) return
    const more = Buffer.allocUnsafeSlow(bytes * 2)
    room.copy(more)
    room = more
  }
  isRoom(before.length * MOST_BYTES)
  let at = room.write(before)
  for (const [nth, place] of places.entries()) {
    const end = ending(place, copy) + last(isFavourite(id[place]!))
    isRoom(at + 1 + texts.bytesIn(textFrom[place]!, textLength[place]!) + end.length * MOST_BYTES)
    if (nth > 0) room[at++] = COMMA
    at = texts.copy(textFrom[place]!, textLength[place]! - 1, { into: room, at })
    at += room.write(end, at)
  }
  isRoom(at + after.length * MOST_BYTES)
  at += room.write(after, at)
  return Buffer.from(room.subarray(0, at))
}

const COMMA = ','.charCodeAt(0)

/** What comes between the kept members and the last one. */
function ending(place: number, { catalogue, names }: Shelf): string {
  const { goods } = catalogue
  const { category: categories, price, price_to, views } = goods.products.of
  const category_id = categories[place]!
  const parts = partsOf(names)
  const category = part(parts, category_id, () =>
    JSON.stringify({ id: category_id, name: names.categories.get(category_id)?.name ?? '' }),
  )
  const choices = part(parts, keyOfChoices(goods, place), () => choicesText(goods, place, names))
  const left = goods.bitmaps.has(goods.inStock, place)
  return `,"price_from":${toCedis(price[place]!)},"price_to":${toCedis(price_to[place]!)},"category":${category},${choices},"views":${views[place]!},"in_stock":${left}`
}

type Parts = Map<string | number, string>
const partsByNames = new WeakMap<ListingCopy['names'], Parts>()

function partsOf(names: ListingCopy['names']): Parts {
  const known = partsByNames.get(names)
  if (known) return known
  const made: Parts = new Map()
  partsByNames.set(names, made)
  return made
}

/** Many products have the same sizes and colours: what they are called is written once. */
function part(parts: Parts, key: string | number, make: () => string): string {
  const known = parts.get(key)
  if (known !== undefined) return known
  if (parts.size >= MOST_WRITTEN) parts.clear()
  const text = make()
  parts.set(key, text)
  return text
}

/** A letter for each variant's size and colour. */
function keyOfChoices({ products, variants }: Goods, place: number): string {
  const { size, colour } = variants.of
  const from = products.of.variantFrom[place]!
  const end = from + products.of.variants[place]!
  let key = ''
  for (let at = from; at < end; at += 1) key += String.fromCharCode(size[at]!, colour[at]!)
  return key
}

function choicesText(goods: Goods, place: number, names: ListingCopy['names']): string {
  const choices = goods.variantsOf(place)
  const sizes = new Set(choices.map(({ size }) => goods.sizes.all[size]!))
  const colours = new Set(choices.flatMap(({ colour }) => (colour === 0 ? [] : goods.colours.all[colour - 1]!)))
  const inOrder = sizes.size < 2 ? [...sizes] : [...names.sizes.keys()].filter(code => sizes.has(code))
  const onRail = inOrder.flatMap(code => names.sizes.get(code) ?? [])
  const named = [...colours].map(code => ({ code, name: names.colours.get(code)?.name ?? code }))
  return `"sizes":${JSON.stringify(onRail)},"colours":${JSON.stringify(named)}`
}
