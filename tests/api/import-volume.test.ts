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
import { watchHeap } from '#tests/support/live-heap.ts'
import { brokenRules, count, openShop } from '#tests/support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-volume-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ROWS = 12_000
const MANY_ROWS = 50_000
const A_PRODUCT = 10
/** What such a file may add to the heap, in MB. */
const MOST_HEAP = 10
const DESCRIPTION = '"A description, of some length, as products have"'
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
function shopifyFile(): Volume {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    const fields = i % A_PRODUCT === 0 ? `Product ${n},${DESCRIPTION},Category ${n % 12},true,Size` : ',,,,'
    return `product-${n},${fields},${size(i)},${i % A_PRODUCT === 0 ? 'Color' : ''},Black,SKU-${i},${i % 7},${100 + (n % 50)}.50,'603${i}`
  })
  const columns =
    'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode'
  return { columns, rows, products: ROWS / A_PRODUCT, variations: ROWS }
}

/** In WooCommerce's: a hundred products, and only then their variations. */
function wooFile(): Volume {
  const products = Math.ceil(ROWS / (A_PRODUCT + 1))
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

describe('a file of many rows', () => {
  const begun = process.memoryUsage().rss

  it.each([
    ['the shop’s own', () => ownFile()],
    ["Shopify's", shopifyFile],
    ["WooCommerce's", wooFile],
  ])(
    'in %s format is read in flat memory, and again without a write',
    async (_, make) => {
      await openShop()
      const { path, products, variations } = written(make())
      const peak = watchMemory(begun)
      const first = await importProducts(path)
      const again = await importProducts(path)
      const megabytes = peak()
      expect(first).toEqual({ summary: { created: products, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
      expect(again.summary.unchanged).toBe(products)
      expect(await count('product_variations')).toBe(variations)
      expect(await brokenRules()).toEqual([])
      expect(megabytes).toBeLessThan(150)
    },
    240_000,
  )

  it(`such as ${MANY_ROWS} is imported, exported, and found unchanged in that export, and never in memory as a whole`, async () => {
    await openShop()
    const { path, products, variations } = written(ownFile(MANY_ROWS))
    await importProducts(written(ownFile(A_PRODUCT), 'small.csv').path) // what is loaded once
    const heap = watchHeap()
    let told = 0
    const onProgress = async () => {
      if (++told % 10 === 0) heap.look()
    }
    const first = await importProducts(path, { onProgress })
    expect([first, told]).toEqual([
      { summary: { created: products - 1, updated: 0, unchanged: 1, failed: 0 }, errors: [] },
      MANY_ROWS / 500,
    ])
    expect(await count('product_variations')).toBe(variations)
    const exported = await writtenBy(heap.look)
    const again = await importProducts(exported, { onProgress })
    expect([again, told]).toEqual([
      { summary: { created: 0, updated: 0, unchanged: products, failed: 0 }, errors: [] },
      (2 * MANY_ROWS) / 500,
    ])
    expect(heap.grown()).toBeLessThan(MOST_HEAP)
    expect(await brokenRules()).toEqual([])
  }, 240_000)

  it('control: whoever keeps the rows is found out', async () => {
    const { path } = written(ownFile(MANY_ROWS))
    const heap = watchHeap()
    const kept = []
    for await (const row of await openProducts(path)) kept.push(row)
    heap.look()
    expect(kept).toHaveLength(MANY_ROWS)
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

/** How much more memory the process holds, at its highest from now on, than it did. */
function watchMemory(start: number): () => number {
  let highest = start
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 20)
  return () => {
    clearInterval(watch)
    return (highest - start) / 1024 / 1024
  }
}
