import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownDatabase } from '#tests/support/database/own-database.ts'
import { patience } from '#tests/support/patience.ts'
import { promised } from '#tests/support/promised.ts'
import { standStill, until } from '#tests/support/runs/processes.ts'

const server = await ownDatabase()
const { execute, inTransaction, selectOne } = await import('#api/db/database.ts')
const { refreshListings } = await import('#api/catalogue/refresh-listings.ts')
const { apiAt, aUser, startApi } = await import('#tests/support/server/api.ts')
const { anApi } = await import('#tests/support/till/campaign-server.ts')
const { aSale } = await import('#tests/support/server/factories.ts')
const { somebodyWaits } = await import('#tests/support/database/lock-waits.ts')
const { aVariation, checkBooks, count, openShop } = await import('#tests/support/server/shop.ts')
const { inWords } = await import('#tests/support/till/signed-shop.ts')
const { SigningTill } = await import('#tests/support/till/signing-till.ts')
type Api = ReturnType<typeof apiAt>
type Till = InstanceType<typeof SigningTill>
type Signed = ReturnType<Till['sell']>

const outside = AsyncLocalStorage.snapshot()
/** This process and another one, on one database. */
let shops: Api[]
let owner: Awaited<ReturnType<typeof aUser>>
let manager: typeof owner
let jeans: number
let till: Till

beforeAll(async () => {
  const other = await anApi()
  shops = [await startApi(), apiAt(`http://127.0.0.1:${other.port}`, other.stop)]
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('ADMINISTRATOR')
  manager = await aUser('MANAGER')
  jeans = await aVariation(10_000)
  till = new SigningTill(shops[0]!)
  await till.enrol(owner.token)
  await till.signIn(owner.token)
})
afterEach(checkBooks)
afterAll(() => Promise.all(shops.map(shop => shop.stop())))

const sellOn = (from: Till, teller_id = owner.id): Signed =>
  from.sell(
    aSale({ till_code: from.till.code, teller_id, lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] }),
  )
const sell = (teller_id = owner.id) => sellOn(till, teller_id)
/** Brings mutations to one of the two. */
const bring = (n: number, mutations: readonly object[], from = till) =>
  new SigningTill(shops[n % 2]!, from.device_id, from.key).carry(mutations)
const words = async (n: number, mutations: readonly object[], from = till) =>
  inWords((await bring(n, mutations, from)).said.verdicts)
const ask = (n: number, path: string) => shops[n % 2]!.send('GET', path, { token: owner.token })
const change = (n: number, path: string, body: object) =>
  shops[n % 2]!.send('PATCH', path, { token: owner.token, body })
const changeTill = (n: number, body: object) => change(n, `/api/staff/tills/${till.till.id}`, body)

/** Its key waits for approval. */
async function setUpByManager() {
  till = new SigningTill(shops[0]!)
  await till.enrol(manager.token)
  await till.signIn(owner.token)
}

test('books each sale once when the same signed pushes come to both processes at once', async () => {
  for (let round = 0; round < 4; round++) {
    const sales = Array.from({ length: 20 }, () => sell())
    const pushes = [sales, sales, sales.slice(5), sales.slice(0, 15), sales, sales]
    const replies = await Promise.all(pushes.map((sales, n) => bring(n, sales)))
    expect(replies.map(({ status }) => status)).toEqual(pushes.map(() => 200))
    const verdicts = new Map<string, Set<string>>()
    for (const verdict of replies.flatMap(({ said }) => said.verdicts))
      verdicts.set(verdict.id, (verdicts.get(verdict.id) ?? new Set()).add(JSON.stringify(verdict)))
    expect([...verdicts.values()].every(said => said.size === 1)).toBe(true)
    expect(replies.flatMap(({ said }) => said.verdicts.flatMap(({ exceptions }) => exceptions))).toEqual([])
    expect(replies.some(({ said }) => said.rekey)).toBe(false)
  }
  expect([await count('orders'), await count('till_links')]).toEqual([80, 80])
})

test('goes on from the head of the chain that the other process has moved', async () => {
  for (let n = 0; n < 8; n++) expect(await words(n, [sell()])).toEqual(['accepted'])
  const { body } = await ask(1, `/api/staff/tills/${till.till.id}`)
  expect(body.till).toMatchObject({ last_seq: 8, missing_seqs: [], keys: [{ chain: { seq: 8, hash: till.prev } }] })
  const missing = sell()
  const last = sell()
  expect((await bring(0, [last])).said).toMatchObject({ resend_from: 9 })
  expect((await bring(1, [missing])).said).not.toHaveProperty('resend_from')
  expect((await bring(0, [])).said).toMatchObject({ resend_from: 11 })
})

