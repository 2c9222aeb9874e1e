import fc from 'fast-check'
import { expect, test } from 'vitest'
import { articleOf, isEan, isGtin, readingsOf, upcAOf, withCheckDigit } from '#sync/protocol/ean.ts'

const article = (digits: number) =>
  fc
    .stringMatching(new RegExp(`^[1-9]\\d{${digits - 2}}$`))
    .map(text => withCheckDigit(text))
    .filter(code => upcAOf(code) === null)

test('tells a code of the right length and check digit from any other', () => {
  for (const code of ['96385074', '036000291452', '4006381333931', '14006381333938']) expect(isGtin(code)).toBe(true)
  for (const code of ['', '12345678905', '4006381333932', '6.034E+12', '#N/A', 'FALSE', '="4006381333931"', '96385075'])
    expect([code, isGtin(code)]).toEqual([code, false])
  expect(['96385074', '4006381333931', '036000291452', '14006381333938'].map(isEan)).toEqual([true, true, false, false])
})

test('reads an article in all its spellings, from any of them', () => {
  expect(readingsOf('0036000291452')).toEqual(['036000291452', '0036000291452', '00036000291452'])
  expect(readingsOf('4006381333931')).toEqual(['4006381333931', '04006381333931'])
  expect(readingsOf('14006381333938')).toEqual(['14006381333938'])
  expect(readingsOf('00000096385074')).toEqual(['96385074', '000096385074', '0000096385074', '00000096385074'])
  fc.assert(
    fc.property(fc.oneof(article(8), article(12), article(13), article(14)), code => {
      const spellings = readingsOf(code)
      expect(spellings[0]).toBe(code)
      for (const spelling of spellings) expect([articleOf(spelling), readingsOf(spelling)]).toEqual([code, spellings])
    }),
  )
})

test('leaves what is no article as it is', () => {
  for (const code of ['', 'SLIM-UK10', '00123', '12345678', '00012345678', 'ABCDEFGH01234', '000000000000001'])
    expect([articleOf(code), readingsOf(code)]).toEqual([code, [code]])
  // A shop's own eight digits stay eight digits; only a check digit makes them an article's number.
  expect(readingsOf('000012345678')).toEqual(['000012345678', '0000012345678', '00000012345678'])
})

test('expands a UPC-E by its last digit, after the code as it is', () => {
  // One of each rule of the standard's table; the check digit is that of the UPC-A.
  for (const [short, long] of [
    ['04252614', '042100005264'],
    ['01234505', '012000003455'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
  ] as const) {
    expect([short, upcAOf(short)]).toEqual([short, long])
    expect(readingsOf(short)[0]).toBe(short)
    expect(readingsOf(short).slice(-3)).toEqual([long, `0${long}`, `00${long}`])
  }
  for (const none of ['04252615', '24252614', '4252614', '042100005264']) expect(upcAOf(none)).toBeNull()
})
