import 'fake-indexeddb/auto'
import { leaveNote, acceptSigned, aClock, aDraft, aTill, giveKey, rejected, trouble } from '#tests/support/till/till.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createCycle } from '#sync/till/cycle.ts'
import { drainFor } from '#sync/till/drain-for.ts'
import type { Answer, Outgoing, Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { putRow, rowOf, type TillDb } from '#sync/till/till-db.ts'

afterEach(() => vi.restoreAllMocks())

/** A till whose sales were all accepted before the server was restored. */
async function aTillThatSold(times: number, draft = () => aDraft()): Promise<{ db: TillDb; ids: string[] }> {
  const db = await aTill()
  await giveKey(db)
  const ids: string[] = []
  for (let i = 0; i < times; i++) ids.push((await ringUp(db, draft())).id)
  await createCycle(db, async request => acceptSigned(request)).wake()
  return { db, ids }
}

const restored = (request: Outgoing): Answer =>
  acceptSigned(request, { generation: 'second', ...(request.mutations.length === 0 && { resend_from: 1 }) })
const idsOf = ({ mutations }: Outgoing) => mutations.map(({ id }) => id)
const isDone = async (db: TillDb) => {
  const row = await rowOf(db, 'generation')
  return row?.id === 'second' && row.wanted === undefined
}

test('goes past a sale that makes every request with it fail, and sends it alone later', async () => {
  const { db, ids } = await aTillThatSold(60)
  const poison = ids[30]!
  const [sizes, got] = [[] as number[], new Set<string>()]
  const clock = aClock()
  let isMended = false
  const cycle = createCycle(
    db,
    async request => {
      sizes.push(request.mutations.length)
      if (!isMended && idsOf(request).includes(poison)) return trouble()
      for (const id of idsOf(request)) got.add(id)
      return restored(request)
    },
    clock.now,
  )
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await cycle.ask()
  for (let i = 0; i < 16; i++) {
    clock.pass(20_000)
    await cycle.wake()
  }
  expect(sizes.slice(0, 6)).toEqual([0, 0, 50, 25, 35, 17])
  expect([got.size, got.has(poison), await isDone(db)]).toEqual([59, false, true])
  expect(await db.outbox.toArray()).toMatchObject([{ id: poison, held: 0 }])
  expect((await db.sales.get(poison))!.verdict).toBeUndefined()

  isMended = true
  clock.pass()
  await cycle.wake()
  expect([got.size, await db.outbox.count(), (await db.sales.get(poison))!.verdict?.status]).toEqual([
    60,
    0,
    'accepted',
  ])
})

test('waits longer after each failure, and as long as the server asks', async () => {
  const { db, ids } = await aTillThatSold(3)
  let answer: () => Answer = () => trouble({ smaller: false, wait_ms: 60_000 })
  let pushes = 0
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      if (request.mutations.length === 0) return restored(request)
      pushes += 1
      return answer()
    },
    clock.now,
  )
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  await cycle.ask()
  expect([pushes, cycle.state().next_try_at]).toEqual([1, 60_001])
  await cycle.nudge()
  clock.pass(59_000)
  await cycle.nudge()
  expect(pushes).toBe(1)

  answer = () => trouble({ smaller: false })
  clock.pass(1_000)
  for (let second = 0; second < 600; second++) {
    await cycle.wake()
    clock.pass(1_000)
  }
  expect(pushes).toBeGreaterThan(5)
  expect(pushes).toBeLessThan(12)

  answer = () => ({ kind: 'verdicts', verdicts: ids.map(id => rejected(id)), news: { generation: 'second' } })
  await cycle.nudge()
  expect([await isDone(db), await db.outbox.where({ held: 1 }).count()].at(0)).toBe(true)
})

test('keeps what gets no verdict again, and offers it again', async () => {
  const { db, ids } = await aTillThatSold(2)
  const note = await leaveNote(db, 'The printer is out of paper.')
  await createCycle(db, async request => acceptSigned(request)).wake()
  expect(await db.outbox.count()).toBe(0)
  const clock = aClock()
  let knowsNotes = false
  const offered: string[][] = []
  const cycle = createCycle(
    db,
    async request => {
      offered.push(idsOf(request))
      const known = request.mutations.filter(({ kind }) => knowsNotes || kind === 'sale.record')
      const news = request.mutations.length === 0 ? { resend_from: 1 } : {}
      return acceptSigned({ ...request, mutations: known }, { generation: 'second', ...news })
    },
    clock.now,
  )
  await cycle.ask()
  expect([await isDone(db), (await db.outbox.toArray()).map(({ id }) => id)]).toEqual([true, [note.id]])
  knowsNotes = true
  clock.pass(15 * 60_000)
  await cycle.wake()
  expect([await db.outbox.count(), offered.filter(batch => batch.length > 0)]).toEqual([
    0,
    [[...ids, note.id], [note.id]],
  ])
})

test('sends a new sale before the rest of what the server wants again', async () => {
  const { db, ids } = await aTillThatSold(60)
  const sent: string[][] = []
  let fresh = ''
  await createCycle(db, async request => {
    if (request.mutations.length > 0) sent.push(idsOf(request))
    if (sent.length === 1 && !fresh) fresh = (await ringUp(db, aDraft())).id
    return restored(request)
  }).ask()
  expect(sent).toEqual([ids.slice(0, 50), [fresh], expect.arrayContaining(ids.slice(50))])
})

