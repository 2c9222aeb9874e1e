import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ownDatabase } from '#tests/support/database/own-database.ts'
import { patience } from '#tests/support/patience.ts'
import { promised } from '#tests/support/promised.ts'
import { standStill, until } from '#tests/support/runs/processes.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

/** The length does not matter to the shop. */
const AWAY_MS = isFull ? 300_000 : 3_000

const server = await ownDatabase()
const { db, inTransaction, select, selectOne, execute } = await import('#api/db/database.ts')
const { askWhetherAway, mayBeAway } = await import('#api/db/pulse.ts')
const { withReadLimit } = await import('#api/db/time-limits.ts')
const { countTriesIn } = await import('#api/http/tries.ts')
const { inDatabase } = await import('#api/http/tries-store.ts')
const { startApi, aUser } = await import('#tests/support/server/api.ts')
const { openShop, aVariation } = await import('#tests/support/server/shop.ts')
const { refreshListings } = await import('#api/catalogue/refresh-listings.ts')
type Api = Awaited<ReturnType<typeof startApi>>

let api: Api
let product: number
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    await aVariation(5),
  ]))!.product_id
  await refreshListings([product])
  token = (await aUser('SUPER_ADMINISTRATOR')).token
})
afterAll(() => api.stop())

/** What the shop shows anybody. */
const SHOWN = () => [
  '/api/products',
  '/api/products?sizes=30',
  `/api/products/${product}`,
  '/api/shop',
  '/api/categories',
  '/api/sizes',
  '/api/colours',
]

async function timed(path: string, options: { token?: string } = {}) {
  const began = performance.now()
  const { status, headers } = await api.send('GET', path, options)
  return {
    path,
    status,
    ms: performance.now() - began,
    retryAfter: headers.get('retry-after'),
    stale: headers.get('x-stale'),
    timing: headers.get('server-timing'),
  }
}

const isReady = async () => (await api.send('GET', '/readyz')).status === 200

let paused = false
/** On a busy machine a thread may still answer a query after the signal. */
async function pause() {
  paused = true
  await standStill(server.pid())
}
async function resume() {
  if (paused) process.kill(server.pid(), 'SIGCONT')
  paused = false
  await until(isReady, 'the shop is ready again', 45_000)
}
afterEach(resume)

// Before: sixteen requests hung for more than a minute, with them everything else, and /readyz took three seconds.
test(
  'answers from memory, refuses the rest and recovers by itself when the database stands still',
  { timeout: patience(180_000) },
  async () => {
    for (const path of SHOWN()) expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
    await pause()
    const ready = timed('/readyz')
    const asked = await Promise.all(Array.from({ length: 16 }, () => timed('/api/staff/orders', { token })))
    for (const each of asked) expect(each).toMatchObject({ status: 503, retryAfter: '1' })
    expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(promised(8))
    expect(await ready).toMatchObject({ status: 503 })
    expect((await ready).ms).toBeLessThan(promised(2))

    const shown = await Promise.all(SHOWN().map(path => timed(path)))
    for (const each of shown) expect(each).toMatchObject({ path: each.path, status: 200, stale: '1', timing: 'stale' })
    expect(Math.max(...shown.map(({ ms }) => ms))).toBeLessThan(promised(2))
    const refused = await timed('/api/staff/orders', { token })
    expect(refused).toMatchObject({ status: 503, retryAfter: '1' })
    expect(refused.ms).toBeLessThan(promised(1))
    expect(await timed('/readyz')).toMatchObject({ status: 503 })

    await resume()
    expect(await timed('/api/staff/orders', { token })).toMatchObject({ status: 200 })
    for (const path of SHOWN()) expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
  },
)

// Before: the first list of a shop that nobody had visited for five seconds waited for as long as the database was
// silent.
test(
  'shows lists within two seconds of the moment when the database stands still',
  { timeout: patience(180_000) },
  async () => {
    for (const path of SHOWN()) await timed(path)
    await sleep(5_200) // what nobody asked for is read again before it is shown
    await pause()
    const shown = await Promise.all(SHOWN().map(path => timed(path)))
    for (const each of shown) expect(each).toMatchObject({ path: each.path, status: 200, stale: '1' })
    expect(Math.max(...shown.map(({ ms }) => ms))).toBeLessThan(promised(2))
  },
)

