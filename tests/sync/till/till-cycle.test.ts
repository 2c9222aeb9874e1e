import 'fake-indexeddb/auto'
import { accept, acceptAll, aClock, aDraft, accepted, aTill, rejected, trouble } from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Outgoing } from '#sync/till/push.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { drainLock } from '#sync/till/drain-lock.ts'
import { nextBatch, sendAgain } from '#sync/till/outbox.ts'
import type { Answer } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import type { TillDb } from '#sync/till/till-db.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function ringUpMany(db: TillDb, count: number) {
  const sales = []
  for (let i = 0; i < count; i++) sales.push(await ringUp(db, aDraft()))
  return sales
}
const pause = (reason: 'sign_in' | 'forbidden' | 'update'): Answer => ({ kind: 'pause', reason, message: 'No.' })
const tick = (ms = 20) => new Promise(resolve => setTimeout(resolve, ms)) // in which others have their turn

test('keeps a rejected sale with its reason, blocks nobody, and sends it again only on request', async () => {
  const db = await aTill()
  const [bad, good] = await ringUpMany(db, 2)
  const sent: string[][] = []
  const cycle = createCycle(db, async ({ mutations }) => {
    sent.push(mutations.map(({ id }) => id))
    return {
      kind: 'verdicts',
      verdicts: mutations.map(({ id }) => (id === bad!.id && sent.length === 1 ? rejected(id) : accepted(id))),
    }
  })
  await cycle.wake()
  await cycle.wake()
  expect(await db.outbox.toArray()).toMatchObject([{ id: bad!.id, rejection: { message: 'No such account.' } }])
  expect(await db.sales.get(bad!.id)).toMatchObject({ verdict: { status: 'rejected' } })
  await sendAgain(db, bad!.id)
  expect((await db.sales.get(bad!.id))!.verdict).toBeUndefined()
  await cycle.wake()
  expect(sent).toEqual([[bad!.id, good!.id], [bad!.id]])
  expect(await db.outbox.count()).toBe(0)
})

test('halves batches down to the failing one, lets the others pass, and grows again', async () => {
  const db = await aTill()
  const poison = (await ringUpMany(db, 120))[0]!.id
  const sizes: number[] = []
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      sizes.push(request.mutations.length)
      return request.mutations.some(({ id }) => id === poison) ? trouble() : accept(request)
    },
    clock.now,
  )
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (let i = 0; i < 7; i++) {
    await cycle.wake()
    clock.pass(i < 5 ? 300_000 : 16_100)
  }
  expect(sizes).toEqual([50, 25, 12, 6, 3, 1, 1, 2, 4, 8, 16, 32, 50, 6])
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([poison])
})

test('holds up nobody by an entry that fails alone, even when the cycle wakes once an hour', async () => {
  const db = await aTill()
  const [first] = await ringUpMany(db, 4)
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => (request.mutations.some(({ id }) => id === first!.id) ? trouble() : accept(request)),
    clock.now,
  )
  for (let hour = 0; hour < 4; hour++) {
    await cycle.wake()
    clock.pass(3_600_000)
  }
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([first!.id])
})

test('sends at most 256 KB, but always one, of one device and one protocol', async () => {
  const db = await aTill()
  const long = (quantity: number) =>
    aDraft({
      lines: Array.from({ length: quantity }, () => ({ product_variation_id: 1, quantity: 1, price: 10 })),
      receipt_lines: [],
    })
  for (const lines of [6000, 1, 3000, 3000, 1, 1, 1]) await ringUp(db, long(lines))
  const positions = (await db.outbox.toArray()).map(({ position }) => position)
  await db.outbox.update(positions[5]!, { device_id: crypto.randomUUID() })
  await db.outbox.update(positions[6]!, { protocol: 0 })
  const sizes: number[] = []
  await createCycle(db, async request => {
    sizes.push(request.mutations.length)
    return accept(request)
  }).wake()
  expect(sizes).toEqual([1, 2, 2, 1, 1])
})

