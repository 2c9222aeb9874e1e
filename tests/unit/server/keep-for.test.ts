import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFor } from '#api/reports/keep-for.ts'

let reads: number
let isBroken: boolean
const MS = 1_000
const slowly = async (key: string) => {
  const nth = ++reads
  await new Promise(resolve => {
    setTimeout(resolve, 100) // by a clock of the test
  })
  if (isBroken) throw new Error('No database.')
  return `${key}${nth}`
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(() => {
  vi.useFakeTimers()
  reads = 0
  isBroken = false
})
afterEach(() => void vi.useRealTimers())

test('reads once for many, and keeps it', async () => {
  const figures = keepFor(MS, slowly)
  const asked = Promise.all([figures.get('a'), figures.get('a'), figures.get('b')])
  await after(100)
  expect(await asked).toEqual(['a1', 'a1', 'b2'])
  await after(MS - 200)
  expect([await figures.get('a'), reads]).toEqual(['a1', 2])
})

test('gives an old value at once while it is read again', async () => {
  const figures = keepFor(MS, slowly)
  void figures.get('a')
  await after(MS + 1)
  expect([await figures.get('a'), await figures.get('a'), reads]).toEqual(['a1', 'a1', 2])
  await after(100)
  expect([await figures.get('a'), reads]).toEqual(['a2', 2])
})

test('waits for a value that is older still', async () => {
  const figures = keepFor(MS, slowly)
  void figures.get('a')
  await after(2 * MS + 1)
  const asked = figures.get('a')
  await after(100)
  expect(await asked).toBe('a2')
})

test('keeps no failure, and nothing that was dropped', async () => {
  const figures = keepFor(MS, slowly)
  isBroken = true
  const asked = figures.get('a').catch((error: Error) => error.message)
  await after(100)
  expect(await asked).toBe('No database.')
  isBroken = false
  void figures.get('a')
  await after(MS + 1)
  void figures.get('a')
  figures.forget()
  await after(100)
  const anew = figures.get('a')
  await after(100)
  expect(await anew).toBe('a4')
})
