import { setImmediate as turn } from 'node:timers/promises'
import { Catalogue } from '#api/catalogue-index/catalogue.ts'
import type { ListedVariant, Listing } from '#api/catalogue-index/listing.ts'
import {
  CHOICES,
  listingFrom,
  readById,
  readChanged,
  readStockAfter,
  readStamps,
  type ListingRow,
  type StockRow,
} from '#api/catalogue-index/rows.ts'
import { filled } from '#api/catalogue-index/fill-aside.ts'
import { noNames, readNames, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { readIndex, writeIndex, type KeptIndex } from '#api/catalogue-index/kept-index.ts'
import { Listings } from '#api/catalogue-index/listings.ts'
import { isLost, outsideTransaction, select } from '#api/db/database.ts'
import { insteadOf } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'

/** `version` rises with each change that a list could show. */
export interface ListingCopy {
  version: number
  catalogue: Catalogue
  listings: Listings
  names: ListingNames
}

/** How long a list may lag behind other processes and sales. The refresh runs in the background. */
const FRESH_MS = 2_000
/** After this long without a request, the next one waits for fresh data. */
const STALE_MS = 5_000
/** The longest time from a transaction's statement to its COMMIT. */
const OVERLAP_MS = 15_000

/** Of one product a hundredth of a millisecond each, so that nobody waits for what others changed. */
const AT_ONCE = 50
const STOCK_AT_ONCE = 400
/** More than these are sought by comparing all rows. */
const MOST_NAMED = 2_000
/** A catalogue that has grown this many times is built again. */
const MOST_GROWN = 2

let catalogue = new Catalogue()
let copy: ListingCopy = { version: 0, catalogue, listings: new Listings(catalogue), names: noNames }
let known = { listings: '', names: '', at: 0 }
let checked_at = -Infinity
let changes = 0
let checking: Promise<void> | null = null
/** Products that this process has just changed, with the time. */
const named = new Map<number, number>()

/**
 * The LIVE products in memory, at most about two seconds old; a list needs no query. Sales show in `updated_at` of
 * variations, so a sale need not write to a listing.
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

/** Makes the next list read again, because this process has just changed something: these products, if it is known. */
export function listingsChanged(ids: readonly number[] = []): void {
  for (const id of ids) if (named.size <= MOST_NAMED) named.set(id, performance.now())
  changes += 1
  checked_at = -Infinity
}

async function check(): Promise<void> {
  const asked = { at: performance.now(), changes }
  const kept = copy.version === 0 ? await readIndex() : null
  if (kept) takeOver(kept)
  const { now, sums, stock } = await readSums()
  if (known.listings === '') await buildAnew(sums.listings)
  else if (sums.listings !== known.listings) await takeListings(sums.listings)
  await inSlices(stock, rows => {
    for (const { product_id, choices } of rows) if (choices !== null) setStock(product_id, choices)
  })
  if (sums.names !== known.names) takeNames(await readNames())
  known = { ...sums, at: now }
  if (asked.changes === changes) checked_at = asked.at
  void outsideTransaction(async () => {
    if (kept) await checkStock()
    await writeIndex({ catalogue, at: now })
  }).catch((error: unknown) => log.warn({ error: (error as Error).name }, 'the index is not written'))
}

function takeOver(kept: KeptIndex): void {
  show(kept.catalogue)
  known = { listings: sumOfCatalogue(), names: '', at: kept.at }
}

/** A clock that was wrong, or a change by hand, may hide what happened to the stock while the shop was closed. */
async function checkStock(): Promise<void> {
  for (let last = 0; ;) {
    const rows = await readStockAfter(last, STOCK_AT_ONCE)
    for (const { product_id, choices } of rows) setStock(product_id, choices)
    if (rows.length === 0) return
    last = rows.at(-1)!.product_id
  }
}

/** Nothing of it is shown until it has its names. */
async function buildAnew(sum: string): Promise<void> {
  show(await filled(countIn(sum)))
}

function show(whole: Catalogue): void {
  catalogue = whole
  copy = { ...copy, catalogue, listings: new Listings(catalogue) }
}

const countIn = (sum: string) => Number.parseInt(sum)

/** While the database is down, the shop keeps showing its last copy. */
function keepOld(error: unknown): void {
  if (copy.version === 0 || !isLost(error)) throw error
  checked_at = performance.now()
}

function changed(names = copy.names): void {
  if (names === noNames) return
  copy = { ...copy, version: copy.version + 1, names }
}

/** Leaves room for requests after each few rows. */
async function inSlices<Row>(rows: readonly Row[], take: (slice: Row[]) => void): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    if (from > 0) await turn()
    take(rows.slice(from, from + AT_ONCE))
  }
}

