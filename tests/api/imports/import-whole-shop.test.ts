import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openProducts } from '#api/import/open-products.ts'
import { OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { patience } from '#tests/support/patience.ts'
import { watchHeap } from '#tests/support/runs/live-heap.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-whole-shop-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Few products have long descriptions, so that a file that is held as a whole is found in the heap at any size. */
const { PRODUCTS, LENGTH } = bySize({
  small: { PRODUCTS: 1_000, LENGTH: 19_000 },
  usual: { PRODUCTS: 50_000, LENGTH: 50 },
  full: { PRODUCTS: 50_000, LENGTH: 50 },
})
const A_PRODUCT = 5
const ROWS = PRODUCTS * A_PRODUCT
/** What a file may add to the heap, in MB. */
const MOST_HEAP = 10

/** The path of the shop's own export. */
function written(): string {
  const path = join(folder, 'shop.csv')
  const description = 'Stitched '.repeat(LENGTH / 9)
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    return `product-${n},${i % A_PRODUCT === 0 ? `Product ${n},${description},Category ${n % 12},${100 + (n % 50)}.50,0,LIVE,Soft | Warm,` : ',,,,,,,'},SKU-${i},603${i},UK${6 + (i % A_PRODUCT) * 2},,1B1D23,Black,3,`
  })
  writeFileSync(path, `${OWN_COLUMNS.join(',')}\n${rows.join('\n')}\n`)
  return path
}

it("reads a whole shop's own export row by row in little memory", { timeout: patience(540_000) }, async () => {
  const path = written()
  const heap = watchHeap()
  const mistakes: string[] = []
  let [read, astray] = [0, 0]
  for await (const row of await openProducts(path)) {
    if (row.line !== ++read + 1) astray += 1
    if (read % (ROWS / 10) === 0) heap.look()
    if ('message' in row) mistakes.push(row.message)
  }
  expect([read, astray, mistakes]).toEqual([ROWS, 0, []])
  expect(heap.grown()).toBeLessThan(MOST_HEAP)
})

it('control: needs more when its rows are kept', async () => {
  const path = written()
  const heap = watchHeap()
  const kept = []
  for await (const row of await openProducts(path)) kept.push(row)
  heap.look()
  expect(kept).toHaveLength(ROWS)
  expect(heap.grown()).toBeGreaterThan(MOST_HEAP)
})
