import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db as database, execute, select } from '#api/db/database.ts'
import type * as Verdicts from '#api/sync/verdicts.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { pushWith } from '#sync/till/push.ts'
import { deviceOf } from '#sync/till/proof/device-key.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { aTabletAt, signInAt } from '#tests/support/counter/own-tablets.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { aDraft } from '#tests/support/till/till.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const RUNS = isFull ? 300 : 30
const MOST_STEPS = 60
/** A day that takes longer hangs. */
const A_DAY_MS = 20_000
console.log(`seed ${seed}`)

/** What a test takes away: the server's check of ids, and that a till keeps what it sends until it has a verdict. */
const guards = vi.hoisted(() => ({ ids: true, keeps: true }))
vi.mock('#api/sync/verdicts.ts', async original => {
  const real = await original<typeof Verdicts>()
  const findRecord: typeof real.findRecord = async arrivals =>
    guards.ids ? real.findRecord(arrivals) : { stored: new Map(), seqs: new Set() }
  return { ...real, findRecord }
})

const { fetch } = globalThis
let api: Api
beforeAll(async () => {
  await openShop()
  api = await startApi()
})
afterEach(async () => {
  Object.assign(guards, { ids: true, keeps: true })
  vi.unstubAllGlobals()
})
afterAll(() => api.stop())

/** What must be true in the end. */
interface Model {
  sold: number
  online: boolean
}

type Person = Awaited<ReturnType<typeof aUser>>

/** A till at work: its browser, which may be killed and opened again, and the network between it and the shop. */
class Day {
  readonly sold: string[] = []
  readonly #scheduler: fc.Scheduler
  readonly #jeans: number
  #db!: TillDb
  #teller!: Person
  #tellers: Person[] = []
  #tabs: ReturnType<typeof createCycle>[] = []
  #life = 0
  #isScheduled = true
  #running = new Set<Promise<void>>()
  #clockOff = 0
  online = true
  repliesToLose = 0

  constructor(scheduler: fc.Scheduler, jeans: number) {
    this.#scheduler = scheduler
    this.#jeans = jeans
  }

