import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FAST_MS,
  hear,
  LONG,
  PAUSE_MS,
  SHORTEST,
  SILENCE,
  SLOWEST_MS,
  STEADY_MS,
  SUFFIX_MS,
  type Stroke,
} from '#pwa/scan/scanner.ts'

/** What a run of strokes came to: the codes, and which strokes were the scanner's own. */
function listenTo(strokes: readonly Stroke[], known: readonly string[] = []) {
  let burst = SILENCE
  const codes: string[] = []
  const swallowed: boolean[] = []
  for (const stroke of strokes) {
    const heard = hear(burst, stroke, text => known.includes(text))
    burst = heard.burst
    if (heard.code !== null) codes.push(heard.code)
    swallowed.push(heard.swallow)
  }
  return { codes, swallowed }
}

const typed = (text: string, from: number, gap: number): Stroke[] =>
  [...text].map((char, index) => ({ kind: 'char', char, at: from + index * gap, in_field: true }))
const outsideFields = (strokes: readonly Stroke[]) =>
  strokes.map((stroke): Stroke => (stroke.kind === 'char' ? { ...stroke, in_field: false } : stroke))
const lastOf = (strokes: readonly Stroke[]) => strokes.at(-1)!.at

const aCode = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJ0123456789-. '), minLength: SHORTEST, maxLength: 24 })

test('takes a burst ended by Enter for a code, and its Enter presses nothing', () => {
  const strokes: Stroke[] = [...typed('6001234567890', 0, 8), { kind: 'end', at: 104 }]
  const { codes, swallowed } = listenTo(strokes)
  expect(codes).toEqual(['6001234567890'])
  expect(swallowed.at(-1)).toBe(true)
})

test('takes carriage return and line feed for one code, and lets neither Enter through', () => {
  const { codes, swallowed } = listenTo([...typed('600123', 0, 8), { kind: 'end', at: 50 }, { kind: 'end', at: 58 }])
  expect(codes).toEqual(['600123'])
  expect(swallowed.slice(-2)).toEqual([true, true])
})

test('reads a scanner without a suffix after a pause, and takes a late Enter for its own', () => {
  const strokes: Stroke[] = [
    ...typed('600123', 0, 8),
    { kind: 'pause', at: 40 + PAUSE_MS },
    { kind: 'end', at: 40 + SUFFIX_MS },
  ]
  const { codes, swallowed } = listenTo(strokes)
  expect(codes).toEqual(['600123'])
  expect(swallowed.at(-1)).toBe(true)
})

test('leaves the Enter of a person after a scan to the person', () => {
  const { swallowed } = listenTo([...typed('600123', 0, 8), { kind: 'end', at: 50 }, { kind: 'end', at: 900 }])
  expect(swallowed.slice(-2)).toEqual([true, false])
})

test('does not take fewer than four fast characters for a scan', () => {
  expect(listenTo([...typed('600', 0, 5), { kind: 'end', at: 15 }])).toEqual({
    codes: [],
    swallowed: [false, false, false, false],
  })
})

test('hears a slow scanner when nobody types', () => {
  expect(listenTo(outsideFields([...typed('600123', 0, 90), { kind: 'end', at: 540 }])).codes).toEqual(['600123'])
  expect(listenTo([...typed('600123', 0, 90), { kind: 'end', at: 540 }]).codes).toEqual([])
})

test('takes a known code in a field for a scan at any pace of a scanner, with Enter or without', () => {
  const code = '6001234567890'
  for (const gap of [36, 45, STEADY_MS, 80, 100]) {
    const keys = typed(code, 0, gap)
    const end = lastOf(keys)
    const heard = listenTo([...keys, { kind: 'end', at: end + gap }], [code])
    expect([gap, heard.codes, heard.swallowed.at(-1)]).toEqual([gap, [code], true])
    expect(listenTo([...keys, { kind: 'pause', at: end + PAUSE_MS }], [code]).codes).toEqual(
      gap <= STEADY_MS ? [code] : [],
    )
  }
})

test('takes long steady keys in a field for a scan of something unknown, and a short amount for an amount', () => {
  expect(listenTo([...typed('6001234567890', 0, 45), { kind: 'end', at: 600 }]).codes).toEqual(['6001234567890'])
  expect(listenTo([...typed('12500', 0, 45), { kind: 'end', at: 230 }], ['12500']).codes).toEqual([])
})

