import { noNames, readNames, type ListingNames } from '#api/catalogue/listing-names.ts'
import { plain } from '#api/catalogue/search-words.ts'
import { isLost, outsideTransaction, select } from '#api/db/database.ts'
import { insteadOf } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'
import { toPesewas } from '#sync/protocol/money.ts'

/** An entry of a listing's `choices`: size code, colour code, and whether any is left to sell (1 or 0). */
export type ListedVariant = [string, string | null, 0 | 1]

/** A LIVE product as lists need it. `price` is the price shown, in pesewas. */
export interface Listing {
  id: number
  category_id: number
  price: number
  views: number
  created_at: number
  /** The name as sorted by. */
  name: string
  discounted: boolean
  choices: readonly ListedVariant[]
  /** Derived from the choices. */
  in_stock: boolean
  sizes: readonly string[]
  colours: readonly string[]
  summary: string
  /** Its choices when their stock was last read, as JSON. */
  stock: string | null
  /** Its entry in a list as JSON, once a list needed it. */
  text: string | null
  stamp: number
}

/** `version` rises with each change that a list could show. */
export interface ListingCopy {
  version: number
  listings: ReadonlyMap<number, Listing>
  names: ListingNames
}

/** How long a list may lag behind other processes and sales. The refresh runs in the background. */
const FRESH_MS = 2_000
/** After this long without a request, the next one waits for fresh data. */
const STALE_MS = 5_000
/** The longest time from a transaction's statement to its COMMIT. */
const OVERLAP_MS = 15_000

const listings = new Map<number, Listing>()
let copy: ListingCopy = { version: 0, listings, names: noNames }
let known = { listings: '', names: '', at: 0 }
let checked_at = -Infinity
let changes = 0
let checking: Promise<void> | null = null

/**
 * The LIVE products in memory, at most about two seconds old. 20,000 of them take 20 MB, and a list needs no query.
 * Sales show in `updated_at` of variations, so a sale need not write to a listing.
 */
export async function listingCopy(): Promise<ListingCopy> {
  if (ageOfCopy() > STALE_MS) await (copy.version === 0 ? checkOnce() : insteadOf(checkOnce(), () => {}))
  else if (ageOfCopy() > FRESH_MS)
    void outsideTransaction(checkOnce).catch((error: unknown) =>
      log.warn({ error: (error as Error).name }, 'the lists are not read again'),
    )
  return copy
}

const ageOfCopy = () => performance.now() - checked_at
const checkOnce = (): Promise<void> =>
  (checking ??= check()
    .catch(keepOld)
    .finally(() => {
      checking = null
    }))

/** Makes the next list read again, because this process has just changed something. */
export function listingsChanged(): void {
  changes += 1
  checked_at = -Infinity
}

async function check(): Promise<void> {
  const asked = { at: performance.now(), changes }
  const { now, sums, stock } = await readSums()
  if (sums.listings !== known.listings) await takeListings()
  for (const { product_id, choices } of stock) if (choices !== null) setStock(product_id, choices)
  if (sums.names !== known.names) takeNames(await readNames())
  known = { ...sums, at: now }
  if (asked.changes === changes) checked_at = asked.at
}

/** While the database is down, the shop keeps showing its last copy. */
function keepOld(error: unknown): void {
  if (copy.version === 0 || !isLost(error)) throw error
  checked_at = performance.now()
}

function changed(names = copy.names): void {
  copy = { version: copy.version + 1, listings, names }
}

interface StockRow {
  product_id: number
  choices: string | null
}
type SumRow = StockRow & { now: number | null; listings: string | null; names: string | null }

