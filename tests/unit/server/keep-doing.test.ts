import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDoing } from '#api/jobs/keep-doing.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (n: number) => vi.advanceTimersByTimeAsync(n * 60_000)

/** Work that ends when it is told to. */
function slowWork() {
  const ends: (() => void)[] = []
  return {
    ends,
    work: () =>
      new Promise<void>(end => {
        ends.push(end)
      }),
  }
}

test('does all its work each minute, one piece after another, though one fails', async () => {
  const done: string[] = []
  const stop = keepDoing(
    [
      { what: 'first', work: () => Promise.reject(new Error('no database')) },
      { what: 'second', work: async () => void done.push('second') },
    ],
    60_000,
  )
  await minutes(3)
  expect(done).toEqual(['second', 'second', 'second'])
  await stop()
  await minutes(3)
  expect(done).toHaveLength(3)
})

test('starts no round during another, and no further piece once stopped', async () => {
  const { ends, work } = slowWork()
  let others = 0
  const stop = keepDoing(
    [
      { what: 'slow', work },
      { what: 'other', work: async () => void (others += 1) },
    ],
    60_000,
  )
  await minutes(5)
  expect(ends).toHaveLength(1)
  const order: string[] = []
  const stopping = stop()
  void stopping.finally(() => order.push('stopped'))
  await minutes(1)
  order.push('the work ends')
  ends[0]!()
  await stopping
  expect([order, ends.length, others]).toEqual([['the work ends', 'stopped'], 1, 0])
})
