import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mend } from '#api/search/mend-slips.ts'
import { lexiconOf } from '#sync/protocol/search/lexicon.ts'
import { understand } from '#sync/protocol/search/understand.ts'
import { mayBeNear, slipsBetween } from '#sync/protocol/search/word-distance.ts'
import { inWords, MOST_YARDSTICKS, yardsticksOf } from '#tests/support/runs/processor-time.ts'
import { worstTexts } from '#tests/support/routes/worst-texts.ts'

const lexicon = lexiconOf()

/** Words of letters that look random but never change. */
function words(count: number, letters: (nth: number) => number): string[] {
  let seed = 7
  const letter = () => String.fromCharCode(97 + ((seed = (seed * 75 + 74) % 65_537) % 26))
  return Array.from({ length: count }, (_, nth) => Array.from({ length: letters(nth) }, letter).join(''))
}

test('understands the longest text within the limit', async () => {
  const texts = {
    ...worstTexts(500_000),
    ...Object.fromEntries(
      ['under 1,', 'a\u0301', '\u200B', 'аe', '1.1.', 'size ', '100-', 'and to ', "'"].map(piece => [
        piece,
        piece.repeat(500_000 / piece.length),
      ]),
    ),
  }
  const slow: string[] = []
  for (const [what, text] of Object.entries(texts)) {
    const took = await yardsticksOf(() => understand(text, lexicon), MOST_YARDSTICKS)
    if (took > MOST_YARDSTICKS) slow.push(`${what}: ${inWords(took)}`)
  }
  expect(slow).toEqual([])
  expect(understand(`under 200 ${'a'.repeat(10_000)}`, lexicon).without.max_price!.length).toBeLessThanOrEqual(200)
})

// Before: twelve unknown words beside 2,000 of the shop held the process for half a second.
test('looks for slips in twelve unknown words within the limit', async () => {
  const alike = words(2_000, nth => 6 + (nth % 10))
  for (const letters of [8, 15, 40]) {
    const question = understand(words(12, () => letters).join(' '), lexicon)
    const took = await yardsticksOf(() => mend(question, alike, lexicon), MOST_YARDSTICKS)
    expect(took).toBeLessThanOrEqual(MOST_YARDSTICKS)
  }
})

test('skips no word that is near', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'é'), minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.boolean(), (typed, other, begins) => {
      const slips = slipsBetween(typed, other, begins)
      fc.pre(slips <= 2)
      expect(mayBeNear(typed, { begins, most: slips })(other)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('reads a number too long for a price as a word', () => {
  const { understood, words: sought } = understand(`dress under ${'9'.repeat(150)}`, lexicon)
  expect([understood, sought.length]).toEqual([{}, 3])
})