/** One query: totals over the tables, and the choices of products whose variations changed since the last read. */
async function readSums() {
  const sum = (table: string) =>
    `(SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(UNIX_TIMESTAMP(updated_at)), 0)) FROM ${table})`
  const [head, ...stock] = await select<SumRow>(
    `SELECT 0 AS product_id, NULL AS choices, UNIX_TIMESTAMP(NOW(3)) * 1000 AS now,
      ${sum('product_listings')} AS listings,
      CONCAT_WS(' ', ${sum('categories')}, ${sum('sizes')}, ${sum('colours')}) AS names
    UNION ALL SELECT v.product_id, CAST(JSON_ARRAYAGG(JSON_ARRAY(v.size_code, v.colour_code,
    IF(v.on_hand > v.reserved, 1, 0)) ORDER BY v.id) AS CHAR), NULL, NULL, NULL
      FROM (SELECT DISTINCT product_id FROM product_variations FORCE INDEX (updated_at)
        WHERE updated_at >= FROM_UNIXTIME(:since)) moved
      STRAIGHT_JOIN product_variations v FORCE INDEX (product_id) ON v.product_id = moved.product_id
      GROUP BY v.product_id`,
    { since: Math.max(1, (known.at - OVERLAP_MS) / 1000) },
  )
  return {
    now: Number(head!.now),
    sums: { listings: head!.listings!, names: head!.names! },
    stock: stock as StockRow[],
  }
}

interface ListingRow {
  product_id: number
  stamp: number
  category_id: number | null
  name: string
  price: number
  views: number
  created_at: Date
  choices: string
  summary: string
}

const CONTENT = 'l.category_id, l.name, l.price, l.views, l.created_at, l.choices, l.summary'

/**
 * Takes over changes. Rows that are new by their time come with their content; a second query reads those that only
 * appear now.
 */
async function takeListings(): Promise<void> {
  const rows = await select<ListingRow>(
    `SELECT s.product_id, UNIX_TIMESTAMP(s.updated_at) AS stamp, ${CONTENT}
    FROM product_listings s LEFT JOIN product_listings l ON l.product_id = s.product_id
      AND l.updated_at >= FROM_UNIXTIME(:since)`,
    { since: Math.max(1, (known.at - OVERLAP_MS) / 1000) },
  )
  const other = rows.filter(({ product_id, stamp }) => listings.get(product_id)?.stamp !== Number(stamp))
  const late = other.filter(({ category_id }) => category_id === null).map(({ product_id }) => product_id)
  const found =
    late.length === 0
      ? []
      : await select<ListingRow>(
          `SELECT l.product_id, UNIX_TIMESTAMP(l.updated_at) AS stamp, ${CONTENT}
    FROM product_listings l WHERE l.product_id IN (:late)`,
          { late },
        )
  for (const row of [...other, ...found])
    if (row.category_id !== null) listings.set(row.product_id, listingFrom(row, row.category_id))
  const there = new Set(rows.map(({ product_id }) => product_id))
  const gone = [...listings.keys()].filter(id => !there.has(id))
  for (const id of gone) listings.delete(id)
  if (other.length > 0 || gone.length > 0) changed()
}

const NO_DISCOUNT = /"discount":0[,}]/

function listingFrom(row: ListingRow, category_id: number): Listing {
  return {
    id: row.product_id,
    category_id,
    price: toPesewas(row.price),
    views: row.views,
    created_at: row.created_at.getTime(),
    name: plain(row.name),
    ...ofChoices(withStock(JSON.parse(row.choices) as ListedVariant[], listings.get(row.product_id))),
    discounted: !NO_DISCOUNT.test(row.summary),
    summary: row.summary,
    stock: null,
    text: null,
    stamp: Number(row.stamp),
  }
}

const ofChoices = (choices: readonly ListedVariant[]) => ({
  choices,
  in_stock: choices.some(([, , left]) => left === 1),
  sizes: [...new Set(choices.map(([size]) => size))],
  colours: [...new Set(choices.flatMap(([, colour]) => colour ?? []))],
})

/** The known stock already follows each sale; a row's own values date from the product's last change. */
function withStock(choices: readonly ListedVariant[], known: Listing | undefined): ListedVariant[] {
  const left = new Map(known?.choices.map(([size, colour, is]) => [`${size} ${colour}`, is]))
  return choices.map(([size, colour, is]) => [size, colour, left.get(`${size} ${colour}`) ?? is])
}

function setStock(id: number, text: string): void {
  const listing = listings.get(id)
  if (!listing || listing.stock === text) return
  const choices = JSON.parse(text) as ListedVariant[]
  const isSame = JSON.stringify(listing.choices) === JSON.stringify(choices)
  Object.assign(listing, { stock: text }, isSame ? {} : { ...ofChoices(choices), text: null })
  if (!isSame) changed()
}

function takeNames(names: ListingNames): void {
  for (const listing of listings.values()) listing.text = null
  changed(names)
}
