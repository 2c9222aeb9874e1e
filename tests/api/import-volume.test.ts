import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importProducts } from '#api/import/import-products.ts'
import { OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { brokenRules, count, openShop } from '#tests/support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-volume-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ROWS = 12_000
const A_PRODUCT = 10

/** Every tenth row begins a product of ten variations. */
function bigFile(rows: number): string {
  const path = join(folder, 'big.csv')
  const texts = Array.from({ length: rows }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    const fields = i % A_PRODUCT === 0 ? `Product ${n},"A description, of some length, as products have",Category ${n % 12},${100 + n % 50}.50,0,LIVE,Soft | Warm,` : ',,,,,,,'
    return `product-${n},${fields},SKU-${i},603${i},UK${6 + i % A_PRODUCT * 2},UK ${6 + i % A_PRODUCT * 2},1B1D23,Black,${i % 7},`
  })
  writeFileSync(path, `${OWN_COLUMNS.join(',')}\n${texts.join('\n')}\n`)
  return path
}

describe('a file of many rows', () => {
  it('is read in flat memory, and again without a write', async () => {
    await openShop()
    const path = bigFile(ROWS)
    const peak = watchMemory()
    const first = await importProducts(path)
    const again = await importProducts(path)
    const megabytes = peak()
    expect(first).toEqual({ summary: { created: ROWS / A_PRODUCT, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect(again.summary.unchanged).toBe(ROWS / A_PRODUCT)
    expect(await count('product_variations')).toBe(ROWS)
    expect(await brokenRules()).toEqual([])
    expect(megabytes).toBeLessThan(150)
  })
})

/** How much more memory the process holds, at its highest, than when the watch began. */
function watchMemory(): () => number {
  const start = process.memoryUsage().rss
  let highest = start
  const watch = setInterval(() => { highest = Math.max(highest, process.memoryUsage().rss) }, 20)
  return () => {
    clearInterval(watch)
    return (highest - start) / 1024 / 1024
  }
}
