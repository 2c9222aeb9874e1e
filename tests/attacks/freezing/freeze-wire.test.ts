import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type * as os from 'node:os'
import type * as TimeLimits from '#api/db/time-limits.ts'
import type { Connection } from 'mysql2'
import type { PushReply, PushRequest } from '#sync/protocol/mutation.ts'
import { aDatabaseWire, type Weather } from '#tests/support/database/database-wire.ts'
import { patience } from '#tests/support/patience.ts'
import { promised } from '#tests/support/promised.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { seeded } from '#tests/support/server/network.ts'
import { until } from '#tests/support/runs/processes.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const SECONDS = isFull ? { slow: 90, silent: 30, torn: 90, provider: 90 } : { slow: 2, silent: 8, torn: 2, provider: 2 }
const EVERY_MS = 20
console.log(`seed ${seed}`)

/** What a test takes away: the time that a statement may take, and processors that are free. */
const guards = vi.hoisted(() => ({ limits: true, processors: true }))
vi.mock('node:os', async original => {
  const real = await original<typeof os>()
  return { ...real, loadavg: () => (guards.processors ? real.loadavg() : [100, 100, 100]) }
})
vi.mock('#api/db/time-limits.ts', async original => {
  const real = await original<typeof TimeLimits>()
  interface Driver {
    addCommand: (command: object) => unknown
  }
  const limitStatements: typeof real.limitStatements = (connection, watch) => {
    const driver = connection as Connection & Driver
    const bare = driver.addCommand.bind(driver)
    real.limitStatements(connection, watch)
    const limited = driver.addCommand.bind(driver)
    driver.addCommand = command => (guards.limits ? limited(command) : bare(command))
  }
  return { ...real, limitStatements }
})

const wire = await aDatabaseWire(process.env.DATABASE_URL!, seeded(seed))
process.env.DATABASE_URL = wire.url
const { db, select, selectOne } = await import('#api/db/database.ts')
const { env } = await import('#api/env.ts')
const { startApi, aUser } = await import('#tests/support/server/api.ts')
const { aVariation, brokenRules, count, openShop } = await import('#tests/support/server/shop.ts')
const { aBuyer, payAtSandbox } = await import('#tests/support/shop/payments.ts')
const { refreshListings } = await import('#api/catalogue/refresh-listings.ts')
type Api = Awaited<ReturnType<typeof startApi>>

let api: Api
let token: string
let jeans: number
let paying: Awaited<ReturnType<typeof payAtSandbox>>
/** A provider that takes calls and never says a word. */
const calls = new Set<Socket>()
const silence = createServer(call => void calls.add(call.on('error', () => {}))).listen(0, '127.0.0.1')

beforeAll(async () => {
  api = await startApi()
  paying = await payAtSandbox(api)
  await openShop()
  jeans = await aVariation(100_000)
  const { product_id } = (await selectOne<{ product_id: number }>(
    'SELECT product_id FROM product_variations WHERE id = ?',
    [jeans],
  ))!
  await refreshListings([product_id])
  token = (await aUser('SUPER_ADMINISTRATOR')).token
})
afterEach(async () => {
  guards.limits = guards.processors = true
  wire.become('fair')
  await until(async () => (await api.send('GET', '/readyz')).status === 200, 'the shop is ready again')
})
afterAll(async () => {
  paying.stop()
  api.stop()
})

interface Answer {
  what: string
  status: number
  retryAfter: string | null
}