test('does not read a long queue whole for each batch', async () => {
  const db = await aTill()
  await ringUpMany(db, 300)
  const read = vi.spyOn(JSON, 'stringify')
  expect(await nextBatch(db, 50, { now: 1 })).toHaveLength(50)
  expect(read).toHaveBeenCalledTimes(50)
})

/** Two tabs with one database; how many pushes ran at the same time at the most. Each takes until `passes` says. */
async function twoTabs(db: TillDb, passes: (seen: { pushes: number }) => Promise<unknown> = () => tick()) {
  let running = 0
  const seen = { most: 0, pushes: 0 }
  const push = async (request: Outgoing) => {
    seen.most = Math.max(seen.most, ++running)
    seen.pushes += 1
    await passes(seen)
    running -= 1
    return accept(request)
  }
  return { seen, tabs: [createCycle(db, push), createCycle(db, push)] as const }
}

test('drains once at a time, and loses no wake during a drain', async () => {
  const db = await aTill()
  const [first] = await ringUpMany(db, 1)
  const { seen, tabs } = await twoTabs(db)
  const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
  let late = false
  vi.spyOn(navigator.locks, 'request').mockImplementation((async (...args: unknown[]) => {
    const work = args.at(-1) as (lock: unknown) => Promise<unknown>
    return request(args[0], args[1], async (lock: unknown) => {
      const held = await work(lock)
      if (lock && !late) {
        late = true
        await ringUp(db, aDraft())
        await tabs[1].wake()
      } // after the last look, before the release
      return held
    })
  }) as never)
  await Promise.all(tabs.map(cycle => cycle.wake()))
  expect(seen.most).toBe(1)
  expect(await db.outbox.count()).toBe(0)
  expect((await db.sales.get(first!.id))!.verdict).toBeDefined()
})

test('would send the same sale from two tabs without the lock', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  const { seen, tabs } = await twoTabs(db, both => vi.waitFor(() => expect(both.pushes).toBe(2)))
  vi.spyOn(navigator.locks, 'request').mockImplementation((async (...args: unknown[]) =>
    (args.at(-1) as (lock: unknown) => unknown)({})) as never)
  await Promise.all(tabs.map(cycle => cycle.wake()))
  expect(seen).toEqual({ most: 2, pushes: 2 })
  expect(await db.outbox.count()).toBe(0)
})

test('gives the lock to the one waiting when the drain is over', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  const happened: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  await createCycle(db, async request => {
    turn = navigator.locks.request(drainLock(db.name), () => happened.push('my turn'))
    await tick()
    happened.push('sent')
    return accept(request)
  }).wake()
  await turn
  expect(happened).toEqual(['sent', 'my turn'])
})

test('backs off with jitter from a second to five minutes, and heeds Retry-After', async () => {
  const db = await aTill()
  await ringUpMany(db, 2)
  let pushes = 0
  const clock = aClock()
  const cycle = createCycle(
    db,
    async () => {
      pushes += 1
      return trouble({ smaller: false, wait_ms: pushes === 1 ? 60_000 : 0 })
    },
    clock.now,
  )
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const after = async (ms: number) => {
    clock.pass(ms)
    await cycle.wake()
    return pushes
  }
  expect([await after(0), await after(59_000), await after(1_500)]).toEqual([1, 1, 2])
  expect([await after(1_900), await after(200)]).toEqual([2, 3])
  for (let i = 0; i < 20; i++) await after(300_000)
  expect([pushes, await after(290_000), await after(10_000)]).toEqual([23, 23, 24])
})

