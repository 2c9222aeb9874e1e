import 'fake-indexeddb/auto'
import { aClock, aDraft, accepted, aTill, signedIn } from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Outgoing } from '#sync/till/push.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { nextBatch } from '#sync/till/outbox.ts'
import { pushWith } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import type { TillDb } from '#sync/till/till-db.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Reply = (id: string) => Response | Promise<Response>
type Shown = { reachable: boolean; captive: boolean; pause: 'sign_in' | 'forbidden' | 'update' | null }

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } })
/** What `redirect: 'manual'` makes of a redirect in a browser. */
const opaqueRedirect = () =>
  Object.defineProperties(new Response(null), { status: { value: 0 }, type: { value: 'opaqueredirect' } })
/** A request that never ends by itself. */
const hang = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

const captive: Shown = { reachable: false, captive: true, pause: null }
const answered: Shown = { reachable: true, captive: false, pause: null }
const away: Shown = { reachable: false, captive: false, pause: null }
const pausedBy = (pause: Shown['pause']): Shown => ({ reachable: true, captive: false, pause })

const bad: [string, Reply, Shown][] = [
  [
    '200 with a page',
    () => new Response('<html>Sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
    captive,
  ],
  [
    '200 with verdicts that call themselves a page',
    id => new Response(JSON.stringify({ verdicts: [accepted(id)] }), { headers: { 'content-type': 'text/html' } }),
    captive,
  ],
  ['200 with nothing', () => new Response('', { headers: JSON_TYPE }), captive],
  ['200 cut short', id => new Response(`{"verdicts":[{"id":"${id}","status":"accep`, { headers: JSON_TYPE }), captive],
  ['200 without verdicts', () => json({ message: 'ok' }), captive],
  ['200 with null', () => json(null), captive],
  ['204', () => new Response(null, { status: 204 }), captive],
  ['301 to a sign-in page', () => new Response(null, { status: 301, headers: { location: '/login' } }), captive],
  ['302 as a browser shows it', opaqueRedirect, captive],
  ['no verdict for it', () => json({ verdicts: [] }), answered],
  ['a verdict for another id', () => json({ verdicts: [accepted(crypto.randomUUID())] }), answered],
  ['an unknown status', id => json({ verdicts: [{ ...accepted(id), status: 'maybe' }] }), answered],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), away],
  [
    'a reply whose body breaks off',
    () =>
      new Response(new ReadableStream({ start: stream => stream.error(new TypeError('reset')) }), {
        headers: JSON_TYPE,
      }),
    captive,
  ],
  ...[400, 404, 405, 408, 409, 413, 415, 422, 425, 429, 500, 502, 503, 504].map((status): [string, Reply, Shown] => [
    String(status),
    () => json({ message: 'no' }, status),
    answered,
  ]),
  ['503 with a page', () => new Response('<html>', { status: 503 }), answered],
  ['401', () => json({ message: 'no' }, 401), pausedBy('sign_in')],
  ['419', () => json({ message: 'no' }, 419), pausedBy('sign_in')],
  ['403', () => json({ message: 'Your role may not sell.' }, 403), pausedBy('forbidden')],
  ['426', () => json({ message: 'Update this till.' }, 426), pausedBy('update')],
]

/** Nothing left the outbox, and no sale was given a verdict. */
async function everySaleStays(db: TillDb, count: number) {
  expect(await nextBatch(db, 50, { now: Infinity })).toHaveLength(count)
  expect((await db.sales.toArray()).filter(({ verdict }) => verdict)).toEqual([])
}

test.each(bad)('keeps the sale in the outbox after %s, and sends it again', async (_, reply, shown) => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  const clock = aClock()
  const cycle = createCycle(db, pushWith(signedIn), clock.now)
  vi.stubGlobal('fetch', async () => reply(id))
  await cycle.wake()
  await everySaleStays(db, 1)
  const { reachable, captive: isCaptive, pause } = cycle.state()
  expect({ reachable, captive: isCaptive, pause: pause?.reason ?? null }).toEqual(shown)
  clock.pass()
  vi.stubGlobal('fetch', async () => json({ verdicts: [accepted(id, 5012)] }))
  await cycle.wake()
  expect(await db.outbox.count()).toBe(0)
  expect((await db.sales.get(id))!.verdict).toMatchObject({ order_id: 5012 })
  expect(cycle.state()).toEqual({ sending: null, pause: null, reachable: true, captive: false, next_try_at: null })
})