  async open(): Promise<this> {
    this.#tellers = [await aUser('ADMINISTRATOR'), await aUser('MANAGER')]
    this.#teller = this.#tellers[0]!
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, api.base), init))
    this.#db = (await aTabletAt(api, this.#teller)).db
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.#send(path, init))
    this.#openTabs()
    return this
  }

  #openTabs(): void {
    const push = pushWith({ token: () => null, renew: async () => 'refused' }, deviceOf(this.#db))
    this.#tabs = [createCycle(this.#db, push), createCycle(this.#db, push)]
  }

  /** There and back whenever the scheduler lets it. Nobody hears the answer to what a killed browser had sent. */
  async #send(path: string, init: RequestInit): Promise<Response> {
    const life = this.#life
    const isPush = path === '/api/sync/push'
    if (isPush && !guards.keeps) await this.#forget(init.body as string)
    if (isPush) await this.#pass('to the shop')
    if (!this.online || life !== this.#life) throw new TypeError('No network.')
    const isLost = isPush && this.repliesToLose > 0
    if (isLost) this.repliesToLose -= 1
    const reply = await fetch(new URL(path, api.base), init)
    if (isPush) await this.#pass('from the shop')
    if (isLost || !this.online || life !== this.#life) throw new TypeError('The reply is lost.')
    return reply
  }

  async #forget(body: string): Promise<void> {
    const { mutations } = JSON.parse(body) as { mutations: { id: string }[] }
    await this.#db.outbox
      .where('id')
      .anyOf(mutations.map(({ id }) => id))
      .delete()
  }

  async #pass(where: string): Promise<void> {
    if (this.#isScheduled) await this.#scheduler.schedule(Promise.resolve(), where)
  }

  #start(work: Promise<void>): void {
    const life = this.#life
    const done: Promise<void> = work
      .catch((error: unknown) => {
        if (life === this.#life) throw error // of a browser that was killed nothing is heard
      })
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async sell(): Promise<void> {
    if (this.#clockOff !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + this.#clockOff })
    try {
      const lines = [{ product_variation_id: this.#jeans, quantity: 1, price: 10 }]
      this.sold.push((await ringUp(this.#db, aDraft({ teller_id: this.#teller.id, lines }))).id)
    } finally {
      vi.useRealTimers()
    }
  }

  drain(tab: number): void {
    this.#start(this.#tabs[tab]!.nudge())
  }

  killTill(): void {
    this.#life += 1
    const { name } = this.#db
    this.#db.close()
    this.#db = new TillDb(name, null)
    this.#openTabs()
  }

  /** As clients see it: every connection breaks off, and another process answers at another port. */
  async killApi(): Promise<void> {
    api.stop()
    api = await startApi()
  }

  async switchTeller(): Promise<void> {
    const next = this.#tellers.find(({ id }) => id !== this.#teller.id)!
    await signInAt(this.#db, { ...next, token: await tokenOf(next.id) })
    this.#teller = next
  }

  jumpClock(ms: number): void {
    this.#clockOff = ms
  }

  /** All is well again, and everything that waits goes out. Returns what is left in the outbox. */
  async end(): Promise<number> {
    this.#isScheduled = false
    this.online = true
    this.repliesToLose = 0
    await Promise.all(this.#running)
    for (let tries = 0; tries < 5 && (await this.#db.outbox.count()) > 0; tries++) {
      this.#openTabs()
      await this.#tabs[0]!.resume()
    }
    const left = await this.#db.outbox.count()
    this.#db.close()
    return left
  }
}

type Step = fc.AsyncCommand<Model, Day>
const step = (name: string, run: (day: Day, model: Model) => unknown, check = (_: Readonly<Model>) => true): Step => ({
  check,
  run: async (model, day) => void (await run(day, model)),
  toString: () => name,
})
const goods = (change: string) => execute(`UPDATE products SET ${change}`)
const isOnline = ({ online }: Readonly<Model>) => online
const one = (made: Step, weight = 1) => Array.from({ length: weight }, () => fc.constant(made))

const steps = fc.commands(
  [
    ...one(
      step('sell', async (day, model) => {
        await day.sell()
        model.sold += 1
      }),
      5,
    ),
    ...one(
      step('send', day => day.drain(0)),
      2,
    ),
    ...one(step('send from the other tab', day => day.drain(1))),
    ...one(
      step('lose a reply', day => void (day.repliesToLose += 1)),
      2,
    ),
    ...one(
      step('lose the network', (day, model) => {
        day.online = model.online = false
      }),
    ),
    ...one(
      step('find the network', (day, model) => {
        day.online = model.online = true
      }),
    ),
    ...one(step('kill the till', day => day.killTill())),
    ...one(step('kill the API', day => day.killApi())),
    ...one(step('end all sessions', () => execute('DELETE FROM sessions'))),
    ...one(step('change the teller', day => day.switchTeller(), isOnline)),
    ...one(step('change the price', () => goods('retail_price = retail_price + 1'))),
    ...one(step('take the goods off', () => goods("status_code = 'INACTIVE'"))),
    fc
      .integer({ min: -3 * 86_400_000, max: 3 * 86_400_000 })
      .map(ms => step(`move the clock by ${ms} ms`, day => day.jumpClock(ms))),
  ],
  { maxCommands: MOST_STEPS, size: 'max' },
)

let sold = 0
const property = (jeans: number) =>
  fc.asyncProperty(fc.scheduler(), steps, async (scheduler, commands) => {
    const model: Model = { sold: 0, online: true }
    const day = await new Day(scheduler, jeans).open()
    await fc.scheduledModelRun(scheduler, () => ({ model, real: day }), commands)
    const left = await day.end()
    const orders = await select<{ sale_id: string }>('SELECT sale_id FROM orders WHERE sale_id IN (:sold)', {
      sold: [...day.sold, ''],
    })
    expect([left, orders.map(({ sale_id }) => sale_id).sort()]).toEqual([0, day.sold.toSorted()])
    expect(day.sold).toHaveLength(model.sold)
    sold += model.sold
  })

test(
  `books what a till sold, each sale once, in ${RUNS} days of up to ${MOST_STEPS} steps in any order`,
  { timeout: patience(2_700_000) },
  async () => {
    await fc.assert(property(await aVariation(100_000)), { numRuns: RUNS, seed, timeout: A_DAY_MS, endOnFailure: true })
    console.log(`${RUNS} days, ${sold} sales`)
    expect(sold).toBeGreaterThan(RUNS)
    await checkBooks()
  },
)

test(
  'control: finds lost sales when the till crosses them off before it sends them',
  { timeout: patience(900_000) },
  async () => {
    guards.keeps = false
    const found = await fc.check(property(await aVariation(100_000)), {
      numRuns: RUNS,
      seed,
      timeout: A_DAY_MS,
      endOnFailure: true,
    })
    expect(found.failed).toBe(true)
  },
)

test('control: finds doubled sales when the server checks no ids', { timeout: patience(900_000) }, async () => {
  await database.query('ALTER TABLE orders DROP INDEX sale_id, ADD INDEX sale_id (sale_id)')
  await database.query('ALTER TABLE sync_verdicts DROP PRIMARY KEY, ADD INDEX (mutation_id)')
  try {
    guards.ids = false
    const found = await fc.check(property(await aVariation(100_000)), {
      numRuns: RUNS,
      seed,
      timeout: A_DAY_MS,
      endOnFailure: true,
    })
    expect(found.failed).toBe(true)
  } finally {
    await openShop()
    await database.query('ALTER TABLE sync_verdicts DROP INDEX mutation_id, ADD PRIMARY KEY (mutation_id)')
    await database.query('ALTER TABLE orders DROP INDEX sale_id, ADD UNIQUE INDEX sale_id (sale_id)')
  }
})
