import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAST_MS, hear, PAUSE_MS, SHORTEST, SILENCE, SUFFIX_MS, type Stroke } from '#pwa/scan/scanner.ts'

/** What a run of strokes came to: the codes, and which strokes were the scanner's own. */
function listenTo(strokes: readonly Stroke[]) {
  let burst = SILENCE
  const codes: string[] = []
  const swallowed: boolean[] = []
  for (const stroke of strokes) {
    const heard = hear(burst, stroke)
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

test('a burst ended by Enter is a code, and its Enter presses nothing', () => {
  const strokes: Stroke[] = [...typed('6001234567890', 0, 8), { kind: 'end', at: 104 }]
  const { codes, swallowed } = listenTo(strokes)
  expect(codes).toEqual(['6001234567890'])
  expect(swallowed.at(-1)).toBe(true)
})

test('a scanner that sends carriage return and line feed gives one code, and neither Enter passes', () => {
  const { codes, swallowed } = listenTo([...typed('600123', 0, 8), { kind: 'end', at: 50 }, { kind: 'end', at: 58 }])
  expect(codes).toEqual(['600123'])
  expect(swallowed.slice(-2)).toEqual([true, true])
})

test('a scanner without a suffix is understood after a pause, and an Enter that comes late is still its own', () => {
  const strokes: Stroke[] = [
    ...typed('600123', 0, 8),
    { kind: 'pause', at: 40 + PAUSE_MS },
    { kind: 'end', at: 40 + SUFFIX_MS },
  ]
  const { codes, swallowed } = listenTo(strokes)
  expect(codes).toEqual(['600123'])
  expect(swallowed.at(-1)).toBe(true)
})

test('the Enter of a person after a scan is the person’s', () => {
  const { swallowed } = listenTo([...typed('600123', 0, 8), { kind: 'end', at: 50 }, { kind: 'end', at: 900 }])
  expect(swallowed.slice(-2)).toEqual([true, false])
})

test('fewer than four fast characters are not a scan', () => {
  expect(listenTo([...typed('600', 0, 5), { kind: 'end', at: 15 }])).toEqual({
    codes: [],
    swallowed: [false, false, false, false],
  })
})

test('a slow scanner is heard where nobody types', () => {
  expect(listenTo(outsideFields([...typed('600123', 0, 90), { kind: 'end', at: 540 }])).codes).toEqual(['600123'])
  expect(listenTo([...typed('600123', 0, 90), { kind: 'end', at: 540 }]).codes).toEqual([])
})

test('an arrow key in between makes it a person', () => {
  const { codes } = listenTo([
    ...typed('600', 0, 5),
    { kind: 'other', at: 15 },
    ...typed('123', 20, 5),
    { kind: 'end', at: 40 },
  ])
  expect(codes).toEqual([])
})

test('scans that follow one another at once are all heard, in order, whatever the scanner’s speed', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          code: aCode,
          gap: fc.integer({ min: 1, max: FAST_MS }),
          rest: fc.integer({ min: FAST_MS + 1, max: 400 }),
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

test('a person’s typing is never taken for a scan, and none of it is lost', () => {
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
        const strokes = keys.map(({ gap, key }): Stroke => {
          at += gap
          return key === 'end' || key === 'other' ? { kind: key, at } : { kind: 'char', char: key, at, in_field: true }
        })
        const { codes, swallowed } = listenTo(strokes)
        expect(codes).toEqual([])
        expect(swallowed).not.toContain(true)
      },
    ),
  )
})
