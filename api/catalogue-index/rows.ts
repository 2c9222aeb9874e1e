import { isDiscounted, type Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { Listing, ListedVariant } from '#api/catalogue-index/listing.ts'
import { select } from '#api/db/database.ts'
import { plain } from '#api/words/search-words.ts'
import { toPesewas } from '#sync/protocol/money.ts'

/** A listing as the database has it. `stamp`: when it was written, in microseconds. */
export interface ListingRow {
  product_id: number
  stamp: number
  category_id: number
  name: string
  price: number
  views: number
  sold: number
  created_at: Date
  choices: string
  summary: string
  words: string
}

/** What is left of a product's variants, as JSON like `choices`. */
export interface StockRow {
  product_id: number
  choices: string
}

const STAMP = 'CAST(UNIX_TIMESTAMP(updated_at) * 1000000 AS UNSIGNED) AS stamp'
const CONTENT = `product_id, ${STAMP}, category_id, name, price, views, sold, created_at, choices, summary, words`
export const CHOICES = `CAST(JSON_ARRAYAGG(JSON_ARRAY(v.size_code, v.colour_code, IF(v.on_hand > v.reserved, 1, 0))
  ORDER BY v.id) AS CHAR)`

/** Rows written since a time, in seconds, and those with these ids. */
export const readChanged = (since: number, ids: readonly number[]) =>
  select<ListingRow>(
    `SELECT ${CONTENT} FROM product_listings WHERE updated_at >= FROM_UNIXTIME(:since) OR product_id IN (:ids)`,
    { since, ids },
  )

export const readById = (ids: readonly number[]) =>
  select<ListingRow>(`SELECT ${CONTENT} FROM product_listings WHERE product_id IN (:ids)`, { ids })

export const readStamps = () =>
  select<{ product_id: number; stamp: number }>(`SELECT product_id, ${STAMP} FROM product_listings`)

/** As many rows as are taken in at once, those after an id, and what is left of their variants. */
export async function readAfter(id: number, limit: number): Promise<{ rows: ListingRow[]; stock: StockRow[] }> {
  const rows = await select<ListingRow>(
    `SELECT ${CONTENT} FROM product_listings WHERE product_id > :id ORDER BY product_id LIMIT :limit`,
    { id, limit },
  )
  const last = rows.at(-1)?.product_id
  if (last === undefined) return { rows, stock: [] }
  const stock = await select<StockRow>(
    `SELECT v.product_id, ${CHOICES} AS choices FROM product_variations v FORCE INDEX (product_id)
    WHERE v.product_id > :id AND v.product_id <= :last GROUP BY v.product_id`,
    { id, last },
  )
  return { rows, stock }
}

/** What is left of the variants of so many products after an id. */
export const readStockAfter = (id: number, limit: number) =>
  select<StockRow>(
    `SELECT v.product_id, ${CHOICES} AS choices
    FROM (SELECT product_id FROM product_listings WHERE product_id > :id ORDER BY product_id LIMIT :limit) some
    STRAIGHT_JOIN product_variations v FORCE INDEX (product_id) ON v.product_id = some.product_id
    GROUP BY v.product_id ORDER BY v.product_id`,
    { id, limit },
  )

/** A listing from its row, with the stock that is known already: it follows each sale, a row only changes of goods. */
export function listingFrom(row: ListingRow, known: readonly ListedVariant[]): Listing {
  return {
    id: row.product_id,
    category_id: row.category_id,
    price: toPesewas(row.price),
    views: row.views,
    sold: row.sold,
    created_at: row.created_at.getTime(),
    name: plain(row.name),
    discounted: isDiscounted(row.summary),
    choices: withStock(JSON.parse(row.choices) as ListedVariant[], known),
    summary: row.summary,
    words: row.words,
    stamp: Number(row.stamp),
  }
}

function withStock(choices: readonly ListedVariant[], known: readonly ListedVariant[]): readonly ListedVariant[] {
  const isSame = choices.every(([size, colour, left], i) => {
    const as = known[i]
    return as?.[0] === size && as[1] === colour && as[2] === left
  })
  if (isSame && known.length === choices.length) return choices
  const left = new Map(known.map(([size, colour, is]) => [`${size} ${colour}`, is]))
  return choices.map(([size, colour, is, ...own]) => [size, colour, left.get(`${size} ${colour}`) ?? is, ...own])
}

/** Taking in so many holds up requests for a few milliseconds. */
const AT_ONCE = 200

/**
 * Fills an empty catalogue, which will be about so large, a few products at a time: all rows at once would take more
 * memory than the catalogue.
 */
export async function fill(catalogue: Catalogue, expected: number, atOnce = AT_ONCE): Promise<void> {
  catalogue.goods.grow(expected)
  let next = readAfter(0, atOnce)
  for (;;) {
    const { rows, stock } = await next
    const last = rows.at(-1)
    if (!last) break
    next = readAfter(last.product_id, atOnce)
    // A read that fails is told where it is waited for.
    next.catch(() => {})
    const left = new Map(stock.map(({ product_id, choices }) => [product_id, choices]))
    catalogue.add(rows.map(row => listingFrom(row, JSON.parse(left.get(row.product_id) ?? '[]') as ListedVariant[])))
  }
  await catalogue.orderAdded()
}
