import 'fake-indexeddb/auto'
import { patience } from '#tests/support/patience.ts'
import { accepted, aDraft, aTill, rejected, trouble } from '#tests/support/till/till.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outgoing } from '#sync/till/push.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { sendAgain } from '#sync/till/outbox.ts'
import type { Answer, Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import type { TillDb } from '#sync/till/till-db.ts'

type Step =
  | { do: 'sell' | 'wake' | 'other tab' | 'nudge' | 'resume' | 'send again' | 'settle down' }
  | { do: 'pass'; ms: number }
type Kind = 'accept' | 'reject' | 'half' | 'none' | 'unreachable' | 'captive' | 'server' | 'later' | 'sign in' | 'lost'

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ do: 'sell' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Step>({ do: 'wake' }, { do: 'other tab' }, { do: 'nudge' }, { do: 'resume' }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'send again' }, { do: 'settle down' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 600_000 }) }) },
)
const kind = fc.constantFrom<Kind>(
  'accept',
  'accept',
  'accept',
  'reject',
  'half',
  'none',
  'unreachable',
  'captive',
  'server',
  'later',
  'sign in',
  'lost',
)

/** What the server said, by sale; and the requests it was sent. */
interface Ledger {
  booked: Set<string>
  refused: Set<string>
  requests: Outgoing[]
}

/** A server that answers in the given kinds, again and again. A lost reply is a sale booked all the same. */
function aServer(kinds: readonly Kind[]): { ledger: Ledger; push: Push } {
  const ledger: Ledger = { booked: new Set(), refused: new Set(), requests: [] }
  const book = ({ mutations }: Outgoing) =>
    mutations.map(({ id }) => {
      ledger.booked.add(id)
      return accepted(id)
    })
  const answer: Record<Kind, (request: Outgoing) => Answer> = {
    accept: request => ({ kind: 'verdicts', verdicts: book(request) }),
    reject: ({ mutations }) => ({
      kind: 'verdicts',
      verdicts: mutations.map(({ id }) => {
        ledger.refused.add(id)
        return rejected(id)
      }),
    }),
    half: request => ({
      kind: 'verdicts',
      verdicts: book({ ...request, mutations: request.mutations.filter((_, i) => i % 2 === 0) }),
    }),
    none: () => ({ kind: 'verdicts', verdicts: [] }),
    unreachable: () => trouble({ reason: 'unreachable' }),
    captive: () => trouble({ reason: 'captive' }),
    server: () => trouble(),
    later: () => trouble({ smaller: false, wait_ms: 60_000 }),
    'sign in': () => ({ kind: 'pause', reason: 'sign_in', message: 'Sign in.' }),
    lost: request => {
      book(request)
      return trouble({ reason: 'unreachable' })
    },
  }
  let count = 0
  return {
    ledger,
    push: async request => {
      ledger.requests.push(request)
      return answer[kinds[count++ % kinds.length]!](request)
    },
  }
}

/**
 * Every sale is either waiting with its entry or was accepted; nothing left without a verdict of the server's own; no
 * number is missing.
 */
async function everySaleIsSafe(db: TillDb, sold: readonly string[], { booked, refused, requests }: Ledger) {
  const entries = new Map((await db.outbox.toArray()).map(entry => [entry.id, entry]))
  const sales = new Map((await db.sales.toArray()).map(sale => [sale.id, sale]))
  for (const id of sold) {
    const [entry, verdict] = [entries.get(id), sales.get(id)?.verdict]
    if (verdict?.status === 'accepted') expect([entry, booked.has(id)]).toEqual([undefined, true])
    else expect(entry, 'a sale without an acceptance is in the outbox').toBeDefined()
    if (entry?.held) expect([entry.rejection !== undefined, refused.has(id)]).toEqual([true, true])
  }
  expect([
    entries.size + [...sales.values()].filter(({ verdict }) => verdict?.status === 'accepted').length,
    sales.size,
  ]).toEqual([sold.length, sold.length])
  const numbers = [...sales.values()].map(({ number }) => Number(number.slice(3))).sort((a, b) => a - b)
  expect(numbers).toEqual(sold.map((_, i) => i + 1))
  const seqs = new Map(requests.flatMap(({ mutations }) => mutations.map(({ id, seq }) => [id, seq] as const)))
  for (const { id, mutation } of entries.values()) seqs.set(id, mutation.seq)
  expect([...seqs.values()].sort((a, b) => a - b)).toEqual(sold.map((_, i) => i + 1))
}

