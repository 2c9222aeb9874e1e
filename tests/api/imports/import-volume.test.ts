import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ownTable } from '#api/export/own-table.ts'
import { readProducts } from '#api/export/read-products.ts'
import { csvText } from '#api/lists/csv.ts'
import { importProducts } from '#api/import/import-products.ts'
import { openProducts } from '#api/import/open-products.ts'
import { OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { patience } from '#tests/support/patience.ts'
import { watchHeap } from '#tests/support/runs/live-heap.ts'
import { bySize } from '#tests/support/runs/sizes.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-volume-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Few rows have long descriptions, so that a file that is held as a whole is found in the heap at any size. */
const LARGE = { ROWS: 12_000, MANY_ROWS: 50_000, A_PRODUCT: 10, LENGTH: 50, LOOK_EVERY: 10 }
const { ROWS, MANY_ROWS, A_PRODUCT, LENGTH, LOOK_EVERY } = bySize({
  small: { ROWS: 2_000, MANY_ROWS: 5_000, A_PRODUCT: 2, LENGTH: 15_000, LOOK_EVERY: 1 },
  usual: LARGE,
  full: LARGE,
})
/** How many rows are between two words about how far it is. */
const A_BATCH = 500
/** What a file of this size may add to the heap, in MB. */
const MOST_HEAP = 10
const DESCRIPTION = `"${'A description, '.repeat(LENGTH / 15)}as products have"`
const size = (i: number) => `UK ${6 + (i % A_PRODUCT) * 2}`

interface Volume {
  columns: string
  rows: string[]
  products: number
  variations: number
}

/** Every tenth row begins a product of ten variations. */
function ownFile(length = ROWS): Volume {
  const rows = Array.from({ length }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    const fields =
      i % A_PRODUCT === 0
        ? `Product ${n},${DESCRIPTION},Category ${n % 12},${100 + (n % 50)}.50,0,LIVE,Soft | Warm,`
        : ',,,,,,,'
    return `product-${n},${fields},SKU-${i},603${i},UK${6 + (i % A_PRODUCT) * 2},${size(i)},1B1D23,Black,${i % 7},`
  })
  return { columns: OWN_COLUMNS.join(','), rows, products: length / A_PRODUCT, variations: length }
}

/** The same in Shopify's words. */
function shopifyFile(length = ROWS): Volume {
  const rows = Array.from({ length }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    const fields = i % A_PRODUCT === 0 ? `Product ${n},${DESCRIPTION},Category ${n % 12},true,Size` : ',,,,'
    return `product-${n},${fields},${size(i)},${i % A_PRODUCT === 0 ? 'Color' : ''},Black,SKU-${i},${i % 7},${100 + (n % 50)}.50,'603${i}`
  })
  const columns =
    'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode'
  return { columns, rows, products: length / A_PRODUCT, variations: length }
}

/** In WooCommerce's: a hundred products, and only then their variations. */
function wooFile(length = ROWS): Volume {
  const products = Math.ceil(length / (A_PRODUCT + 1))
  const product = (n: number) =>
    `${n + 1},variable,PARENT-${n},,Product ${n},1,${DESCRIPTION},,,Category ${n % 12},,Size,${Array.from({ length: A_PRODUCT }, (_, i) => size(i)).join('|')},Color,Black`
  const variation = (n: number, i: number) =>
    `${100_000 + n * A_PRODUCT + i},variation,SKU-${n}-${i},603${n * A_PRODUCT + i},Product ${n},1,,${i % 7},${100 + (n % 50)}.50,,id:${n + 1},Size,${size(i)},Color,Black`
  const rows = Array.from({ length: Math.ceil(products / 100) }, (_, hundred) =>
    Array.from({ length: Math.min(100, products - hundred * 100) }, (__, i) => hundred * 100 + i),
  ).flatMap(some => [
    ...some.map(product),
    ...some.flatMap(n => Array.from({ length: A_PRODUCT }, (_, i) => variation(n, i))),
  ])
  const columns =
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Description,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'
  return { columns, rows, products, variations: products * A_PRODUCT }
}

describe('a large file', () => {
  it.each([
    ['the shop’s own', ownFile],
    ["Shopify's", shopifyFile],
    ["WooCommerce's", wooFile],
  ])(
    'in %s format is read in flat memory, and again without a write',
    async (_, make) => {
      await openShop()
      const { path, products, variations } = written(make())
      await importProducts(written(make(A_PRODUCT), 'small.csv').path) // what is loaded once
      await openShop()
      const heap = watchHeap()
      let told = 0
      const onProgress = async () => {
        if (++told % LOOK_EVERY === 0) heap.look()
      }
      const first = await importProducts(path, { onProgress })
      const again = await importProducts(path, { onProgress })
      expect(first).toMatchObject({ summary: { created: products, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
      expect(again.summary.unchanged).toBe(products)
      expect(await count('product_variations')).toBe(variations)
      expect(await brokenRules()).toEqual([])
      expect(told).toBeGreaterThan(ROWS / A_BATCH)
      expect(heap.grown()).toBeLessThan(MOST_HEAP)
    },
    patience(720_000),
  )

  it(
    `of ${MANY_ROWS} rows is imported, exported and found unchanged, and never held in memory as a whole`,
    { timeout: patience(720_000) },
    async () => {
      await openShop()
      const { path, products, variations } = written(ownFile(MANY_ROWS))
      await importProducts(written(ownFile(A_PRODUCT), 'small.csv').path) // what is loaded once
      const heap = watchHeap()
      let told = 0
      const onProgress = async () => {
        if (++told % LOOK_EVERY === 0) heap.look()
      }
      const first = await importProducts(path, { onProgress })
      expect([first, told]).toMatchObject([
        { summary: { created: products - 1, updated: 0, unchanged: 1, failed: 0 }, errors: [] },
        MANY_ROWS / A_BATCH,
      ])
      expect(await count('product_variations')).toBe(variations)
      const exported = await writtenBy(heap.look)
      const again = await importProducts(exported, { onProgress })
      expect([again, told]).toMatchObject([
        { summary: { created: 0, updated: 0, unchanged: products, failed: 0 }, errors: [] },
        (2 * MANY_ROWS) / A_BATCH,
      ])
      expect(heap.grown()).toBeLessThan(MOST_HEAP)
      expect(await brokenRules()).toEqual([])
    },
  )

  it('control: is caught when its rows are kept in memory', async () => {
    // At least 37 MB: twice what the assertion asks for, whatever the heap lets go.
    const rows = MANY_ROWS
    const { path } = written(ownFile(rows))
    const heap = watchHeap()
    const kept = []
    for await (const row of await openProducts(path)) kept.push(row)
    heap.look()
    expect(kept).toHaveLength(rows)
    expect(heap.grown()).toBeGreaterThan(2 * MOST_HEAP)
  })
})

/** Writes the file; what it was made of is not kept. */
function written(
  { columns, rows, ...size }: Volume,
  name = 'big.csv',
): Omit<Volume, 'columns' | 'rows'> & { path: string } {
  const path = join(folder, name)
  writeFileSync(path, `${columns}\n${rows.join('\n')}\n`)
  return { ...size, path }
}

/** Exports the shop into a file, a piece after the other. */
async function writtenBy(look: () => void): Promise<string> {
  const path = join(folder, 'export.csv')
  writeFileSync(path, '')
  let pieces = 0
  for await (const text of csvText(ownTable(readProducts({})))) {
    appendFileSync(path, text)
    if (++pieces % 10 === 0) look()
  }
  expect(pieces).toBeGreaterThan(20)
  return path
}