const forOneSale = bad.filter(([kind, , { pause }]) => pause === null && kind !== '429')
test.each(forOneSale)('sends the other sales after %s for any batch with one of them', async (_, reply) => {
  const db = await aTill()
  const poison = await ringUp(db, aDraft())
  for (let i = 0; i < 5; i++) await ringUp(db, aDraft())
  const clock = aClock()
  const cycle = createCycle(db, pushWith(signedIn), clock.now)
  vi.stubGlobal('fetch', async (__: string, { body }: { body: string }) => {
    const { mutations } = JSON.parse(body) as Outgoing
    return mutations.some(({ id }) => id === poison.id)
      ? reply(poison.id)
      : json({ verdicts: mutations.map(({ id }) => accepted(id)) })
  })
  for (let i = 0; i < 4; i++) {
    await cycle.wake()
    clock.pass()
  }
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([poison.id])
  expect((await db.sales.get(poison.id))!.verdict).toBeUndefined()
})

test('gives up a hanging request after 20 seconds', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  const cut = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    expect(ms).toBe(20_000)
    return AbortSignal.abort(new DOMException('', 'TimeoutError'))
  })
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) =>
    signal.aborted ? Promise.reject(signal.reason) : hang(signal),
  )
  const cycle = createCycle(db, pushWith(signedIn), aClock().now)
  await cycle.wake()
  expect(cut).toHaveBeenCalledOnce()
  await everySaleStays(db, 1)
  expect(cycle.state()).toMatchObject({ reachable: false, captive: false, sending: null })
})

test('does not settle a sale by a verdict for one that was not sent', async () => {
  const db = await aTill()
  const [sent, other] = [await ringUp(db, aDraft()), await ringUp(db, aDraft())]
  await db.outbox.where({ id: other.id }).modify({ device_id: crypto.randomUUID() })
  vi.stubGlobal('fetch', async () => json({ verdicts: [accepted(other.id)] }))
  await createCycle(db, pushWith(signedIn), aClock().now).wake()
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([sent.id, other.id])
})

test.each([
  ['without a booking', {}],
  ['with an empty booking', { booking: {} }],
  ['with a booking that is not one', { booking: 'soon', order_id: '5012', number: 7, exceptions: 'none' }],
  ['with a booking of null', { booking: null }],
])('settles a sale when the shop accepts it %s', async (_, rest) => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  vi.stubGlobal('fetch', async () => json({ verdicts: [{ id, status: 'accepted', ...rest }] }))
  await createCycle(db, pushWith(signedIn), aClock().now).wake()
  expect([await db.outbox.count(), (await db.sales.get(id))!.verdict]).toEqual([0, { id, status: 'accepted' }])
})

test.each([
  ['no status', (id: string) => ({ id, booking: { order_id: 5012, number: 'T1-000001' }, exceptions: [] })],
  ['a status of another spelling', (id: string) => ({ id, status: 'ACCEPTED', order_id: 5012 })],
  ['no id', () => ({ status: 'accepted', order_id: 5012 })],
  ['an id that is not text', (id: string) => ({ id: [id], status: 'accepted', order_id: 5012 })],
])('keeps a sale when its verdict has %s, whatever else it holds', async (_, verdict) => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  vi.stubGlobal('fetch', async () => json({ verdicts: [verdict(id)] }))
  await createCycle(db, pushWith(signedIn), aClock().now).wake()
  expect((await db.outbox.toArray()).map(entry => entry.id)).toEqual([id])
  await everySaleStays(db, 1)
})

test('would lose the sale with a queue that trusts any reply or id', async () => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  const credulous = createCycle(db, async () => ({ kind: 'verdicts', verdicts: [accepted(id)] }), aClock().now)
  await credulous.wake()
  await expect(everySaleStays(db, 1)).rejects.toThrow('to have a length of 1')
})

