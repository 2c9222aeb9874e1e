/**
 * The back office's lists, its search and its desk, each asked over HTTP one call after the other, beside bare mysql2
 * that reads the same rows and counts without any names. 50,000 products with 250,000 variations; 100,000 orders of one
 * year, 250,000 lines. At last the list of orders while the same process makes PDFs of 10,000 of them in the
 * background, by turns with the list alone. Goal: lists p95 ≤ 50 ms, desk p95 ≤ 200 ms, beside an export ≤ 2 × of what
 * a list takes alone. Run: npm run bench -- staff (ORDERS=2000 PRODUCTS=1000 to see that it works, ONLY='an order' or
 * ONLY=export for a part)
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from 'mysql2/promise'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { waitWhileBusy } from '#tests/support/server/hammering.ts'

const PRODUCTS = Number(process.env.PRODUCTS ?? 50_000)
const ORDERS = Number(process.env.ORDERS ?? 100_000)
const CALLS = Number(process.env.CALLS ?? 100)
const EXPORTED = 10_000
const EXPORTS = Number(process.env.EXPORTS ?? 5)
const ONLY = process.env.ONLY ?? ''
const DAY_MS = 24 * 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'selvedge-bench-'))

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: 'silent',
  DEMO: '0',
  DATA_DIR: folder,
})
const { createApp } = await import('#api/app.ts')
const { db, execute, select } = await import('#api/db/database.ts')
const { seedReference } = await import('#api/demo/seed.ts')
const { jobKinds } = await import('#api/job-kinds.ts')
const { keepWorking } = await import('#api/jobs/work-jobs.ts')
const { forgetGoods } = await import('#api/reports/goods-sold.ts')
const { aUser } = await import('#tests/support/server/api.ts')
const { manyOrders } = await import('#tests/support/goods/many-orders.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
await seedReference()
await manyProducts(PRODUCTS)
const { token, id: teller_id } = await aUser('SUPER_ADMINISTRATOR')
await manyOrders(ORDERS, PRODUCTS * 5, teller_id)
for (const table of ['orders', 'order_items', 'transactions', 'product_variations', 'products'])
  await execute(`ANALYZE TABLE ${table}`)

const listener = createServer(createApp().callback()).listen(0, '127.0.0.1')
await once(listener, 'listening')
const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
const address = new URL(process.env.DATABASE_URL!)
const pool = createPool({
  user: decodeURIComponent(address.username),
  socketPath: address.searchParams.get('socketPath')!,
  database: address.pathname.slice(1),
  connectionLimit: 4,
})

const today = new Date().toISOString().slice(0, 10)
const since = (days: number) => new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
const [some] = await select<{ number: string }>(
  "SELECT number FROM orders WHERE type_code = 'STORE' ORDER BY id LIMIT 1 OFFSET ?",
  [Math.floor(ORDERS / 3)],
)
const page = (where = '', offset = 0) => [
  `SELECT * FROM orders ${where} ORDER BY id DESC LIMIT 12 OFFSET ${offset}`,
  `SELECT COUNT(*) FROM orders ${where}`,
]
const sums = (days: number) => [
  `SELECT type_code, account_code, COUNT(*), SUM(total) FROM orders WHERE business_date >= '${since(days)}'
    GROUP BY type_code, account_code`,
]

/** What is asked, and the least that the database has to do for it. */
const CASES: { what: string; path: string; bare: string[] }[] = [
  {
    what: 'orders in progress',
    path: '/orders?status_code=PROCESSING',
    bare: page("WHERE status_code = 'PROCESSING'"),
  },
  { what: 'orders completed', path: '/orders?status_code=COMPLETED', bare: page("WHERE status_code = 'COMPLETED'") },
  { what: 'all orders', path: '/orders', bare: page() },
  { what: 'all orders, page 500', path: '/orders?page=500', bare: page('', 499 * 12) },
  {
    what: 'orders of the website in a month',
    path: `/orders?type_code=WEBSITE&start_date=${since(30)}&end_date=${today}`,
    bare: page(`WHERE type_code = 'WEBSITE' AND created_at >= '${since(30)}'`),
  },
  {
    what: 'orders sold in a week',
    path: `/orders?sold_from=${since(7)}&sold_to=${today}`,
    bare: page(`WHERE business_date >= '${since(7)}'`),
  },
  {
    what: 'an order by its number',
    path: `/orders?search=${some!.number}`,
    bare: page(`WHERE number = '${some!.number}'`),
  },
  {
    what: 'an order by the last digits of its number',
    path: `/orders?search=${some!.number.slice(-4)}`,
    bare: page(`WHERE number = '${some!.number}'`),
  },
  { what: 'desk, today', path: '/dashboard?period=today', bare: sums(1) },
  { what: 'desk, 7 days', path: '/dashboard?period=7d', bare: sums(7) },
  { what: 'desk, 30 days', path: '/dashboard?period=30d', bare: sums(30) },
  {
    what: 'entries',
    path: '/transactions',
    bare: [
      'SELECT * FROM transactions ORDER BY created_at DESC, id DESC LIMIT 12',
      'SELECT COUNT(*), SUM(amount) FROM transactions',
    ],
  },
  {
    what: 'entries of a month',
    path: `/transactions?start_date=${since(30)}`,
    bare: [
      `SELECT * FROM transactions WHERE created_at >= '${since(30)}' ORDER BY created_at DESC LIMIT 12`,
      `SELECT COUNT(*), SUM(amount) FROM transactions WHERE created_at >= '${since(30)}'`,
    ],
  },
  {
    what: 'products',
    path: '/products',
    bare: [
      'SELECT * FROM products WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 12',
      'SELECT COUNT(*) FROM products WHERE deleted_at IS NULL',
    ],
  },
  {
    what: 'products by a word',
    path: '/products?search=jacket',
    bare: [
      "SELECT p.* FROM products p JOIN product_words w ON w.product_id = p.id WHERE MATCH (w.words) AGAINST ('+jacket' IN BOOLEAN MODE) LIMIT 12",
    ],
  },
  {
    what: 'palette, a word',
    path: '/search?text=slim%20jeans',
    bare: [
      "SELECT p.* FROM products p JOIN product_words w ON w.product_id = p.id WHERE MATCH (w.words) AGAINST ('+slim +jeans' IN BOOLEAN MODE) LIMIT 5",
    ],
  },
  {
    what: 'palette, a number',
    path: `/search?text=${some!.number}`,
    bare: [`SELECT * FROM orders WHERE number = '${some!.number}'`],
  },
]