// Before: tries had connections without a time limit, and each sign-in waited three seconds for them.
test(
  'refuses a sign-in as quickly as anything else while the database stands still',
  { timeout: patience(180_000) },
  async () => {
    let people = 0
    const signIn = async () => {
      const began = performance.now()
      const { status } = await api.send('POST', '/api/login', {
        body: { email: `person-${people++}@shop.test`, password: 'wrong' },
      })
      return { status, ms: performance.now() - began }
    }
    countTriesIn(inDatabase)
    expect(await signIn()).toMatchObject({ status: 401 })
    await pause()
    const slowest = (all: { ms: number }[]) => Math.max(...all.map(({ ms }) => ms))
    const asQuick = (some: { ms: number }[], others: { ms: number }[]) =>
      expect(slowest(some)).toBeLessThan(2 * slowest(others) + patience(1_000))
    const orders = () => timed('/api/staff/orders', { token })
    const [first, other] = await Promise.all([signIn(), orders()])
    expect([first.status, other.status]).toEqual([503, 503])
    asQuick([first], [other])
    countTriesIn(inDatabase) // or it would be left alone for ten seconds
    const [next, others] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, signIn)),
      Promise.all(Array.from({ length: 8 }, orders)),
    ])
    for (const each of [...next, ...others]) expect(each.status).toBe(503)
    asQuick(next, others)
    await resume()
    expect(await signIn()).toMatchObject({ status: 401 })
  },
)

const SLOW = 'SELECT SLEEP(30) AS slept'

async function endsOnServer() {
  const began = performance.now()
  await expect(withReadLimit(() => select(SLOW))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - began).toBeLessThan(promised(5))
}

async function leavesNothing() {
  await execute('CREATE TABLE half_done (id INT PRIMARY KEY)')
  await expect(
    withReadLimit(() =>
      inTransaction(async () => {
        await execute('INSERT INTO half_done VALUES (1)')
        await select(SLOW)
      }),
    ),
  ).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect.poll(() => select('SELECT id FROM half_done'), { timeout: patience(9_000) }).toEqual([])
  await inTransaction(() => execute('INSERT INTO half_done VALUES (1)')) // no lock is left
  await execute('DROP TABLE half_done')
}

// Before: nothing ended a statement, on whichever of the two ways it went.
// Before: an answer that had come, but was not read yet, counted as none, and everybody was refused.
test('does not take the database for away when the shop itself stood still', async () => {
  const warn = vi.spyOn(console, 'warn')
  askWhetherAway()
  for (const end = performance.now() + 2_000; performance.now() < end;);
  await until(() => !mayBeAway(), 'it has answered')
  expect(warn.mock.calls).toEqual([])
  warn.mockRestore()
})

test(
  'ends a read of a request after five seconds, its connection and its transaction with it',
  { timeout: patience(90_000) },
  async () => {
    await Promise.all([
      endsOnServer(),
      leavesNothing(),
      expect(withReadLimit(() => db.query(SLOW))).rejects.toBeInstanceOf(Error),
    ])
    await expect
      .poll(() => select(`SELECT id FROM information_schema.processlist WHERE info LIKE '${SLOW}%'`), {
        timeout: patience(9_000),
      })
      .toEqual([])
  },
)

// Before: a request waited eight seconds for a connection, and what anybody could have been shown was refused.
test(
  'goes on showing what it knows while the database is away, and needs no restart when it is back',
  async () => {
    for (const path of SHOWN()) await timed(path)
    await server.takeAway()
    await until(async () => !(await isReady()), 'the shop has noticed')
    await sleep(2_500) // what is younger is not stale
    for (const until = performance.now() + AWAY_MS; performance.now() < until;) {
      await sleep(500) // between two looks
      const shown = await Promise.all(SHOWN().map(path => timed(path)))
      expect(shown.filter(({ status, stale, ms }) => status !== 200 || stale !== '1' || ms > promised(2))).toEqual([])
      const refused = await Promise.all(['/api/staff/orders', '/readyz'].map(path => timed(path, { token })))
      expect(refused.filter(({ status, ms }) => status !== 503 || ms > promised(2))).toEqual([])
      expect(await timed('/healthz')).toMatchObject({ status: 200 })
    }
    await server.bringBack()
    await until(isReady, 'the shop is ready again', 45_000)
    expect(await timed('/api/staff/orders', { token })).toMatchObject({ status: 200 })
    for (const path of SHOWN()) expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
  },
  patience(AWAY_MS + 60_000),
)

const A_DAY_MS = 86_400_000

test.each([
  ['forward', A_DAY_MS],
  ['back', -A_DAY_MS],
])(
  'serves and signs in when the clock jumps %s by a day',
  async (_, jump) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump })
    try {
      for (const path of [...SHOWN(), '/readyz'])
        expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
      const guest = (await api.send('POST', '/api/guest', { body: {} })).body as unknown as { token: string }
      expect(await timed('/api/cart', { token: guest.token })).toMatchObject({ status: 200 })
      expect([200, 401]).toContain((await timed('/api/staff/orders', { token })).status)
    } finally {
      vi.useRealTimers()
    }
    expect(await timed('/api/staff/orders', { token })).toMatchObject({ status: 200 })
  },
  patience(90_000),
)
