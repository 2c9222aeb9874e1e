import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { compileServer } from '#api/builds/compile-server.ts'
import { filled, filledAside } from '#api/catalogue-index/fill-aside.ts'
import { pack, unpack } from '#api/catalogue-index/pack.ts'
import { readIndex, writeIndex } from '#api/catalogue-index/kept-index.ts'
import { readSections, writeSections } from '#api/in-memory/section-file.ts'
import { listingCopy, listingsChanged } from '#api/catalogue/listing-copy.ts'
import { execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { manyProducts } from '#tests/support/goods/many-products.ts'
import { openShop } from '#tests/support/server/shop.ts'

/** More than are read at once. */
const PRODUCTS = 450
const run = promisify(execFile)
let api: Api

beforeAll(async () => {
  await openShop()
  for (const table of ['sizes', 'categories']) await execute(`DELETE FROM ${table}`)
  await manyProducts(PRODUCTS, 3)
  api = await startApi()
})
// The stock of so many goods has no movements.
afterAll(async () => {
  await openShop()
  await api.stop()
})

const list = async (query = '') => {
  listingsChanged()
  return (await api.send('GET', `/api/products${query}`)).body as unknown as ReplyOf<'GET /api/products'>
}
const total = async (query = '') => (await list(query)).products.total

test('reads a whole catalogue, with the stock that its variants have now, when the shop starts', async () => {
  expect(await total()).toBe(PRODUCTS)
  const { catalogue, listings } = await listingCopy()
  const rows = await select<{ id: number; has: number }>(
    'SELECT product_id AS id, MAX(on_hand > reserved) AS has FROM product_variations GROUP BY product_id',
  )
  expect(rows.filter(({ id, has }) => listings.get(id)?.in_stock !== (has === 1))).toEqual([])
  expect(catalogue.size).toBe(PRODUCTS)
})

test('misses nothing when another process takes goods away, adds them late or changes them by hand', async () => {
  await total()
  await execute('DELETE FROM product_listings WHERE product_id IN (7, 8)')
  expect(await total()).toBe(PRODUCTS - 2)
  await execute(
    `INSERT INTO product_listings
      (product_id, category_id, name, price, views, created_at, choices, summary, updated_at)
      SELECT 7, category_id, 'Late', price, views, created_at, choices,
      REPLACE(summary, '"id":9,', '"id":7,'), '2026-01-01' FROM product_listings WHERE product_id = 9`,
  )
  expect(await total()).toBe(PRODUCTS - 1)
  const before = await total('?min_price=9000')
  await execute("UPDATE product_listings SET price = 9500, updated_at = '2026-01-02' WHERE product_id = 9")
  expect([before, await total('?min_price=9000')]).toEqual([0, 1])
  await execute('UPDATE product_variations SET on_hand = 0 WHERE product_id = 11')
  await list()
  expect((await listingCopy()).listings.get(11)!.in_stock).toBe(false)
})

test('shows what happened while it was closed when it starts from its file', async () => {
  await list()
  const { catalogue } = await listingCopy()
  await execute("UPDATE product_listings SET price = 9700, updated_at = '2026-01-03' WHERE product_id = 21")
  await execute('UPDATE product_variations SET on_hand = 0, updated_at = updated_at WHERE product_id = 22')
  await execute('DELETE FROM product_listings WHERE product_id = 23')
  const path = join(process.env.DATA_DIR!, 'catalogue.index')
  expect(await keep(catalogue)).toBe(true)
  expect((await stat(path)).size).toBeGreaterThan(100_000)

  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', START])
  const products = (await select('SELECT 1 FROM product_listings')).length
  expect(JSON.parse(stdout)).toEqual({ price: 970_000, has: false, left: true, later: false, size: products })
})

/** Another process on the same folder: what it knows from the file, and what it knows once it has looked. */
const START = `
  const { readIndex } = await import('#api/catalogue-index/kept-index.ts')
  const { listingCopy } = await import('#api/catalogue/listing-copy.ts')
  const { db } = await import('#api/db/database.ts')
  const { Listings } = await import('#api/catalogue-index/listings.ts')
  const left = new Listings((await readIndex()).catalogue).get(22).in_stock
  const { listings } = await listingCopy()
  const [price, has, size] = [listings.get(21).price, listings.has(23), listings.size]
  let later = true
  for (let tries = 0; later && tries < 600; tries += 1) {
    await new Promise(resolve => setTimeout(resolve, 50)) // between two looks
    later = (await listingCopy()).listings.get(22).in_stock
  }
  await db.close()
  console.log(JSON.stringify({ price, has, left, later, size }))
`

test('builds again when a whole file lacks what this build needs', async () => {
  await keepAtRest()
  const path = join(env.dataDir, 'catalogue.index')
  const { about, bytes } = (await readSections(path))!
  const fewer = new Map([...bytes].slice(1))
  expect(await writeSections(path, { about, bytes: fewer }, () => true)).toBe(true)
  expect(await readIndex()).toBeNull()
})

test('builds again when its file is of a shop that a backup has replaced', async () => {
  await keepAtRest()
  expect(await readIndex()).not.toBeNull()
  await execute('UPDATE shop_generation SET generation = UUID()')
  expect(await readIndex()).toBeNull()
})

/** As a shop with many goods keeps it. */
const keep = (catalogue: Catalogue) => writeIndex({ catalogue, at: Date.now() }, { least: 0 })

/** The same after a look at the database: one that is under way changes the catalogue, and nothing is written then. */
async function keepAtRest(): Promise<void> {
  await list()
  const { catalogue } = await listingCopy()
  expect(await keep(catalogue)).toBe(true)
}

test('is the same when a thread of the built program reads it, and when there is no such thread', async () => {
  const built = await mkdtemp(join(tmpdir(), 'selvedge-built-'))
  await compileServer(process.cwd(), ['api/main.ts'], built)
  const aside = await unpack(await filledAside(PRODUCTS, join(built, 'main.mjs')))
  const here = await filled(PRODUCTS, { least: 0, program: join(built, 'nowhere', 'main.mjs') })
  await rm(built, { recursive: true })
  expect(aside.size).toBe(await countOfListings())
  const told = (whole: Catalogue) =>
    [...pack(whole).bytes].map(([name, bytes]) => `${name} ${createHash('sha256').update(bytes).digest('hex')}`)
  expect(told(aside)).toEqual(told(here))
})

async function countOfListings(): Promise<number> {
  const [row] = await select<{ many: number }>('SELECT COUNT(*) AS many FROM product_listings')
  return row!.many
}
