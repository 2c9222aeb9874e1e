import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCardNumber, maskCardNumbers, withoutCardNumbers } from '#sync/protocol/card-number.ts'
import { maskedSlowly } from '#tests/support/hostile/masked-slowly.ts'
import { CARDS } from '#tests/support/people/cards.ts'
import { aSale } from '#tests/support/server/factories.ts'

test.each(Object.entries(CARDS))('the number of a card is seen: %s', (_, number) => {
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ')
  for (const written of [
    number,
    grouped,
    grouped.replaceAll(' ', '-'),
    `Charge ${number}, please`,
    `Room 12 ${grouped} exp 12/30`,
    `(${number})`,
  ])
    expect([written, hasCardNumber(written)]).toEqual([written, true])
})

test("keeps only a card's last four digits, and everything around it", () => {
  expect(maskCardNumbers('Visa 4084 0840 8408 4081 and 5060666666666666666, exp 12/30')).toBe(
    'Visa •••• 4081 and •••• 6666, exp 12/30',
  )
  expect(maskCardNumbers('12 4084-0840-8408-4081-99')).toBe('12 •••• 4081-99')
  expect(maskCardNumbers('To 4084084084084081 408408408408 Ama')).toBe('To •••• •••• 8408 Ama')
})

test('leaves what is not a card as it is', () => {
  for (const text of [
    '',
    '024 412 3456',
    '+233244123456 or 020 765 4321',
    'GA-183-8164',
    '4084084084084082',
    '1234567812345670',
    '6030000123456',
    '4006381333931',
    '2026-01-09 14:03:22 – 2026-01-10',
    'T2-000118',
    '0190a5f0-7c1e-7abc-8def-0123456789ab',
    '1,000.00 2,000.00 3,000.00',
  ])
    expect([text, maskCardNumbers(text)]).toEqual([text, text])
})

test('finds no card in a masked text, and changes nothing when masking again', () => {
  const piece = fc.oneof(fc.constantFrom(...Object.values(CARDS)), fc.stringMatching(/^[\d .-]{0,24}$/), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
      const masked = maskCardNumbers(pieces.join(' '))
      expect(maskCardNumbers(masked)).toBe(masked)
    }),
  )
})

test('keeps everything else of a sale', () => {
  const sale = aSale({
    customer_name: 'Ama 4084084084084081',
    reference: 'card 5060 6666 6666 6666 666',
    customer_phone: null,
  })
  expect(withoutCardNumbers(sale)).toEqual({ ...sale, customer_name: 'Ama •••• 4081', reference: 'card •••• 6666' })
})

test('masks as the plain rule does for short texts', () => {
  const digits = fc.stringMatching(/^[0-9]{1,6}$/)
  const sign = fc.constantFrom('', ' ', ' ', '-', '.', '\u00a0', '  ', 'x', '٣')
  const piece = fc.oneof(
    fc.constantFrom(...Object.values(CARDS)),
    digits,
    sign,
    fc.stringMatching(/^[2-6][0-9]( [0-9]{1,4}){3,6}$/),
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, sign), { maxLength: 30 }), pieces => {
      const text = pieces.join('')
      expect(maskCardNumbers(text)).toBe(maskedSlowly(text))
    }),
    { numRuns: 3_000 },
  )
})
