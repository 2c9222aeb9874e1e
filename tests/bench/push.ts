/**
 * Pushes a second, beside the same rows written by bare mysql2 in one transaction per 50: orders, items, movements,
 * entries, verdicts, for signed sales their links, and the same stock and balance rows updated. Three-line sales over
 * 2,000 variations. Run: npm run bench -- push
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createPool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { waitWhileBusy } from '#tests/support/server/hammering.ts'

const SALES = 4000
const BATCH = 50
const ROUNDS = 5

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: 'silent',
  DEMO: '0',
})
const { createApp } = await import('#api/app.ts')
const { db, execute, insertRows, select } = await import('#api/db/database.ts')
const { seedReference } = await import('#api/demo/seed.ts')
const { brokenRules, count, openShop } = await import('#tests/support/server/shop.ts')
const { startApi, tokenOf } = await import('#tests/support/server/api.ts')
const { SigningTill } = await import('#tests/support/till/signing-till.ts')
const api = await startApi()
await seedReference()

const listener = createServer(createApp().callback()).listen(0)
listener.keepAliveTimeout = 120_000 // tills sign between two rounds
await once(listener, 'listening')
const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/sync/push`
const address = new URL(process.env.DATABASE_URL!)
const pool = createPool({
  user: decodeURIComponent(address.username),
  socketPath: address.searchParams.get('socketPath')!,
  database: address.pathname.slice(1),
  connectionLimit: 4,
})
const agent = new Agent({ keepAlive: true })
let token = ''

type Batch = ReturnType<typeof aPush>
type Send = (batch: Batch) => Promise<unknown>
const signed = new Map<Batch, { body: string; authorization: string }>()
/** The rows of a batch in its key's chain: key, hash, twin, prev, seq, mutation. */
const linked = new Map<Batch, unknown[][]>()
const BARE = new Set<Send>([writeBare, writeBareSigned])

await rate(4, push) // warms up
for (const [connections, kind, send, bare] of [
  [1, 'push', push, writeBare],
  [4, 'push', push, writeBare],
  [1, 'signed push', pushSigned, writeBareSigned],
  [4, 'signed push', pushSigned, writeBareSigned],
] as const) {
  const rounds: { pushed: number; bare: number }[] = []
  for (let i = 0; i < ROUNDS; i++)
    rounds.push({ pushed: await rate(connections, send), bare: await rate(connections, bare) })
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  console.log(
    `${kind}, ${connections} connections: ${middle(rounds.map(({ pushed }) => pushed))} sales/s, bare ${middle(rounds.map(({ bare }) => bare))} sales/s, ` +
      `ratio ${middle(rounds.map(({ pushed, bare }) => pushed / bare)).toFixed(2)} (medians of ${ROUNDS} pairs)`,
  )
}
agent.destroy()
listener.close()
listener.closeAllConnections()
api.stop()
await Promise.all([pool.end(), db.close()])
await server.stop()

