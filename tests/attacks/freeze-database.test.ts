import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownDatabase } from '#tests/support/own-database.ts'
import { until } from '#tests/support/processes.ts'

const server = await ownDatabase()
const { inTransaction, select, selectOne, execute } = await import('#api/db/database.ts')
const { withReadLimit } = await import('#api/db/time-limits.ts')
const { startApi, aUser } = await import('#tests/support/api.ts')
const { openShop, aVariation } = await import('#tests/support/shop.ts')
const { refreshListings } = await import('#api/catalogue/refresh-listings.ts')
type Api = Awaited<ReturnType<typeof startApi>>

let api: Api
let product: number
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [await aVariation(5)]))!.product_id
  await refreshListings([product])
  token = (await aUser('SUPER_ADMINISTRATOR')).token
})
afterAll(() => api.stop())

/** What the shop shows anybody. */
const SHOWN = () => ['/api/products', '/api/products?sizes=30', `/api/products/${product}`, '/api/shop', '/api/categories', '/api/sizes', '/api/colours']

async function timed(path: string, options: { token?: string } = {}) {
  const began = performance.now()
  const { status, headers } = await api.send('GET', path, options)
  return { path, status, ms: performance.now() - began, retryAfter: headers.get('retry-after'), stale: headers.get('x-stale') }
}

const isReady = async () => (await api.send('GET', '/readyz')).status === 200

let paused = false
function pause() {
  process.kill(server.pid(), 'SIGSTOP')
  paused = true
}
async function resume() {
  if (paused) process.kill(server.pid(), 'SIGCONT')
  paused = false
  await until(isReady, 'the shop is ready again', 15_000)
}
afterEach(resume)

// Before: sixteen requests hung for more than a minute, with them everything else, and /readyz took three seconds.
test('answers from memory, refuses the rest and recovers by itself when the database stands still', async () => {
  for (const path of SHOWN()) expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
  pause()
  const ready = timed('/readyz')
  const asked = await Promise.all(Array.from({ length: 16 }, () => timed('/api/staff/orders', { token })))
  for (const each of asked) expect(each).toMatchObject({ status: 503, retryAfter: '1' })
  expect(Math.max(...asked.map(({ ms }) => ms))).toBeLessThan(8_000)
  expect(await ready).toMatchObject({ status: 503 })
  expect((await ready).ms).toBeLessThan(2_000)

  const shown = await Promise.all(SHOWN().map(path => timed(path)))
  for (const each of shown) expect(each).toMatchObject({ path: each.path, status: 200, stale: '1' })
  expect(Math.max(...shown.map(({ ms }) => ms))).toBeLessThan(2_000)
  const refused = await timed('/api/staff/orders', { token })
  expect(refused).toMatchObject({ status: 503, retryAfter: '1' })
  expect(refused.ms).toBeLessThan(1_000)
  expect(await timed('/readyz')).toMatchObject({ status: 503 })

  await resume()
  expect(await timed('/api/staff/orders', { token })).toMatchObject({ status: 200 })
  for (const path of SHOWN()) expect(await timed(path)).toMatchObject({ path, status: 200, stale: null })
}, 60_000)

// Before: the first list of a shop that nobody had visited for five seconds waited for as long as the database was silent.
test('shows lists within two seconds of the moment when the database stands still', async () => {
  for (const path of SHOWN()) await timed(path)
  await sleep(5_200) // what nobody asked for is read again before it is shown
  pause()
  const shown = await Promise.all(SHOWN().map(path => timed(path)))
  for (const each of shown) expect(each).toMatchObject({ path: each.path, status: 200, stale: '1' })
  expect(Math.max(...shown.map(({ ms }) => ms))).toBeLessThan(2_000)
}, 60_000)

// Before: nothing ended a statement, on whichever of the two ways it went.
test('ends a read of a request after five seconds, and its connection with it', async () => {
  const ids = () => select<{ id: number }>("SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP(30)%'")
  const began = performance.now()
  await expect(withReadLimit(() => select('SELECT SLEEP(30) AS slept'))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - began).toBeLessThan(7_000)
  await expect.poll(ids, { timeout: 3_000 }).toEqual([])
  expect(await select('SELECT 1 AS one')).toEqual([{ one: 1 }])
}, 30_000)

test('leaves nothing of a transaction whose statement took too long', async () => {
  await execute('CREATE TABLE IF NOT EXISTS half_done (id INT PRIMARY KEY)')
  await expect(withReadLimit(() => inTransaction(async () => {
    await execute('INSERT INTO half_done VALUES (1)')
    await select('SELECT SLEEP(30) AS slept')
  }))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect.poll(() => select('SELECT id FROM half_done'), { timeout: 3_000 }).toEqual([])
  await execute('INSERT INTO half_done VALUES (1)') // no lock is left
  await execute('DROP TABLE half_done')
}, 30_000)