/** Fifty requests a second: the catalogue, a staff list, a sale, a guest's order; each waits for its answer. */
async function load(seconds: number, carts: (() => Promise<{ status: number; headers: Headers }>)[]) {
  const pushes = new Map<string, PushRequest>()
  const accepted = new Set<string>()
  const asked: Promise<Answer>[] = []
  const ask = async (what: string, sending: Promise<{ status: number; headers: Headers }>): Promise<Answer> => {
    const { status, headers } = await sending
    return { what, status, retryAfter: headers.get('retry-after') }
  }
  const sell = async (request: PushRequest) => {
    const reply = await api.send('POST', '/api/sync/push', { token, body: request })
    if (reply.status === 200)
      for (const { id, status } of (reply.body as unknown as PushReply).verdicts)
        if (status === 'accepted') accepted.add(id)
    return reply
  }
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  for (let n = 0, end = Date.now() + seconds * 1000; Date.now() < end; n++) {
    const order = n % 10 === 9 ? carts.pop() : undefined
    if (order) asked.push(ask('order', order()))
    else if (n % 3 === 0) asked.push(ask('catalogue', api.send('GET', '/api/products')))
    else if (n % 3 === 1) asked.push(ask('staff', api.send('GET', '/api/staff/orders', { token })))
    else {
      const sale = aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] })
      const request = aPush(sale)
      pushes.set(sale.id, request)
      asked.push(ask('sale', sell(request)))
    }
    await sleep(EVERY_MS) // between two of fifty a second
  }
  const answers = await Promise.all(asked)
  delay.disable()
  return {
    answers,
    accepted,
    /** Sends again what has no verdict yet. */
    settle: async () => {
      for (const [id, request] of pushes) if (!accepted.has(id)) await sell(request)
    },
    sold: [...pushes.keys()],
    words: () =>
      `${answers.length} requests: ${JSON.stringify(countOf(answers))}; event loop p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  }
}

function countOf(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { what, status } of answers) counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1
  return counts
}

/** So many guests with something in their cart. */
const carts = (guests: number) =>
  Promise.all(
    Array.from({ length: guests }, async () => {
      const buyer = await aBuyer(api)
      await buyer.fill(jeans)
      return async () => (await buyer.place()).reply
    }),
  )

async function expectWhole({ sold, accepted, settle }: Awaited<ReturnType<typeof load>>): Promise<void> {
  await until(async () => (await api.send('GET', '/readyz')).status === 200, 'the shop is ready again')
  const before = new Set(
    (await select<{ sale_id: string }>('SELECT sale_id FROM orders WHERE sale_id IN (:sold)', { sold })).map(
      ({ sale_id }) => sale_id,
    ),
  )
  expect([...accepted].filter(id => !before.has(id))).toEqual([])
  await settle()
  expect(await count('orders', 'sale_id IN (?)', [sold])).toBe(sold.length)
  expect(await count('orders', 'id NOT IN (SELECT order_id FROM order_items)')).toBe(0)
  expect(await brokenRules()).toEqual([])
  // Each of the pool's connections can be had, all at once.
  await Promise.all(Array.from({ length: 16 }, () => db.query('SELECT SLEEP(0.2)')))
}

test.each<[string, Exclude<Weather, 'fair'>, boolean]>([
  ['takes two seconds to answer', 'slow', true],
  ['takes two seconds to answer a machine short of processors', 'slow', false],
  ['falls silent', 'silent', true],
  ['breaks off in the middle of its answers', 'torn', true],
])(
  'shows the catalogue, refuses the rest with a time to come back and books nothing by halves when the database %s',
  async (_, weather, processors) => {
    guards.processors = processors
    const guests = await carts(10)
    expect((await api.send('GET', '/api/products')).status).toBe(200)
    wire.become(weather)
    const loading = load(SECONDS[weather], guests)
    void loading.then(() => wire.become('fair'))
    if (weather === 'silent') void sleep(SECONDS.silent * 1000).then(() => wire.become('fair')) // it ends by itself
    const done = await loading
    console.log(`${weather}: ${done.words()}`)
    expect(done.answers.filter(({ what, status }) => what === 'catalogue' && status !== 200)).toEqual([])
    expect(
      done.answers.filter(({ status, retryAfter }) => ![200, 201].includes(status) && !(status === 503 && retryAfter)),
    ).toEqual([])
    expect(done.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
    wire.become('fair')
    await expectWhole(done)
  },
  patience(SECONDS.slow * 1000 + 90_000),
)

test(
  'goes on serving everybody while the payment provider hangs',
  async () => {
    const buyers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const buyer = await aBuyer(api)
        const { order } = await buyer.order(jeans)
        return () => buyer.check(order.id)
      }),
    )
    const before = env.payments!
    env.payments = { ...before, apiUrl: `http://127.0.0.1:${(silence.address() as AddressInfo).port}` }
    try {
      const hanging = buyers.map(check => check())
      const done = await load(SECONDS.provider, [])
      console.log(`provider: ${done.words()}`)
      expect(done.answers.filter(({ status }) => status !== 200)).toEqual([])
      await expectWhole(done)
      expect(calls.size).toBeGreaterThan(0)
      silence.close()
      for (const call of calls) call.destroy()
      const statuses = (await Promise.all(hanging)).map(({ status }) => status)
      expect(statuses.filter(status => status === 500)).toEqual([])
      console.log(`who asked for a payment: ${[...new Set(statuses)].join()}`)
    } finally {
      env.payments = before
    }
  },
  patience(SECONDS.provider * 1000 + 90_000),
)

const AT_ONCE = 12

/** How many of twelve staff lists are answered within so long while the database is silent. */
async function answeredInSilence(ms: number): Promise<number> {
  await Promise.all(Array.from({ length: 16 }, () => db.query('SELECT SLEEP(0.1)')))
  let answered = 0
  wire.become('silent')
  const asked = Array.from({ length: AT_ONCE }, () =>
    api.send('GET', '/api/staff/orders', { token }).finally(() => {
      answered += 1
    }),
  )
  await Promise.race([Promise.all(asked), sleep(ms)]) // without limits nobody would be answered, ever
  const soFar = answered
  wire.become('fair')
  await Promise.all(asked)
  return soFar
}

test('answers everybody while the database is silent', { timeout: patience(180_000) }, async () => {
  expect(await answeredInSilence(promised(9))).toBe(AT_ONCE)
})

test(
  'control: answers nobody while the database is silent when neither a query nor the wait for a connection has a time',
  { timeout: patience(180_000) },
  async () => {
    const { pool } = db.connectionManager as unknown as { pool: { acquireTimeoutMillis: number } }
    const { acquireTimeoutMillis } = pool
    guards.limits = false
    pool.acquireTimeoutMillis = 600_000
    try {
      expect(await answeredInSilence(9_000)).toBe(0)
    } finally {
      pool.acquireTimeoutMillis = acquireTimeoutMillis
    }
  },
)