/** Sales a second, in batches, from so many clients at once. */
async function rate(connections: number, send: Send): Promise<number> {
  await openShop()
  token = await tokenOf(7)
  await execute(
    "INSERT INTO products (id, slug, name, description, features, category_id, retail_price) VALUES (1, 'jeans', 'Jeans', '', '[]', 1, 10)",
  )
  await insertRows(
    'sizes',
    Array.from({ length: 2000 }, (_, i) => ({ code: `S${i}`, name: 'Size' })),
  )
  await insertRows(
    'product_variations',
    Array.from({ length: 2000 }, (_, i) => ({
      id: i + 1,
      product_id: 1,
      sku: `S${i}`,
      size_code: `S${i}`,
      on_hand: 100_000,
    })),
  )
  await insertRows(
    'stock_movements',
    Array.from({ length: 2000 }, (_, i) => ({ product_variation_id: i + 1, reason: 'RECEIPT', quantity: 100_000 })),
  )
  const line = () => ({ product_variation_id: 1 + Math.floor(Math.random() * 2000), quantity: 1, price: 10 })
  const batches = Array.from({ length: SALES / BATCH }, () =>
    aPush(...Array.from({ length: BATCH }, () => aSale({ lines: [line(), line(), line()] }))),
  )
  if (send === push) numberAsTills(batches)
  const queues = Array.from({ length: connections }, (_, i) => batches.filter((_batch, at) => at % connections === i))
  if (send === pushSigned) for (const queue of queues) await signAll(queue)
  if (send === writeBareSigned) for (const queue of queues) await linkAll(queue)
  const start = performance.now()
  await Promise.all(
    queues.map(async queue => {
      for (const batch of queue) await send(batch)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const broken = await brokenRules()
  if ((await count('orders')) !== SALES || broken.some(rule => !BARE.has(send) || rule.includes('twice')))
    throw new Error(`The books are wrong: ${broken.join(', ')}`)
  return Math.round(SALES / seconds)
}

/** Numbers the sales of each round from 1: a till that jumps ahead would get an exception a sale. */
function numberAsTills(batches: readonly Batch[]) {
  batches.flatMap(({ mutations }) => mutations).forEach((mutation, i) => Object.assign(mutation, { seq: i + 1 }))
}

/** Signs and chains all batches of one till beforehand: that is the till's work. */
async function signAll(batches: readonly Batch[]) {
  const till = new SigningTill(api)
  await till.enrol(token)
  await execute('UPDATE till_keys SET approved = TRUE')
  await till.signIn(token)
  for (const batch of batches) {
    const mutations = batch.mutations.map(({ payload }) =>
      till.sell({ ...payload, till_code: till.till.code, number: payload.number.replace('T1', till.till.code) }),
    )
    const body = JSON.stringify({ protocol: 2, device_id: till.device_id, key_id: till.key.key_id, mutations })
    signed.set(batch, { body, authorization: till.authorization(body) })
  }
}

/** Gives the batches of one till rows of links as long as real ones, and enrols the till. */
async function linkAll(batches: readonly Batch[]) {
  const till = new SigningTill(api)
  await till.enrol(token)
  const [key] = await select<{ id: number }>('SELECT id FROM till_keys ORDER BY id DESC LIMIT 1')
  const aHash = () => randomBytes(32).toString('base64url')
  let prev = ''
  let seq = 0
  for (const batch of batches) {
    const rows = batch.mutations.map(({ id }) => {
      const row = [key!.id, aHash(), aHash(), prev, ++seq, id]
      prev = row[1] as string
      return row
    })
    linked.set(batch, rows)
  }
}

async function push(batch: Batch) {
  await sendBatch(JSON.stringify(batch), `Bearer ${token}`)
}

async function pushSigned(batch: Batch) {
  const { body, authorization } = signed.get(batch)!
  await sendBatch(body, authorization)
}

/**
 * As a browser asks, but without the cost of fetch, which would be a till's and not the shop's. After a 503 it
 * asks once more, as a till does.
 */
async function sendBatch(body: string, authorization: string): Promise<void> {
  const asking = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br', authorization },
  })
  asking.end(body)
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const said = await text(reply)
  if (reply.statusCode === 503) {
    await waitWhileBusy()
    return sendBatch(body, authorization)
  }
  if (reply.statusCode !== 200 || said.split('"accepted"').length !== BATCH + 1)
    throw new Error(`answered ${reply.statusCode}`)
}

/** The same rows and nothing else: no checks, no fingerprints, no HTTP. */
async function writeBare(batch: Batch) {
  const connection = await pool.getConnection()
  await connection.beginTransaction()
  await writeSales(connection, batch)
  await connection.commit()
  connection.release()
}

async function writeBareSigned(batch: Batch) {
  const connection = await pool.getConnection()
  await connection.beginTransaction()
  await connection.query('INSERT INTO till_links (till_key_id, hash, twin, prev, seq, mutation_id) VALUES ?', [
    linked.get(batch)!,
  ])
  await writeSales(connection, batch)
  await connection.commit()
  connection.release()
}

async function writeSales(connection: PoolConnection, { mutations, device_id }: Batch) {
  const sales = mutations.map(({ payload }) => payload)
  const ids = sales.flatMap(sale => sale.lines.map(line => line.product_variation_id))
  await connection.query(
    'SELECT id FROM product_variations FORCE INDEX (PRIMARY) WHERE id IN (?) ORDER BY id FOR UPDATE',
    [ids],
  )
  const [{ insertId }] = await connection.query<ResultSetHeader>(
    'INSERT INTO orders (sale_id, type_code, status_code, number, till_code, teller_id, account_code, subtotal, discount, total, occurred_at, received_at, business_date) VALUES ?',
    [
      sales.map(sale => [
        sale.id,
        'STORE',
        'COMPLETED',
        sale.number,
        'T1',
        7,
        'CASH',
        sale.total,
        0,
        sale.total,
        new Date(sale.occurred_at),
        new Date(),
        new Date(),
      ]),
    ],
  )
  const lines = sales.flatMap((sale, i) => sale.lines.map(line => ({ order_id: insertId + i, ...line })))
  await connection.query('INSERT INTO order_items (order_id, product_variation_id, quantity, price) VALUES ?', [
    lines.map(line => [line.order_id, line.product_variation_id, line.quantity, line.price]),
  ])
  await connection.query(
    'INSERT INTO stock_movements (product_variation_id, order_id, reason, quantity, user_id) VALUES ?',
    [lines.map(line => [line.product_variation_id, line.order_id, 'SALE', -line.quantity, 7])],
  )
  await takeStock(connection, ids)
  await connection.query(
    'INSERT INTO transactions (account_code, type_code, order_id, user_id, amount, description) VALUES ?',
    [sales.map((sale, i) => ['CASH', 'SALE', insertId + i, 7, sale.total, `Sale ${sale.number}`])],
  )
  await connection.query(
    'INSERT INTO sync_verdicts (mutation_id, device_id, seq, content, content_version, verdict) VALUES ?',
    [
      mutations.map(({ id, seq }, i) => [
        id,
        device_id,
        seq,
        'f'.repeat(64),
        1,
        JSON.stringify({ id, status: 'accepted', order_id: insertId + i, number: sales[i]!.number, exceptions: [] }),
      ]),
    ],
  )
  await connection.query("UPDATE accounts SET balance = balance + ? WHERE code = 'CASH'", [
    sales.reduce((sum, { total }) => sum + total, 0),
  ])
}

async function takeStock(connection: PoolConnection, ids: number[]) {
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  const cases = [...times].map(([id, n]) => `WHEN ${id} THEN ${n}`).join(' ')
  await connection.query(
    `UPDATE product_variations FORCE INDEX (PRIMARY) SET on_hand = on_hand - CASE id ${cases} END WHERE id IN (?)`,
    [[...times.keys()]],
  )
}
