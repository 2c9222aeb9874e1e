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
])('reads %j as %j', (typed, number) => {
  expect(numberTyped(typed)).toBe(number)
})

test('leaves a comma that does not part thousands to be refused', () => {
  expect([withoutThousands('2,000'), withoutThousands('149,50')]).toEqual(['2000', '149,50'])
})

test('sends a price that is not a number as typed', () => {
  const form = new FormData()
  form.set('price', '149,50')
  form.set('discount', '1,149.50')
  expect([amountOf(form, 'price'), amountOf(form, 'discount')]).toEqual(['149,50', 1149.5])
})