test('finds two profiles with one key when each pushes to another process at the same time', async () => {
  await bring(0, [sell()])
  const { seq, prev, grant } = till
  const copy = Object.assign(new SigningTill(shops[1]!, till.device_id, till.key), {
    till: till.till,
    seq,
    prev,
    grant,
  })
  const replies = await Promise.all([bring(0, [sell()]), bring(1, [sellOn(copy)])])
  expect(replies.filter(({ said }) => said.rekey)).toHaveLength(1)
  expect(
    replies.flatMap(({ said }) => inWords(said.verdicts)).filter(word => word.includes('CHAIN_BROKEN')),
  ).toHaveLength(1)
  for (const n of [0, 1]) expect((await bring(n, [])).said).toMatchObject({ rekey: true })
})

test('knows at once in one process that the other has revoked or approved a till', async () => {
  await setUpByManager()
  for (const n of [0, 1]) expect(await words(n, [sell()])).toEqual(['accepted NEW_TILL'])
  expect((await changeTill(1, { approved_key_id: till.key.key_id })).status).toBe(200)
  for (const n of [0, 1]) expect(await words(n, [sell()])).toEqual(['accepted'])
  expect((await changeTill(1, { status_code: 'REVOKED' })).status).toBe(200)
  for (const n of [0, 1]) {
    expect(await words(n, [sell()])).toEqual(['accepted UNKNOWN_TILL'])
    expect((await new SigningTill(shops[n]!, till.device_id, till.key).pull()).status).toBe(403)
  }
})

// Before: what was read when the request began counted.
test('judges a push that waits to be booked by what the other process has changed since', async () => {
  await setUpByManager()
  const sales = [sell()]
  const { waiting } = await inTransaction(async () => {
    await execute("UPDATE tills SET status_code = 'REVOKED' WHERE id = ?", [till.till.id])
    const waiting = outside(() => bring(1, sales))
    await somebodyWaits()
    await execute('UPDATE till_keys SET approved = TRUE')
    await execute('UPDATE till_grants SET ended_at = issued_at - INTERVAL 1 HOUR')
    return { waiting }
  })
  expect(inWords((await waiting).said.verdicts)).toEqual(['accepted UNKNOWN_TILL UNPROVED'])
})

test('believes the key and the grant that the other process gave, and ends them when it does', async () => {
  const other = new SigningTill(shops[1]!)
  await other.enrol(owner.token)
  expect((await other.signIn(manager.token)).status).toBe(201)
  expect(await words(0, [sellOn(other, manager.id)], other)).toEqual(['accepted'])
  const renewing = Object.assign(new SigningTill(shops[0]!, other.device_id, other.key), {
    till: other.till,
    token: other.token,
  })
  expect((await renewing.renew()).status).toBe(201)
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 1 HOUR')
  const ended = await change(1, `/api/staff/users/${manager.id}`, { status_code: 'INACTIVE' })
  expect(ended.status).toBe(200)
  await execute('UPDATE till_grants SET ended_at = ended_at - INTERVAL 30 MINUTE WHERE ended_at IS NOT NULL')
  for (const n of [0, 1])
    expect(await words(n, [sellOn(other, manager.id)], other)).toEqual(['accepted TELLER_INACTIVE UNPROVED'])
  expect((await renewing.renew()).status).toBe(401)
})

const ready = async (n: number) => (await shops[n]!.send('GET', '/readyz')).status
const timed = async (n: number, path: string) => {
  const began = performance.now()
  const { status, headers } = await ask(n, path)
  return { status, stale: headers.get('x-stale'), again: headers.get('retry-after'), ms: performance.now() - began }
}

// Before: sixteen requests hung for more than a minute in each.
test(
  'refuses in both processes when the database stands still, and books once what was sent in that time',
  { timeout: patience(180_000) },
  async () => {
    const { product_id } = (await selectOne<{ product_id: number }>(
      'SELECT product_id FROM product_variations WHERE id = ?',
      [jeans],
    ))!
    await refreshListings([product_id])
    const shown = ['/api/products', `/api/products/${product_id}`]
    for (const n of [0, 1]) for (const path of shown) await shops[n]!.send('GET', path)
    const sales = Array.from({ length: 10 }, () => sell())
    await standStill(server.pid())
    try {
      const [probes, pushes] = [[0, 1].map(n => timed(n, '/readyz')), [0, 1].map(n => bring(n, sales))]
      for (const probe of await Promise.all(probes)) {
        expect(probe.status).toBe(503)
        expect(probe.ms).toBeLessThan(promised(2))
      }
      for (const { status } of await Promise.all(pushes)) expect(status).toBe(503)
      for (const n of [0, 1]) {
        expect(await timed(n, '/api/staff/orders')).toMatchObject({ status: 503, again: '1' })
        for (const path of shown) {
          const { status, headers } = await shops[n]!.send('GET', path)
          expect([path, status, headers.get('x-stale')]).toEqual([path, 200, '1'])
        }
      }
    } finally {
      process.kill(server.pid(), 'SIGCONT')
    }
    await until(async () => (await ready(0)) === 200 && (await ready(1)) === 200, 'both are ready again', 45_000)
    for (const n of [0, 1]) {
      expect((await ask(n, '/api/staff/orders')).status).toBe(200)
      expect(await words(n, sales)).toEqual(sales.map(() => 'accepted'))
    }
    expect(await count('orders')).toBe(10)
  },
)
