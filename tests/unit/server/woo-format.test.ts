import { expect, test } from 'vitest'
import { wooFormat } from '#api/import-formats/woo-format.ts'
import { liveMegabytes } from '#tests/support/runs/live-heap.ts'

const PRODUCTS = 2_000
const TEXT = 20_000

test('keeps no text of a long WooCommerce file once it is passed on', () => {
  const reader = wooFormat.open(() => true)
  const read = (record: Record<string, string>, line: number) => reader.read(column => record[column] ?? '', line)
  const before = liveMegabytes()
  for (let n = 1; n <= PRODUCTS; n++) {
    expect(
      read(
        { id: String(n), type: 'variable', name: `Product ${n}`, description: String(n).padStart(TEXT, 'words ') },
        2 * n,
      ),
    ).toEqual([])
    const [product, variation] = read(
      { type: 'variation', parent: `id:${n}`, sku: `SKU-${n}`, 'regular price': '45' },
      2 * n + 1,
    )
    expect([product, variation]).toMatchObject([
      { slug: `product-${n}`, description: expect.stringContaining('words') },
      { slug: `product-${n}`, sku: `SKU-${n}`, name: '', description: '' },
    ])
  }
  expect(liveMegabytes() - before).toBeLessThan((PRODUCTS * TEXT) / 1024 / 1024 / 2)
  expect(reader.end()).toEqual([])
})
