import { expect, test } from 'vitest'
import { amountOf } from '#pwa/staff/products/typed-product.ts'
import { numberTyped, withoutThousands } from '#sync/protocol/typed-number.ts'

test.each([
  ['1149.5', 1149.5],
  ['1,149.50', 1149.5],
  [' 1 149.50 ', 1149.5],
  ['1,234,567', 1234567],
  ['-10', -10],
  ['+10', 10],
  ['0', 0],
  ['.5', 0.5],
  ['149,50', null],
  ['1,1495', null],
  ['11,49,500', null],
  ['1,149,5', null],
  ['', null],
  ['free', null],
  ['1.2.3', null],
  ['1e3', null],
])('%j is typed for %j', (typed, number) => {
  expect(numberTyped(typed)).toBe(number)
})

test('a comma that does not part thousands stays for whoever reads it to refuse', () => {
  expect([withoutThousands('2,000'), withoutThousands('149,50')]).toEqual(['2000', '149,50'])
})

test('a price that is no number is sent as it was typed', () => {
  const form = new FormData()
  form.set('price', '149,50')
  form.set('discount', '1,149.50')
  expect([amountOf(form, 'price'), amountOf(form, 'discount')]).toEqual(['149,50', 1149.5])
})
