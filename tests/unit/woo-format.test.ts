import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { wooFormat } from '#api/import/woo-format.ts'

setFlagsFromString('--expose-gc')
const tidy = runInNewContext('gc') as () => void
/** What is in use once all that nobody holds has gone. */
const megabytes = () => {
  tidy()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

const PRODUCTS = 2_000
const TEXT = 20_000

test('the texts of a long WooCommerce file are not kept once they are told', () => {
  const reader = wooFormat.open()
  const read = (record: Record<string, string>, line: number) => reader.read(column => record[column] ?? '', line)
  const before = megabytes()
  for (let n = 1; n <= PRODUCTS; n++) {
    expect(read({ id: String(n), type: 'variable', name: `Product ${n}`, description: String(n).padStart(TEXT, 'words ') }, 2 * n)).toEqual([])
    const [product, variation] = read({ type: 'variation', parent: `id:${n}`, sku: `SKU-${n}`, 'regular price': '45' }, 2 * n + 1)
    expect([product, variation]).toMatchObject([{ slug: `product-${n}`, description: expect.stringContaining('words') }, { slug: `product-${n}`, sku: `SKU-${n}`, name: '', description: '' }])
  }
  expect(megabytes() - before).toBeLessThan(PRODUCTS * TEXT / 1024 / 1024 / 2)
  expect(reader.end()).toEqual([])
})
