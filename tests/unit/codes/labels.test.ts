import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barsOf, code128Modules, eanModules } from '#pwa/staff/labels/label-bars.ts'
import { symbolOf } from '#pwa/staff/labels/label-symbol.ts'
import { labelsPdf, type Label } from '#pwa/staff/labels/labels.ts'
import { isEan, withCheckDigit } from '#sync/protocol/ean.ts'
import { readBars, WrongCheck } from '#tests/support/browser/read-bars.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'

const aLabel = (rest: Partial<Label> = {}): Label => ({
  name: 'Slim jeans',
  size: 'UK 10',
  colour: 'Indigo',
  price: 149.99,
  sku: 'SLIM-UK10',
  barcode: '2000000000015',
  count: 1,
  ...rest,
})
const twelve = fc.stringMatching(/^\d{12}$/)

describe('a barcode', () => {
  test('is drawn by its standard', () => {
    expect(eanModules('5901234123457')!.modules).toBe(
      '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
    )
    expect(eanModules('036000291452')).toEqual(eanModules('0036000291452'))
    expect(eanModules('96385074')).toEqual({
      code: '96385074',
      modules: '1010001011010111101111010110111010101001110111001010001001011100101',
    })
    for (const none of ['', '5901234123458', '590123412345', '12345671', 'SLIM-UK10', '12345678901234'])
      expect(eanModules(none)).toBeNull()
  })

  test('reads back as its number, whatever it is', () => {
    fc.assert(
      fc.property(twelve, digits => {
        expect(readBack(eanModules(withCheckDigit(digits))!.modules)).toBe(withCheckDigit(digits))
      }),
      { numRuns: 300 },
    )
  })

  test('is refused with one wrong digit', () => {
    fc.assert(
      fc.property(twelve, fc.nat(12), fc.integer({ min: 1, max: 9 }), (digits, at, shift) => {
        const code = withCheckDigit(digits)
        const typo = `${code.slice(0, at)}${(Number(code[at]) + shift) % 10}${code.slice(at + 1)}`
        expect([isEan(code), isEan(typo)]).toEqual([true, false])
      }),
    )
  })

  test('has dark bars with longer guards', () => {
    const bars = barsOf(eanModules('5901234123457')!.modules)
    expect(bars).toHaveLength(30)
    expect(bars.filter(({ isGuard }) => isGuard).map(({ from }) => from)).toEqual([0, 2, 46, 48, 92, 94])
    expect(bars.reduce((sum, { width }) => sum + width, 0)).toBeLessThan(95)
    const short = barsOf(eanModules('96385074')!.modules)
    expect(short.filter(({ isGuard }) => isGuard).map(({ from }) => from)).toEqual([0, 2, 32, 34, 64, 66])
  })
})

describe('a code that is not an EAN', () => {
  /** The value of each symbol's place, from its dark and light modules, as the standard's table has it. */
  const symbols = (modules: string) => modules.slice(0, -13).match(/.{11}/g)!

  test("is drawn by its standard, digits in pairs, with the check of the standard's example", () => {
    const [H, I] = ['11000101000', '11000100010']
    const [start, turn, check, stop] = ['11010010000', '10111011110', '10000100110', '1100011101011']
    const modules = code128Modules('HI345678')!
    expect(modules).toBe([start, H, I, turn, '10001011000', '11100010110', '11000010100', check, stop].join(''))
    expect(symbols(modules)).toHaveLength(8)
    expect(symbols(code128Modules('20260109')!)).toHaveLength(6)
    for (const none of ['', 'Größe 38', 'a\tb', '👖']) expect(code128Modules(none)).toBeNull()
  })

  test('reads back as what it was drawn from, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.stringMatching(/^[ -~]{1,40}$/), fc.stringMatching(/^[A-Z]{0,4}\d{1,9}[A-Z-]{0,3}\d{0,7}$/)),
        code => {
          expect(readBars(code128Modules(code)!, 'code128')).toBe(code)
        },
      ),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(twelve, digits => {
        expect(readBars(eanModules(withCheckDigit(digits))!.modules, 'ean13')).toBe(withCheckDigit(digits))
        const short = withCheckDigit(digits.slice(0, 7))
        expect(readBars(eanModules(short)!.modules, 'ean8')).toBe(short)
      }),
    )
  })

  test('reads as nothing with one letter changed', () => {
    const [right, wrong] = ['SLIM-UK10', 'TLIM-UK10'].map(code => code128Modules(code)!) as [string, string]
    expect(() => readBars(wrong.slice(0, 22) + right.slice(22), 'code128')).toThrow(WrongCheck)
  })

  test('replaces another type of barcode, and shows the SKU without one, as wide as the label allows', () => {
    const told = (barcode: string | null, sku = 'SLIM-UK10', layout: 'roll' | 'a4' = 'roll') => {
      const symbol = symbolOf({ barcode, sku }, layout)
      return symbol && [symbol.isEan, symbol.code, symbol.module]
    }
    expect(told('2000000000015')).toEqual([true, '2000000000015', 0.33])
    expect(told('036000291452')).toEqual([true, '0036000291452', 0.33])
    expect(told('12345670')).toEqual([true, '12345670', 0.33])
    expect([told('ABC-1'), told('12345671'), told('10614141000415')]).toEqual([
      [false, 'ABC-1', 0.33],
      [false, '12345671', 0.33],
      [false, '10614141000415', 0.25],
    ])
    for (const none of [null, '', 'a barcode far too long for it', 'Größe 38'])
      expect([none, told(none)]).toEqual([none, [false, 'SLIM-UK10', 0.25]])
    const long = 'SLIM-JEANS-UK10-INDIGO'
    expect([told(null, long), told(null, long, 'a4')]).toEqual([null, [false, long, 0.19]])
  })
})

