import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTurns, sortedInTurns } from '#api/in-memory/turns.ts'

test('sorts as a sort does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 3_000 }), async numbers => {
      const items = numbers.map((key, at) => ({ key, at }))
      const compare = (a: (typeof items)[0], b: (typeof items)[0]) => a.key - b.key || a.at - b.at
      expect(await sortedInTurns(items, compare)).toEqual(items.toSorted(compare))
    }),
    { numRuns: 60 },
  )
})

test('lets others have a turn while it works for long', async () => {
  const over = new AbortController()
  let turns = 0
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await new Promise(resolve => setImmediate(resolve))
  })()
  const seen: number[] = []
  await inTurns(
    Array.from({ length: 640 }, (_, i) => i),
    item => {
      const until = performance.now() + 0.2
      while (performance.now() < until);
      seen.push(item)
    },
  )
  over.abort()
  await others
  expect(seen).toEqual(Array.from({ length: 640 }, (_, i) => i))
  expect(turns).toBeGreaterThan(10)
})
