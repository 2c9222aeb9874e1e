import 'fake-indexeddb/auto'
import { aReply } from '#tests/support/till/replica.ts'
import { aDraft, aTill } from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { clockWords } from '#sync/protocol/staff/clock-words.ts'
import { createShopClock, pushHeardBy } from '#sync/till/shop-clock.ts'
import type { Answer } from '#sync/till/push.ts'
import { pullWith } from '#sync/till/replica/pull.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { rowOf } from '#sync/till/till-db.ts'

afterEach(() => vi.unstubAllGlobals())

const YEAR_MS = 365.25 * 86_400_000
const NOW = Date.parse('2026-11-24T10:00:00Z')
const toldAt = (ms: number) => new Date(ms).toUTCString()
const pause = () => new Promise(resolve => setTimeout(resolve, 20)) // in which it is stored

test.each([
  [-7 * YEAR_MS, '7 years slow'],
  [-12 * 60_000, '12 minutes slow'],
  [125_000, '2 minutes fast'],
  [90 * 60_000, '90 minutes fast'],
  [3 * 86_400_000, '3 days fast'],
  [-40 * 86_400_000, '40 days slow'],
])('says of %d ms %j', (ahead_ms, words) => {
  expect(clockWords(ahead_ms)).toBe(words)
})

test('is wrong from two minutes on, and right again at the next contact', async () => {
  const clock = createShopClock(await aTill(), () => NOW)
  const heard: number[] = []
  clock.subscribe(() => heard.push(clock.ahead()))
  for (const ahead of [0, 119_000, 720_000, 725_000, -60_000, -7 * YEAR_MS, 0]) clock.hear(toldAt(NOW - ahead))
  clock.hear(null)
  clock.hear('soon')
  expect(heard).toEqual([720_000, 0, -7 * YEAR_MS, 0])
})

test('is remembered when the till opens without a network', async () => {
  const db = await aTill()
  createShopClock(db, () => NOW).hear(toldAt(NOW + 7 * YEAR_MS))
  await vi.waitFor(async () => expect((await rowOf(db, 'clock'))?.ahead_ms).toBe(-7 * YEAR_MS))
  const next = createShopClock(db)
  await next.load()
  expect(next.ahead()).toBe(-7 * YEAR_MS)
})

test('is not put wrong by an old note when the shop has just been heard', async () => {
  const db = await aTill()
  createShopClock(db, () => NOW).hear(toldAt(NOW + YEAR_MS))
  await pause()
  const next = createShopClock(db, () => NOW)
  next.hear(toldAt(NOW))
  await next.load()
  expect(next.ahead()).toBe(0)
})

test('hears only the shop: a page of another network tells no time', async () => {
  const heard = vi.fn<(date: string | null) => void>()
  const date = toldAt(NOW)
  const puller = { device_id: async () => null, heard }
  const signedIn = { token: () => 'a-token', refresh: async () => false }
  const answer = (body: string, type: string) =>
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': type, date } }))
  answer('<html>', 'text/html')
  await pullWith(signedIn, puller)('', 2000)
  answer('{}', 'application/json')
  await pullWith(signedIn, puller)('', 2000)
  expect(heard).not.toHaveBeenCalled()
  answer(JSON.stringify(aReply('w2')), 'application/json')
  await pullWith(signedIn, puller)('', 2000)
  expect(heard.mock.calls).toEqual([[date]])
})

test('hears the time from the answer to a push too, and from no other answer', async () => {
  const clock = createShopClock(await aTill(), () => NOW)
  const answers: Answer[] = [
    { kind: 'pause', reason: 'update', message: '' },
    { kind: 'verdicts', verdicts: [] },
    { kind: 'verdicts', verdicts: [], at: NOW + YEAR_MS },
  ]
  const told: number[] = []
  for (const answer of answers) {
    await pushHeardBy(clock, async () => answer)({ protocol: 2, device_id: '', mutations: [] })
    told.push(clock.ahead())
  }
  expect(told).toEqual([0, 0, -YEAR_MS])
})

test('stands beside a sale for its receipt, and never in what is signed and sent', async () => {
  const db = await aTill()
  const sale = await ringUp(db, { ...aDraft(), ahead_ms: -7 * YEAR_MS })
  expect(sale.ahead_ms).toBe(-7 * YEAR_MS)
  expect(JSON.stringify(await db.outbox.toArray())).not.toContain('ahead_ms')
  expect(await ringUp(db, { ...aDraft(), ahead_ms: 0 })).not.toHaveProperty('ahead_ms')
})