test("follows no redirect, caches nothing, and sends the device's clock", async () => {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => json({ verdicts: [] }))
  vi.stubGlobal('fetch', fetch)
  await pushWith(signedIn)({ protocol: 1, device_id: 'd', mutations: [] })
  const [path, { headers, ...init }] = fetch.mock.calls[0]!
  expect(path).toBe('/api/sync/push')
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual', cache: 'no-store', signal: expect.any(AbortSignal) })
  expect(headers).toMatchObject({
    authorization: 'Bearer a-token',
    'content-type': 'application/json',
    'x-device-time': expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('answers a 401 with one refresh and one repeat, then pauses until a sign-in or for 5 minutes', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  const fetch = vi.fn<typeof globalThis.fetch>(async () => json({}, 401))
  vi.stubGlobal('fetch', fetch)
  const renew = vi.fn<() => Promise<'renewed'>>(async () => 'renewed')
  const clock = aClock()
  const cycle = createCycle(db, pushWith({ token: () => 'stale', renew }), clock.now)
  await cycle.wake()
  await cycle.wake()
  expect([fetch.mock.calls.length, renew.mock.calls.length]).toEqual([2, 1])
  expect(cycle.state().pause).toEqual({ kind: 'pause', reason: 'sign_in', message: 'Sign in to send what is waiting.' })
  await cycle.resume()
  expect(fetch).toHaveBeenCalledTimes(4)
  clock.pass(5 * 60_000)
  await cycle.wake()
  expect(fetch).toHaveBeenCalledTimes(6)
})

test('asks for a token before it sends without one, and pauses on a refusal, not on an absent server', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => json({ verdicts: [] }))
  vi.stubGlobal('fetch', fetch)
  const request: Outgoing = { protocol: 1, device_id: 'd', mutations: [] }
  expect(await pushWith({ token: () => null, renew: async () => 'refused' })(request)).toMatchObject({
    kind: 'pause',
    reason: 'sign_in',
  })
  expect(await pushWith({ token: () => null, renew: async () => 'unreachable' })(request)).toMatchObject({
    kind: 'trouble',
    reason: 'unreachable',
  })
  expect(fetch).not.toHaveBeenCalled()
  expect(await pushWith({ token: () => null, renew: async () => 'renewed' })(request)).toEqual({
    kind: 'verdicts',
    verdicts: [],
  })
})

test.each([
  ['seconds', { 'retry-after': '90' }, 90_000],
  [
    "a date by the server's clock",
    { 'retry-after': 'Fri, 09 Jan 2026 14:02:00 GMT', date: 'Fri, 09 Jan 2026 14:00:30 GMT' },
    90_000,
  ],
  ['a date in the past', { 'retry-after': 'Fri, 09 Jan 2026 14:00:00 GMT', date: 'Fri, 09 Jan 2026 14:00:30 GMT' }, 0],
  ['nonsense', { 'retry-after': 'soon' }, 0],
  ['a year', { 'retry-after': '31536000' }, 3_600_000],
  ['nothing', {}, 0],
])('heeds Retry-After as %s', async (_, headers, wait_ms) => {
  vi.stubGlobal('fetch', async () => json({}, 503, headers))
  expect(await pushWith(signedIn)({ protocol: 1, device_id: 'd', mutations: [] })).toEqual({
    kind: 'trouble',
    reason: 'server',
    smaller: true,
    wait_ms,
  })
})

test('waits on too many requests without smaller batches', async () => {
  vi.stubGlobal('fetch', async () => json({}, 429, { 'retry-after': '7' }))
  expect(await pushWith(signedIn)({ protocol: 1, device_id: 'd', mutations: [] })).toEqual({
    kind: 'trouble',
    reason: 'server',
    smaller: false,
    wait_ms: 7000,
  })
})

test('does not take its own fault for a bad network', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new RangeError('a bug')
  })
  await expect(pushWith(signedIn)({ protocol: 1, device_id: 'd', mutations: [] })).rejects.toThrow('a bug')
})
