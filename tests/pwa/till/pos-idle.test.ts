// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { rowOf } from '#sync/till/till-db.ts'
import { DEVICE, giveKey } from '#tests/support/till/till.ts'

const FIVE_MINUTES = 5 * 60_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A wake while the till still sends would be lost. */
const hasSent = () => vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]))

test('learns of a restored server within five minutes when a till sells nothing and nobody looks at it', async () => {
  const asked: { certificates?: string[] }[] = []
  let generation = 'before'
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== '/api/sync/push') throw new TypeError('Failed to fetch')
    asked.push(JSON.parse(String(init?.body)) as (typeof asked)[number])
    return Response.json({ verdicts: [], server_time: '', generation })
  })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  const { startSending, till } = await import('#pwa/pos/till.ts')
  await till.till.add({ key: 'till', id: 1, code: 'T1', name: 'Front', device_id: DEVICE, last_number: 0, last_seq: 0 })
  await giveKey(till)
  const known = async () => (await rowOf(till, 'generation'))?.id
  startSending()
  await vi.waitFor(async () => expect(await known()).toBe('before'))
  await hasSent()
  generation = 'after'
  vi.advanceTimersByTime(FIVE_MINUTES - 1_000)
  await hasSent()
  expect([asked.length, await known()]).toEqual([1, 'before'])
  vi.advanceTimersByTime(1_000)
  await vi.waitFor(async () => expect(await known()).toBe('after'))
  expect(asked.map(({ certificates }) => certificates?.length)).toEqual([undefined, undefined, 1])
})