test('takes a known code and its Enter for a scan however slowly they come, in a field and out of one', () => {
  for (const code of ['ADW-WL-12', '6034000000013'])
    for (const gap of [101, 120, 240, 900]) {
      const keys = typed(code, 0, gap)
      for (const strokes of [keys, outsideFields(keys)]) {
        const { codes, swallowed } = listenTo([...strokes, { kind: 'end', at: lastOf(keys) + gap }], [code])
        expect([gap, codes, swallowed.at(-1)]).toEqual([gap, [code], true])
      }
    }
})

test('finds a known code behind what a person typed just before', () => {
  const code = '6034000000013'
  const keys = [...typed('120', 0, 200), ...typed(code, 700, 120)]
  expect(listenTo([...keys, { kind: 'end', at: lastOf(keys) + 120 }], [code]).codes).toEqual([code])
})

test('takes the slow digits of a known barcode for a scan after a pause, but no known SKU that somebody looks for', () => {
  const silence = (keys: readonly Stroke[]): Stroke[] => [
    { kind: 'pause', at: lastOf(keys) + PAUSE_MS },
    { kind: 'pause', at: lastOf(keys) + SLOWEST_MS },
  ]
  for (const [code, codes] of [
    ['6034000000013', ['6034000000013']],
    ['ADW-WL-12', []],
  ] as const) {
    const keys = typed(code, 0, 120)
    expect([code, listenTo([...keys, ...silence(keys)], [code]).codes]).toEqual([code, codes])
  }
})

test('leaves a phone number, a reference and a note to the person, whatever their ends are', () => {
  const end = (text: string, known: string) => {
    const keys = typed(text, 0, 150)
    return listenTo([...keys, { kind: 'end', at: lastOf(keys) + 150 }], [known]).codes
  }
  expect(end('0244603400', '603400')).toEqual([])
  expect(end('Drawer jams ABCDEFGHJKMNPQRS', 'ABCDEFGHJKMNPQRS')).toEqual([])
  expect(end('2026112812345678', '2026112812345678')).toEqual([])
  expect(end('ABCDEFGHJKMNPQRS', 'ABCDEFGHJKMNPQRS')).toEqual(['ABCDEFGHJKMNPQRS'])
})

test('takes no slow digits for a scan that are unknown, too far apart, too few, or a PIN', () => {
  const code = '603400'
  const scan = (text: string, gap: number, change: object = {}) => {
    const keys = typed(text, 0, gap).map((stroke): Stroke => ({ ...stroke, ...change }))
    return listenTo([...keys, { kind: 'end', at: lastOf(keys) + gap }], [code, '60340']).codes
  }
  expect([scan(code, 120), scan('603401', 120), scan('60340', 120)]).toEqual([[code], [], []])
  expect([scan(code, SLOWEST_MS + 1), scan(code, 120, { is_secret: true })]).toEqual([[], []])
})

test('takes keys with an arrow among them for a person', () => {
  const { codes } = listenTo([
    ...typed('600', 0, 5),
    { kind: 'other', at: 15 },
    ...typed('123', 20, 5),
    { kind: 'end', at: 40 },
  ])
  expect(codes).toEqual([])
})

test('hears consecutive scans in order, at any speed', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          code: aCode,
          gap: fc.integer({ min: 1, max: FAST_MS }),
          rest: fc.integer({ min: STEADY_MS + 1, max: 400 }),
          suffix: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
      scans => {
        const strokes: Stroke[] = []
        let at = 0
        for (const { code, gap, rest, suffix } of scans) {
          strokes.push(...typed(code, at, gap))
          if (suffix) strokes.push({ kind: 'end', at: lastOf(strokes) + gap })
          else if (rest > PAUSE_MS) strokes.push({ kind: 'pause', at: lastOf(strokes) + PAUSE_MS })
          at = lastOf(strokes) + rest
        }
        strokes.push({ kind: 'pause', at: at + PAUSE_MS })
        expect(listenTo(strokes).codes).toEqual(scans.map(({ code }) => code))
      },
    ),
  )
})

test('never takes a person’s typing for a scan, and loses none of it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          gap: fc.integer({ min: FAST_MS + 1, max: 2000 }),
          key: fc.constantFrom('a', 'b', ' ', '7', 'end', 'other'),
        }),
        { maxLength: 60 },
      ),
      keys => {
        let at = 0
        const strokes = keys.map(({ gap, key }, index): Stroke => {
          // Nobody types many keys without a longer pause among them.
          at += index % (LONG - 1) === 0 ? Math.max(gap, STEADY_MS + 1) : gap
          return key === 'end' || key === 'other' ? { kind: key, at } : { kind: 'char', char: key, at, in_field: true }
        })
        const { codes, swallowed } = listenTo(strokes)
        expect(codes).toEqual([])
        expect(swallowed).not.toContain(true)
      },
    ),
  )
})
