import 'fake-indexeddb/auto'
import {
  accept,
  accepted,
  acceptSigned,
  aClock,
  aDraft,
  aTill,
  giveKey,
  signedIn,
  trouble,
} from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCycle, type Cycle } from '#sync/till/cycle.ts'
import { keepGrant, type AskGrant } from '#sync/till/proof/grants.ts'
import { tidyKept } from '#sync/till/proof/kept-mutations.ts'
import { proofsOf } from '#sync/till/proof/proofs.ts'
import { drainFor } from '#sync/till/drain-for.ts'
import { pushWith, type Answer, type Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { startCycle } from '#sync/till/start-cycle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const [MINUTE, DAY] = [60_000, 86_400_000]
const YEARS = 10 * 365 * DAY
/** How far somebody moves the device's clock. */
const STEPS: [string, number][] = [
  ['back by 40 minutes', -40 * MINUTE],
  ['back by 1 day', -DAY],
  ['back by 10 years', -YEARS],
  ['forward by 1 day', DAY],
  ['forward by 10 years', YEARS],
]
/** What makes a till wait, and whether the wait is on disk. */
const WAITS: [string, Answer][] = [
  ['an hour of Retry-After', trouble({ smaller: false, wait_ms: 60 * MINUTE })],
  ['a back-off', trouble({ reason: 'unreachable', smaller: false })],
  ['a pause', { kind: 'pause', reason: 'update', message: 'Update.' }],
  ['a sign-in', { kind: 'pause', reason: 'sign_in', message: 'Sign in.' }],
]

/** A clock in the middle of 2026. */
function aDatedClock() {
  const clock = aClock()
  clock.pass(Date.UTC(2026, 6, 1))
  return clock
}

test.each(WAITS.flatMap(([wait, answer]) => STEPS.map(([step, ms]) => ({ wait, answer, step, ms }))))(
  'sends within a minute when the clock is put $step during $wait',
  async ({ answer, ms }) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const db = await aTill()
    await ringUp(db, aDraft())
    const clock = aDatedClock()
    let isUp = false
    const cycle = createCycle(db, async request => (isUp ? accept(request) : answer), clock.now)
    await cycle.wake()
    clock.pass(ms)
    isUp = true
    await cycle.wake()
    clock.pass(MINUTE)
    await cycle.wake()
    expect([await db.outbox.count(), cycle.state().next_try_at]).toEqual([0, null])
  },
)

test.each(STEPS)('sends again what failed alone when the clock is put %s, also after a reload', async (_, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  const clock = aDatedClock()
  for (let i = 0; i < 12; i++) {
    await createCycle(db, async () => trouble({ wait_ms: 60 * MINUTE }), clock.now).wake()
    clock.pass(70 * MINUTE)
  }
  await createCycle(db, async () => trouble({ wait_ms: 60 * MINUTE }), clock.now).wake()
  expect(await db.outbox.toArray()).toMatchObject([{ id, attempts: 13 }])
  clock.pass(ms)
  await createCycle(db, async request => accept(request), clock.now).wake()
  expect(await db.outbox.count()).toBe(0)
})

test('sends an entry that an older build postponed when the clock was put back since', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  await ringUp(db, aDraft())
  const clock = aDatedClock()
  const [near, far] = await db.outbox.toArray()
  await db.outbox.update(near!.position, { attempts: 3, not_before: clock.now() + 30 * MINUTE })
  await db.outbox.update(far!.position, { attempts: 3, not_before: clock.now() + DAY })
  const cycle = createCycle(db, async request => accept(request), clock.now)
  await cycle.wake()
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([near!.id])
  expect(cycle.state().next_try_at).toBe(clock.now() + 30 * MINUTE)
})

test.each(STEPS)('asks whether the server needs anything again when the clock is put %s', async (_, ms) => {
  const db = await aTill()
  await giveKey(db)
  const clock = aDatedClock()
  let asked = 0
  const push: Push = async request => {
    asked += 1
    return acceptSigned(request)
  }
  const cycle = createCycle(db, push, clock.now)
  await cycle.wake()
  await cycle.wake()
  expect(asked).toBe(1)
  clock.pass(ms)
  await cycle.wake()
  await cycle.wake()
  expect(asked).toBe(2)
})

