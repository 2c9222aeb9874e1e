import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatGiftCode,
  GIFT_CODE_BASE,
  GIFT_CODE_NUMBERS,
  giftCodeFrom,
  readGiftCode,
} from '#sync/protocol/shop/gift-card.ts'

const code = fc
  .array(fc.nat({ max: GIFT_CODE_BASE - 1 }), { minLength: GIFT_CODE_NUMBERS, maxLength: GIFT_CODE_NUMBERS })
  .map(giftCodeFrom)
const place = fc.nat({ max: 15 })
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

test('reads a code back however it is spaced and written', () => {
  fc.assert(
    fc.property(code, made => {
      expect(made).toMatch(/^[2-9A-HJKMNP-Z]{16}$/)
      expect(readGiftCode(` ${formatGiftCode(made).toLowerCase()} `)).toBe(made)
    }),
  )
})

test('refuses a code when one character is wrong, or two are exchanged', () => {
  fc.assert(
    fc.property(code, fc.tuple(place, place), fc.constantFrom(...CHARACTERS), (made, [i, j], other) => {
      const letters = [...made]
      const wrong = letters.with(i, other).join('')
      expect(readGiftCode(wrong)).toBe(wrong === made ? made : null)
      const exchanged = letters.with(i, letters[j]!).with(j, letters[i]!).join('')
      expect(readGiftCode(exchanged)).toBe(exchanged === made ? made : null)
    }),
  )
})

test('refuses what cannot be a code', () => {
  for (const typed of ['', '0000-0000-0000-0000', 'OOOO-IIII-LLLL-1111', 'ABCD', 'A'.repeat(400)])
    expect(readGiftCode(typed)).toBeNull()
})