describe('labels', () => {
  test('on a roll are one per page of 40 by 30 mm', async () => {
    const { boxes, bars } = await written(
      await labelsPdf([aLabel({ count: 2 }), aLabel({ count: 0 }), aLabel({ name: 'Belt' })], 'roll'),
    )
    expect(boxes).toHaveLength(3)
    expect(boxes[0]!.map(point => Math.round((point * 25.4) / 72))).toEqual([0, 0, 40, 30])
    expect(bars).toBe(90)
  })

  test("have an EAN's digits under its bars, an EAN-8's in two fours", async () => {
    const told = async (barcode: string) => {
      const { words, places } = await written(await labelsPdf([aLabel({ barcode })], 'roll'))
      const xs = places.slice(3).map(({ x }) => x)
      return { digits: words.slice(3).join(''), gaps: xs.slice(1).map((x, i) => Math.round((x - xs[i]!) * 10) / 10) }
    }
    const [long, short] = [await told('5901234123457'), await told('96385074')]
    expect([long.digits, short.digits]).toEqual(['5901234123457', '96385074'])
    const widest = (gaps: number[]) => gaps.indexOf(Math.max(...gaps))
    expect([widest(long.gaps.slice(1)), widest(short.gaps)]).toEqual([5, 3])
  })

  test('on A4 are 21 a page', async () => {
    const { boxes, bars } = await written(await labelsPdf([aLabel({ count: 43 })], 'a4'))
    expect(boxes.map(box => box.map(point => Math.round((point * 25.4) / 72)))).toEqual(
      [1, 2, 3].map(() => [0, 0, 210, 297]),
    )
    expect(bars).toBe(43 * 30)
  })

  test('keep their bars on the paper under a long name', async () => {
    const { xs } = await written(
      await labelsPdf(
        [
          aLabel({
            name: 'Boyfriend jeans with raw hem and contrast stitching '.repeat(4),
            colour: 'Indigo with a wash of stone',
          }),
        ],
        'roll',
      ),
    )
    expect(Math.min(...xs)).toBeGreaterThan(0)
    expect(Math.max(...xs)).toBeLessThan((40 * 72) / 25.4)
  })

  test('show a long name whole on two lines, and a long colour smaller', async () => {
    const [name, colour] = [
      'Kwaku high-waist wide-leg jeans with a raw hem, cropped',
      'Indigo with a light wash of stone',
    ]
    const { words, places } = await written(await labelsPdf([aLabel({ name, colour })], 'roll'))
    expect(words.slice(0, 3).join(' ')).toBe(`${name} UK 10 · ${colour}`)
    expect(Math.min(...places.map(({ x }) => x))).toBeGreaterThan(0)
    expect(places[1]!.y).toBeLessThan(places[0]!.y)
  })

  test('without an EAN show their code in bars and text with quiet zones, or in text alone when it does not fit', async () => {
    for (const [layout, width] of [
      ['roll', 40],
      ['a4', 63.5],
    ] as const) {
      const { bars, xs, words } = await written(await labelsPdf([aLabel({ barcode: null, sku: 'SLIM-UK10' })], layout))
      expect([layout, bars, words.at(-1)]).toEqual([
        layout,
        code128Modules('SLIM-UK10')!.match(/1+/g)!.length,
        'SLIM-UK10',
      ])
      const left = layout === 'roll' ? 0 : 7.2
      const [from, to] = [Math.min(...xs), Math.max(...xs)].map(point => (point * 25.4) / 72 - left) as [number, number]
      expect(from).toBeGreaterThan(1.9)
      expect(width - to).toBeCloseTo(from, 1)
    }
    const { bars, words } = await written(await labelsPdf([aLabel({ barcode: 'ABC-1' })], 'roll'))
    expect([bars, words.at(-1)]).toEqual([code128Modules('ABC-1')!.match(/1+/g)!.length, 'ABC-1'])
    const long = await written(await labelsPdf([aLabel({ barcode: null, sku: 'SLIM-JEANS-UK10-INDIGO' })], 'roll'))
    expect([long.bars, long.words.at(-1)]).toEqual([0, 'SLIM-JEANS-UK10-INDIGO'])
  })
})

const A = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']

/** A scanner in words: odd and even digits of the left half say the first one. */
function readBack(modules: string): string {
  const at = (from: number) => modules.slice(from, from + 7)
  const turned = (piece: string) => piece.replace(/./g, bit => (bit === '1' ? '0' : '1'))
  const left = Array.from({ length: 6 }, (_, i) => at(3 + 7 * i))
  const parity = left.map(piece => (A.includes(piece) ? 'O' : 'E')).join('')
  const digits = left.map(piece =>
    A.includes(piece) ? A.indexOf(piece) : A.indexOf(turned([...piece].reverse().join(''))),
  )
  const right = Array.from({ length: 6 }, (_, i) => A.indexOf(turned(at(50 + 7 * i))))
  const first = [
    'OOOOOO',
    'OOEOEE',
    'OOEEOE',
    'OOEEEO',
    'OEOOEE',
    'OEEOOE',
    'OEEEOO',
    'OEOEOE',
    'OEOEEO',
    'OEEOEO',
  ].indexOf(parity)
  return [first, ...digits, ...right].join('')
}

/** The pages of a PDF, its bars and where they stand from the left, in points, and its words. */
async function written(pdf: Blob) {
  const { boxes, shapes, words, places } = readPdf(Buffer.from(await pdf.arrayBuffer()))
  return { boxes, bars: shapes.length, xs: shapes.flatMap(({ from, to }) => [from, to]), words, places }
}
