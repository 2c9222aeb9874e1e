import { expect, test } from 'vitest'
import { Claims } from '#api/import/claims.ts'

const MANY = 400_000

test('counts the first line of equal texts in a file, however many and alike', () => {
  const claims = new Claims()
  const texts = (n: number) => [
    `sku JEANS-${n}`,
    `barcode 20${String(n).padStart(10, '0')}`,
    `product-${n % 1000}\nUK${n}\n`,
  ]
  let other = 0
  for (let n = 1; n <= MANY; n++) for (const text of texts(n)) if (claims.claim(text, n) !== n) other += 1
  for (let n = 1; n <= MANY; n++) for (const text of texts(n)) if (claims.claim(text, MANY + n) !== n) other += 1
  expect(other).toBe(0)
  expect([claims.claim('', 7), claims.claim('', 8), claims.claim('ß', 9), claims.claim('ß', 10)]).toEqual([7, 7, 9, 9])
})