for (const { what, path, bare } of CASES.filter(asked => asked.what.includes(ONLY))) {
  const [asked, read] = [await timesOf(() => ask(path)), await timesOf(() => readBare(bare))]
  console.log(
    `${what}: p50 ${at(asked, 0.5)} ms, p95 ${at(asked, 0.95)} ms; bare SQL p50 ${at(read, 0.5)} ms, p95 ${at(read, 0.95)} ms; ratio ${(at(asked, 0.5) / at(read, 0.5)).toFixed(1)}`,
  )
}
if ('desk'.includes(ONLY)) await readGoodsAnew()
if ('export'.includes(ONLY))
  for (const path of ['/orders?status_code=PROCESSING', '/orders']) await listBesideExports(path)
console.log(`load ${loadavg()[0]!.toFixed(1)}`)
listener.close()
listener.closeAllConnections()
await Promise.all([pool.end(), db.close()])
await server.stop()
rmSync(folder, { recursive: true, force: true })

async function readGoodsAnew(): Promise<void> {
  const cold: number[] = []
  for (let n = 0; n < 5; n++) {
    forgetGoods()
    cold.push(await timeOf(() => ask('/dashboard?period=30d')))
  }
  console.log(
    `desk, 30 days, in the first minute after a start, before a round has read goods and stock: p50 ${at(
      cold.sort((a, b) => a - b),
      0.5,
    )} ms, worst ${at(cold, 1)} ms`,
  )
}

/** Begins one export after the other, each once the list was asked for alone for a while. */
async function listBesideExports(path: string): Promise<void> {
  const [alone, beside, took]: [number[], number[], number[]] = [[], [], []]
  const stop = keepWorking(jobKinds)
  for (let round = 0; round < EXPORTS; round++) {
    for (let n = 0; n < CALLS / EXPORTS; n++) alone.push(await timeOf(() => ask(path)))
    const { export: begun } = JSON.parse(
      await ask(`/orders?per_page=1&prepareExport=1&start_date=${since(Math.ceil((EXPORTED / ORDERS) * 365))}`),
    ) as { export: { id: number } }
    const end = noteEnd(begun.id, took)
    while (took.length <= round) beside.push(await timeOf(() => ask(path)))
    await end
  }
  await stop()
  const [[{ done }]] = (await pool.query('SELECT done FROM jobs ORDER BY id DESC LIMIT 1')) as unknown as [
    [{ done: number }],
  ]
  for (const times of [alone, beside, took]) times.sort((a, b) => a - b)
  console.log(
    `${path} beside an export of ${done}: p50 ${at(beside, 0.5)} ms, p95 ${at(beside, 0.95)} ms of ${beside.length}; alone p50 ${at(alone, 0.5)} ms, p95 ${at(alone, 0.95)} ms of ${alone.length}; ` +
      `p95 ratio ${(at(beside, 0.95) / at(alone, 0.95)).toFixed(2)}; the export took ${at(took, 0.5)} ms, worst ${at(took, 1)} ms`,
  )
}

/** Waits until a job is over, and notes how long it was worked on, in ms. */
async function noteEnd(id: number, took: number[]): Promise<void> {
  for (;;) {
    const [[job]] = (await pool.query(
      'SELECT status_code, error, TIMESTAMPDIFF(MICROSECOND, started_at, finished_at) / 1000 AS ms FROM jobs WHERE id = ?',
      [id],
    )) as unknown as [[{ status_code: string; error: string | null; ms: string }]]
    if (job.status_code === 'FAILED') throw new Error(`The export failed: ${job.error}`)
    if (job.status_code === 'DONE') return void took.push(Number(job.ms))
    await sleep(50)
  }
}

async function ask(path: string): Promise<string> {
  const reply = await fetch(`${base}/api/staff${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  if (reply.status === 503) {
    await waitWhileBusy()
    return ask(path)
  }
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`)
  return text
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await call()
  return performance.now() - begun
}

async function readBare(statements: readonly string[]): Promise<void> {
  for (const sql of statements) await pool.query(sql)
}

/** How long each call took, in ms, the quickest first; the first calls warm up. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = -5; n < CALLS; n++) {
    const ms = await timeOf(call)
    if (n >= 0) times.push(ms)
  }
  return times.sort((a, b) => a - b)
}

function at(times: readonly number[], share: number): number {
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]! * 10) / 10
}
