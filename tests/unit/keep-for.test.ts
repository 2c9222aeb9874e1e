import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFor } from '#api/reports/keep-for.ts'

let reads: number
let isBroken: boolean
const MS = 1_000
const slowly = async (key: string) => {
  const nth = ++reads
  await new Promise(resolve => {
    setTimeout(resolve, 100)
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

test('what many ask for is read once, and kept', async () => {
  const figures = keepFor(MS, slowly)
  const asked = Promise.all([figures.get('a'), figures.get('a'), figures.get('b')])
  await after(100)
  expect(await asked).toEqual(['a1', 'a1', 'b2'])
  await after(MS - 200)
  expect([await figures.get('a'), reads]).toEqual(['a1', 2])
})

test('who comes when it is old has it at once, while it is read anew', async () => {
  const figures = keepFor(MS, slowly)
  void figures.get('a')
  await after(MS + 1)
  expect([await figures.get('a'), await figures.get('a'), reads]).toEqual(['a1', 'a1', 2])
  await after(100)
  expect([await figures.get('a'), reads]).toEqual(['a2', 2])
})

test('what is older still is waited for', async () => {
  const figures = keepFor(MS, slowly)
  void figures.get('a')
  await after(2 * MS + 1)
  const asked = figures.get('a')
  await after(100)
  expect(await asked).toBe('a2')
})

test('a failure is not kept, and what was forgotten does not come back', async () => {
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