function everyRequestIsInOrder({ requests }: Ledger) {
  for (const { mutations } of requests) {
    const seqs = mutations.map(({ seq }) => seq)
    expect(mutations.length).toBeLessThanOrEqual(50)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  }
}

/**
 * Sells, sends and lets time pass in whatever order the scheduler lets things finish; then lets a good server empty the
 * queue.
 */
async function runDay(
  scheduler: fc.Scheduler,
  { steps, kinds }: { steps: Step[]; kinds: Kind[] },
  spoil: (db: TillDb, push: Push) => Push = (_, push) => push,
) {
  const db = await aTill()
  const { ledger, push } = aServer(kinds)
  let time = 1
  const delayed = scheduler.scheduleFunction(spoil(db, push))
  const [tab, other] = [createCycle(db, delayed, () => time), createCycle(db, delayed, () => time)]
  const running = new Set<Promise<unknown>>()
  const start = (work: Promise<unknown>) => {
    const done: Promise<unknown> = work.finally(() => running.delete(done))
    running.add(done)
  }
  const settleDown = async () => {
    for (const failed = Promise.all(running); running.size > 0;) {
      await Promise.race([failed, new Promise(resolve => setTimeout(resolve))]) // a turn
      if (scheduler.count() > 0) await scheduler.waitOne()
    }
  }
  const sold: string[] = []
  const act: Record<Step['do'], (ms: number) => unknown> = {
    sell: async () => {
      sold.push((await ringUp(db, aDraft())).id)
      start(tab.wake())
    },
    wake: () => start(tab.wake()),
    'other tab': () => start(other.wake()),
    nudge: () => start(tab.nudge()),
    resume: () => start(other.resume()),
    'send again': async () => {
      for (const id of ledger.refused) await sendAgain(db, id)
    },
    'settle down': settleDown,
    pass: ms => {
      time += ms
    },
  }
  for (const next of steps) {
    await act[next.do]('ms' in next ? next.ms : 0)
    if (scheduler.count() > 1) await scheduler.waitOne()
  }
  await settleDown()
  await everySaleIsSafe(db, sold, ledger)
  everyRequestIsInOrder(ledger)

  const good = aServer(['accept'])
  for (const id of ledger.refused) await sendAgain(db, id)
  await createCycle(db, good.push, () => Infinity).wake()
  expect(await db.outbox.count()).toBe(0)
  db.close()
}

const days = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 30 }),
  kinds: fc.array(kind, { minLength: 1, maxLength: 12 }),
})
const property = (spoil?: (db: TillDb, push: Push) => Push) =>
  fc.asyncProperty(fc.scheduler(), days, (scheduler, day) => runDay(scheduler, day, spoil))

test(
  'loses no sale and lets none leave without its verdict, whatever the server answers in any order',
  { timeout: patience(360_000) },
  async () => {
    expect(await fc.check(property(), { numRuns: 150 })).toMatchObject({ failed: false, numRuns: 150 })
  },
)

test.each<[string, (db: TillDb, push: Push) => Push]>([
  [
    'forgets an entry when it sends it',
    (db, push) => async request => {
      await db.outbox
        .where('id')
        .anyOf(request.mutations.map(({ id }) => id))
        .delete()
      return push(request)
    },
  ],
  [
    'takes any answer for a yes',
    (_, push) => async request => {
      const answer = await push(request)
      return answer.kind === 'verdicts'
        ? { ...answer, verdicts: request.mutations.map(({ id }) => accepted(id)) }
        : answer
    },
  ],
  [
    'sends the latest first',
    (_, push) => async request => push({ ...request, mutations: request.mutations.toReversed() }),
  ],
])(
  'a queue that %s is found out',
  async (_, spoil) => {
    expect(await fc.check(property(spoil), { numRuns: 150, endOnFailure: true })).toMatchObject({ failed: true })
  },
  patience(180_000),
)