test('asks for the other keys when one key cannot be asked for', async () => {
  const { db } = await aTillThatSold(3)
  const { key_id: first } = (await db.till.get('till'))!.head!
  const { key_id: second } = await giveKey(db)
  const late = await ringUp(db, aDraft())
  await createCycle(db, async request => acceptSigned(request)).wake()
  await putRow(db, { key: 'generation', id: 'first', next: 'second', wanted: { [first]: null, [second]: null } })
  const sent: string[] = []
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      if (request.key_id === first) return trouble()
      sent.push(...idsOf(request))
      return restored(request)
    },
    clock.now,
  )
  await cycle.wake()
  clock.pass()
  await cycle.wake()
  expect([sent, await isDone(db)]).toEqual([[late.id], false])
})

test('does not ask without end when the server answers without a generation', async () => {
  const { db } = await aTillThatSold(3)
  let pushes = 0
  const push: Push = async request => {
    pushes += 1
    return pushes === 1 ? restored(request) : { kind: 'verdicts', verdicts: [] }
  }
  await createCycle(db, push, aClock().now).ask()
  expect(pushes).toBe(2)
})

test('a batch that is sent again is at most 256 KB', async () => {
  const long = () =>
    aDraft({ lines: Array.from({ length: 1_500 }, () => ({ product_variation_id: 1, quantity: 1, price: 10 })) })
  const { db, ids } = await aTillThatSold(6, long)
  const sent: string[][] = []
  await createCycle(db, async request => {
    if (request.mutations.length > 0) sent.push(idsOf(request))
    expect(JSON.stringify(request.mutations).length).toBeLessThan(256 * 1024)
    return restored(request)
  }).ask()
  expect([sent.flat(), sent.length]).toEqual([ids, 2])
})

test('a worker stays with what is wanted again through a short back-off', async () => {
  const { db, ids } = await aTillThatSold(3)
  vi.spyOn(Math, 'random').mockReturnValue(0.01)
  const got: string[] = []
  let failures = 1
  const cycle = createCycle(db, async request => {
    if (request.mutations.length > 0 && failures-- > 0) return trouble({ smaller: false })
    got.push(...idsOf(request))
    return restored(request)
  })
  await cycle.ask()
  expect(got).toEqual([])
  await drainFor(cycle, 4_000)
  expect([got, await isDone(db)]).toEqual([ids, true])
})

type Kind = 'accept' | 'some' | 'none' | 'reject' | 'server' | 'unreachable' | 'later' | 'update' | 'lost' | 'poison'
const kinds = fc.array(
  fc.constantFrom<Kind>(
    'accept',
    'accept',
    'some',
    'none',
    'reject',
    'server',
    'unreachable',
    'later',
    'update',
    'lost',
    'poison',
  ),
  { minLength: 1, maxLength: 12 },
)

/** A restored server that answers in these kinds, again and again. */
function aServer(said: readonly Kind[], poison: string) {
  const [booked, refused] = [new Set<string>(), new Set<string>()]
  let count = 0
  const book = (request: Outgoing) => {
    for (const id of idsOf(request)) booked.add(id)
    return restored(request)
  }
  const answer: Record<Kind, (request: Outgoing) => Answer> = {
    accept: book,
    some: request => book({ ...request, mutations: request.mutations.filter((_, i) => i % 2 === 0) }),
    none: request => ({ ...restored(request), verdicts: [] }) as Answer,
    reject: request => {
      for (const id of idsOf(request)) refused.add(id)
      return { ...restored(request), verdicts: idsOf(request).map(id => rejected(id)) } as Answer
    },
    server: () => trouble(),
    unreachable: () => trouble({ reason: 'unreachable' }),
    later: () => trouble({ smaller: false, wait_ms: 60_000 }),
    update: () => ({ kind: 'pause', reason: 'update', message: 'Update.' }),
    lost: request => {
      book(request)
      return trouble({ reason: 'unreachable' })
    },
    poison: request => (idsOf(request).includes(poison) ? trouble() : book(request)),
  }
  const push: Push = async request => answer[said[count++ % said.length]!](request)
  return { push, booked, refused }
}

test('has every sale again in the end, whatever a restored server answers', async () => {
  const property = fc.asyncProperty(
    kinds,
    fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 20 }),
    fc.integer({ min: 0, max: 5 }),
    async (said, passes, at) => {
      const { db, ids } = await aTillThatSold(6)
      const { push, booked, refused } = aServer(said, ids[at]!)
      const clock = aClock()
      await createCycle(db, push, clock.now).ask()
      for (const [i, ms] of passes.entries()) {
        clock.pass(ms)
        // A reload now and then forgets what is only in memory.
        await (i % 4 === 3 ? createCycle(db, push, clock.now).ask() : createCycle(db, push, clock.now).wake())
      }
      const entries = await db.outbox.toArray()
      const held = entries.filter(entry => entry.held).map(({ id }) => id)
      expect(held.filter(id => !refused.has(id))).toEqual([])
      const good = aServer(['accept'], '')
      const last = createCycle(db, good.push, clock.now)
      await last.resume()
      await last.ask()
      expect(ids.filter(id => !booked.has(id) && !good.booked.has(id) && !held.includes(id))).toEqual([])
      expect([await isDone(db), await db.outbox.where('id').noneOf(held).count()]).toEqual([true, 0])
      db.close()
    },
  )
  expect(await fc.check(property, { numRuns: 25 })).toMatchObject({ failed: false, numRuns: 25 })
})