test.each(STEPS)('tries once for each time the clock is put %s, and backs off as before', async (_, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const db = await aTill()
  await ringUp(db, aDraft())
  await ringUp(db, aDraft())
  const clock = aDatedClock()
  let pushes = 0
  const cycle = createCycle(
    db,
    async () => {
      pushes += 1
      return trouble({ smaller: false })
    },
    clock.now,
  )
  const wakeOften = async () => {
    for (let i = 0; i < 20; i++) await cycle.wake()
  }
  await wakeOften()
  expect(pushes).toBe(1)
  for (let step = 2; step <= 5; step++) {
    clock.pass(ms)
    await wakeOften()
    expect(pushes).toBe(step)
  }
  // Away and back again: the wait that began in between is over too.
  clock.pass(-4 * ms)
  await wakeOften()
  expect(pushes).toBe(6)
})

const aStoppedCycle = (next_try_at: number): Cycle => ({
  wake: vi.fn<() => Promise<void>>(async () => {}),
  nudge: vi.fn<() => Promise<void>>(async () => {}),
  resume: vi.fn<() => Promise<void>>(async () => {}),
  ask: vi.fn<() => Promise<void>>(async () => {}),
  state: () => ({ sending: null, pause: null, reachable: null, captive: false, next_try_at }),
  subscribe: listener => {
    listener()
    return () => {}
  },
})

test('sets no timer that a browser would end at once when the next try seems years away', () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const stop = startCycle(aStoppedCycle(Date.now() + YEARS))
  expect(timer.mock.calls.map(([, ms]) => ms! <= 65 * MINUTE)).toEqual([true])
  stop()
})

test('a worker stops waiting in time when the clock is put back during its wait', async () => {
  const cycle = aStoppedCycle(Date.now() + 2_000)
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() - DAY)
  await drainFor(cycle, 1_500)
  expect(cycle.wake).toHaveBeenCalled()
})

const teller = { id: 7, name: 'Ama Mensah', role_code: 'MANAGER' } as const

/** A server whose own clock is right; its grants last 14 days. */
const aServerOf = (time: () => number) =>
  vi.fn<AskGrant>(async till_id => ({
    grant: {
      ...teller,
      id: crypto.randomUUID(),
      user_id: teller.id,
      till_id,
      issued_at: new Date(time()).toISOString(),
      expires_at: new Date(time() + 14 * DAY).toISOString(),
    },
    token: 'a token',
  }))

test.each([0, -DAY, -YEARS, DAY, YEARS])('renews a grant after a week when the clock is %i ms wrong', async wrong => {
  const db = await aTill()
  await giveKey(db)
  const real = Date.now()
  let passed = 0
  const ask = aServerOf(() => real + passed)
  vi.spyOn(Date, 'now').mockImplementation(() => real + passed + wrong)
  for (let day = 0; day < 21; day++) {
    await keepGrant(db, teller, ask)
    await keepGrant(db, teller, ask)
    passed += DAY
  }
  expect(ask).toHaveBeenCalledTimes(3)
})

test.each(STEPS)('renews a grant at most once when the clock is put %s', async (_, ms) => {
  const db = await aTill()
  await giveKey(db)
  const real = Date.now()
  let wrong = 0
  const ask = aServerOf(() => real)
  vi.spyOn(Date, 'now').mockImplementation(() => real + wrong)
  await keepGrant(db, teller, ask)
  wrong = ms
  for (let i = 0; i < 5; i++) await keepGrant(db, teller, ask)
  expect(ask.mock.calls.length).toBeLessThanOrEqual(2)
  expect(Object.keys((await proofsOf(db)).grants)).toHaveLength(ask.mock.calls.length)
})

test("keeps accepted sales by the shop's time when the clock has jumped ten years ahead", async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  const [server_time, real] = ['2026-07-01T10:00:00.000Z', Date.now.bind(Date)]
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { mutations } = JSON.parse(body) as { mutations: { id: string }[] }
    return new Response(JSON.stringify({ verdicts: mutations.map(({ id }) => accepted(id)), server_time }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  await createCycle(db, pushWith(signedIn)).wake()
  vi.spyOn(Date, 'now').mockImplementation(() => real() + YEARS)
  await tidyKept(db)
  const kept = (await db.table('till').where('key').startsWith('unsigned ').toArray()) as { at: number }[]
  expect(kept.map(({ at }) => at)).toEqual([Date.parse(server_time)])
})
