import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openProducts } from '#api/import/open-products.ts'
import { OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { patience } from '#tests/support/patience.ts'
import { watchHeap } from '#tests/support/runs/live-heap.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-whole-shop-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** 50,000 products with five variations each. */
const [ROWS, A_PRODUCT] = [250_000, 5]

it("reads a whole shop's own export row by row in little memory", { timeout: patience(540_000) }, async () => {
  const path = join(folder, 'shop.csv')
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const n = Math.floor(i / A_PRODUCT)
    return `product-${n},${i % A_PRODUCT === 0 ? `Product ${n},A description,Category ${n % 12},${100 + (n % 50)}.50,0,LIVE,Soft | Warm,` : ',,,,,,,'},SKU-${i},603${i},UK${6 + (i % A_PRODUCT) * 2},,1B1D23,Black,3,`
  })
  writeFileSync(path, `${OWN_COLUMNS.join(',')}\n${rows.splice(0).join('\n')}\n`)
  const heap = watchHeap()
  const mistakes: string[] = []
  let [read, astray] = [0, 0]
  for await (const row of await openProducts(path)) {
    if (row.line !== ++read + 1) astray += 1
    if (read % 25_000 === 0) heap.look()
    if ('message' in row) mistakes.push(row.message)
  }
  expect([read, astray, mistakes]).toEqual([ROWS, 0, []])
  expect(heap.grown()).toBeLessThan(10)
})