test('ends the back-off on reason to hope, but not what the server asked for', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  const answers = [trouble({ reason: 'unreachable' }), trouble({ wait_ms: 60_000 })]
  let pushes = 0
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      pushes += 1
      return answers.shift() ?? accept(request)
    },
    clock.now,
  )
  await cycle.wake()
  await cycle.nudge()
  expect(pushes).toBe(2)
  await cycle.nudge()
  expect(pushes).toBe(2)
  expect(cycle.state().next_try_at).toBe(60_001)
  clock.pass(60_000)
  await cycle.nudge()
  expect([pushes, await db.outbox.count()]).toEqual([3, 0])
})

test('sends the oldest sale first again after an outage', async () => {
  const db = await aTill()
  const sales = await ringUpMany(db, 3)
  let isUp = false
  const sent: string[] = []
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      if (!isUp) return trouble({ reason: 'unreachable' })
      sent.push(...request.mutations.map(({ id }) => id))
      return accept(request)
    },
    clock.now,
  )
  for (let i = 0; i < 5; i++) {
    await cycle.wake()
    clock.pass()
  }
  isUp = true
  await cycle.nudge()
  expect(sent).toEqual(sales.map(({ id }) => id))
})

test.each(['sign_in', 'forbidden', 'update'] as const)(
  'sends nothing for 5 minutes in a pause (%s), keeps selling, and ends it by a verdict',
  async reason => {
    const db = await aTill()
    await ringUpMany(db, 1)
    let pushes = 0
    const clock = aClock()
    const cycle = createCycle(
      db,
      async request => {
        pushes += 1
        return pushes === 1 ? pause(reason) : accept(request)
      },
      clock.now,
    )
    await cycle.wake()
    await ringUpMany(db, 1)
    clock.pass(299_000)
    await cycle.wake()
    expect([pushes, cycle.state().pause?.reason, await db.outbox.count()]).toEqual([1, reason, 2])
    clock.pass(1000)
    await cycle.wake()
    expect([pushes, cycle.state().pause, await db.outbox.count()]).toEqual([2, null, 0])
  },
)

test('shows how far sending is, in states that stay the same object until something changes', async () => {
  const db = await aTill()
  await ringUpMany(db, 120)
  const cycle = createCycle(db, acceptAll)
  const seen: unknown[] = []
  const leave = cycle.subscribe(() => {
    if (cycle.state().sending) seen.push(cycle.state().sending)
  })
  expect(cycle.state()).toBe(cycle.state())
  await cycle.wake()
  leave()
  expect(new Set(seen)).toEqual(
    new Set([
      { done: 0, total: 120 },
      { done: 50, total: 120 },
      { done: 100, total: 120 },
    ]),
  )
  expect(cycle.state()).toMatchObject({ sending: null, reachable: true })
})

test('calls a sale "sent" once the server answered without a verdict, not while it cannot be reached', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  const answers = [trouble({ reason: 'unreachable' }), trouble({ reason: 'captive' }), trouble({ reason: 'server' })]
  const clock = aClock()
  const cycle = createCycle(db, async () => answers.shift()!, clock.now)
  const seen = []
  while (answers.length > 0) {
    await cycle.wake()
    seen.push((await db.outbox.toCollection().first())!.sent_at !== undefined)
    clock.pass()
  }
  expect(seen).toEqual([false, false, true])
})

test('keeps a sale and sends it again when a full disk stores no verdict', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  const put = vi.spyOn(db.sales, 'bulkPut').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  const clock = aClock()
  const cycle = createCycle(db, acceptAll, clock.now)
  await cycle.wake()
  expect([await db.outbox.count(), cycle.state().sending]).toEqual([1, null])
  put.mockRestore()
  clock.pass()
  await cycle.wake()
  expect(await db.outbox.count()).toBe(0)
})

test('reports a fault in sending, and frees the lock', async () => {
  const db = await aTill()
  await ringUpMany(db, 1)
  await expect(
    createCycle(db, async () => {
      throw new RangeError('a bug')
    }).wake(),
  ).rejects.toThrow('a bug')
  await createCycle(db, acceptAll).wake()
  expect(await db.outbox.count()).toBe(0)
})
