import { expect, test } from 'vitest'
import { indexedWords, searchExpression } from '#api/words/search-words.ts'

const words = (...texts: string[]) =>
  indexedWords(texts)
    .split(' ')
    .map(word => word.slice(2))

test.each([
  ['T-Shirt', ['tshirt', 't', 'shirt']],
  ['UK12', ['uk12', 'uk', '12']],
  ['Women’s Crème', ['womens', 'women', 'creme']],
  ['XL, for him', ['xl', 'for', 'him']],
  ['', ['']],
])('finds %j by its words', (text, expected) => expect(words(text)).toEqual(expected))

test.each([
  ['Jeans', '+qqjeans*'],
  ['blue jeans for men', '+qqblue +qqjeans +qqmen*'],
  ['T-shirt XL', '+qqt +qqshirt +qqxl*'],
  ['for', '+qqfor*'],
  ['+(-evil*) @"x"', '+qqevil +qqx*'],
  ['***', null],
  ['', null],
])('%j is sought as %j', (text, expected) => expect(searchExpression(text)).toBe(expected))