type SumRow = StockRow & { now: number | null; listings: string | null; names: string | null }

const sumOf = (table: string) =>
  `(SELECT CONCAT(COUNT(*), ' ', COALESCE(SUM(UNIX_TIMESTAMP(updated_at)), 0)) FROM ${table})`

/** One query: totals over the tables, and the choices of products whose variations changed since the last read. */
async function readSums() {
  const [head, ...stock] = await select<SumRow>(
    `SELECT 0 AS product_id, NULL AS choices, UNIX_TIMESTAMP(NOW(3)) * 1000 AS now,
      ${sumOf('product_listings')} AS listings,
      CONCAT_WS(' ', ${sumOf('categories')}, ${sumOf('sizes')}, ${sumOf('colours')},
        ${sumOf('search_words')}) AS names
    UNION ALL SELECT v.product_id, ${CHOICES}, NULL, NULL, NULL
      FROM (SELECT DISTINCT product_id FROM product_variations FORCE INDEX (updated_at)
        WHERE updated_at >= FROM_UNIXTIME(:since)) moved
      STRAIGHT_JOIN product_variations v FORCE INDEX (product_id) ON v.product_id = moved.product_id
      GROUP BY v.product_id`,
    { since: known.listings === '' ? NEVER : since() },
  )
  return {
    now: Number(head!.now),
    sums: { listings: head!.listings!, names: head!.names! },
    stock: stock as StockRow[],
  }
}

const since = () => (known.at - OVERLAP_MS) / 1000
/** After all times of rows: an empty catalogue reads the stock together with the goods. */
const NEVER = 2_147_483_647

/**
 * Takes over changes: the rows that are new by their time, and those that this process named. If the sum is still
 * another, a row is gone or shows only now: then all rows are compared by their times.
 */
async function takeListings(sum: string): Promise<void> {
  if (countIn(sum) > MOST_GROWN * catalogue.size + MOST_NAMED) {
    // After a large import: putting each product in its place among the others would take longer.
    await buildAnew(sum)
    return changed()
  }
  const long_ago = performance.now() - OVERLAP_MS
  for (const [id, at] of named) if (at < long_ago) named.delete(id)
  const ids = [0, ...named.keys()]
  await takeRows(await readChanged(since(), ids), ids)
  if (sum !== sumOfCatalogue()) await compareAll()
}

/** As the database adds up. */
function sumOfCatalogue(): string {
  const { stamps, size } = catalogue
  if (size === 0) return '0 0'
  return `${size} ${stamps / 1_000_000n}.${String(stamps % 1_000_000n).padStart(6, '0')}`
}

async function compareAll(): Promise<void> {
  const rows = await readStamps()
  const there = new Set<number>()
  const late: number[] = []
  const { stamp } = catalogue.goods.products.of
  await inSlices(rows, slice => {
    for (const row of slice) {
      there.add(row.product_id)
      const place = catalogue.placeOf(row.product_id)
      if (place === undefined || stamp[place] !== Number(row.stamp)) late.push(row.product_id)
    }
  })
  const gone = [...catalogue.goods.idsOf(catalogue.orders.id.places)].filter(id => !there.has(id))
  for (let from = 0; from < Math.max(late.length, gone.length); from += MOST_NAMED) {
    const ids = [...late.slice(from, from + MOST_NAMED), ...gone.slice(from, from + MOST_NAMED)]
    await takeRows(await readById(ids), ids)
  }
}

/** Takes over rows. `asked`: ids that are gone if they are not among them. */
async function takeRows(rows: readonly ListingRow[], asked: readonly number[]): Promise<void> {
  const { stamp } = catalogue.goods.products.of
  const other = rows.filter(({ product_id, stamp: is }) => {
    const place = catalogue.placeOf(product_id)
    return place === undefined || stamp[place] !== Number(is)
  })
  await inSlices(other, slice => take(slice.map(row => listingFrom(row, choicesOf(row.product_id)))))
  const there = new Set(rows.map(({ product_id }) => product_id))
  const gone = asked.filter(id => !there.has(id) && catalogue.placeOf(id) !== undefined)
  await inSlices(gone, slice => take([], slice))
}

function take(listings: Listing[], gone: number[] = []): void {
  catalogue.change(listings, gone)
  changed()
}

function choicesOf(id: number): ListedVariant[] {
  const place = catalogue.placeOf(id)
  return place === undefined ? [] : catalogue.goods.choicesOf(place)
}

function setStock(id: number, text: string): void {
  const place = catalogue.placeOf(id)
  if (place !== undefined && catalogue.setStock(place, JSON.parse(text) as ListedVariant[])) changed()
}

function takeNames(names: ListingNames): void {
  catalogue.written.clear()
  changed(names)
}
