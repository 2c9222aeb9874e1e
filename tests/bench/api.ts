/**
 * The shop's busiest answers through the whole application, beside bare mysql2 sending the same statements without
 * HTTP: 20,000 products of 8 variations, 16 connections. Where the shop answers from its copy in memory and sends none,
 * the bare side asks the database for the same rows. Orders are guests' with three lines each and an Idempotency-Key,
 * at a provider that answers at once. Run: npm run bench:api
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { getting, hammer, posting, type Answered } from '#tests/support/server/hammering.ts'

const PRODUCTS = Number(process.env.PRODUCTS ?? 20_000)
const VARIATIONS = 8
const CONNECTIONS = 16
const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const ORDERS = Number(process.env.ORDERS ?? 600)
const LINES = 3

const provider = spawn(process.execPath, ['--import', 'tsx', 'tests/support/hostile/instant-provider.ts'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [providerPort] = (await once(provider.stdout, 'data')) as [Buffer]
const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  DEMO: '0',
  TRUST_PROXY: '1',
  PAYSTACK_PUBLIC_KEY: 'pk_test_bench',
  PAYSTACK_SECRET_KEY: 'sk_test_bench',
  PAYSTACK_API_URL: `http://127.0.0.1:${providerPort}`,
})
const { createApp } = await import('#api/app.ts')
const { accessToken, newSessionId } = await import('#api/auth/tokens.ts')
const { productStatement } = await import('#api/catalogue/find-product.ts')
const { searchExpression } = await import('#api/words/search-words.ts')
const { db, execute, insertRows, select, sqlTime } = await import('#api/db/database.ts')
const { seedReference } = await import('#api/demo/seed.ts')
const { addressOf, orderBare, phoneOf } = await import('#tests/support/server/bare-order.ts')
const { aSubmission } = await import('#tests/support/server/submission.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
await seedReference()
for (const table of ['sizes', 'colours', 'categories']) await execute(`DELETE FROM ${table}`)
await manyProducts(PRODUCTS, VARIATIONS)
await execute(
  'ALTER TABLE product_listings ADD KEY (created_at, product_id), ADD KEY (views, product_id), ADD KEY (price, product_id), ADD KEY (name, product_id)',
)
await execute('UPDATE product_variations SET on_hand = 1000000')

const address = new URL(process.env.DATABASE_URL!)
const pool = createPool({
  user: decodeURIComponent(address.username),
  socketPath: address.searchParams.get('socketPath')!,
  database: address.pathname.slice(1),
  connectionLimit: CONNECTIONS,
  decimalNumbers: true,
})
pool.on('connection', connection => connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'))
/** Where the text has no places for values it is not looked through for them, as in the shop. */
const fetchRows = async (sql: string, values: unknown[] | null = null) =>
  (await pool.query<RowDataPacket[]>(sql, values))[0]
const listener = createServer(createApp().callback()).listen(0, '127.0.0.1')
await once(listener, 'listening')
const { port } = listener.address() as AddressInfo

const guest = (await manyGuests(1))[0]!
const KINDS = ['jeans', 'trousers', 'denim', 'skirt', 'shorts']
const SIZES = ['UK6', 'UK8', 'UK10', 'UK12', 'UK14', 'UK16', 'UK18']
const COLUMNS = ['created_at', 'views', 'price', 'name']
const pages = COLUMNS.flatMap(column => Array.from({ length: 20 }, (_, i) => ({ column, page: i + 1 })))
const filters = SIZES.flatMap(size => Array.from({ length: 100 }, (_, i) => ({ size, max_price: 80 + i * 4 })))
const texts = KINDS.flatMap(kind => Array.from({ length: 200 }, (_, i) => `${kind} ${i + 1}`))
const ids = Array.from({ length: 2000 }, (_, i) => 1 + ((i * 7919) % PRODUCTS))

interface Reading {
  name: string
  paths: string[]
  bare: (turn: number) => Promise<unknown>
  token?: string
}
const READINGS: Reading[] = [
  { name: 'listing', paths: pages.map(listingPath), bare: fetchPage },
  {
    name: "listing, a guest's",
    paths: pages.map(listingPath),
    token: guest.token,
    bare: async turn => {
      await fetchGuest()
      await fetchPage(turn)
    },
  },
  {
    name: 'filtered listing with facets',
    paths: filters.map(({ size, max_price }) => `/api/products?per_page=12&sizes[]=${size}&max_price=${max_price}`),
    bare: fetchFiltered,
  },
  {
    name: 'search',
    paths: texts.map(text => `/api/products?per_page=12&search_text=${encodeURIComponent(text)}`),
    bare: turn =>
      fetchRows('SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (? IN BOOLEAN MODE)', [
        searchExpression(texts[turn % texts.length]!),
      ]),
  },
  { name: 'product page', paths: ids.map(id => `/api/products/${id}`), bare: fetchProduct },
  {
    name: "product page, a guest's",
    paths: ids.map(id => `/api/products/${id}`),
    token: guest.token,
    bare: async turn => {
      await fetchGuest()
      await fetchProduct(turn)
    },
  },
]

for (const { name, paths, token, bare } of READINGS) {
  const requests = paths.map(path => getting(path, token ? { Authorization: `Bearer ${token}` } : {}))
  await compare(
    name,
    () => hammer({ port, connections: CONNECTIONS, seconds: SECONDS, requests }),
    () => bareFor(bare),
  )
}
let ordered = 0
for (const name of ['the same variations', 'different variations']) {
  const goodsOf = (nth: number) =>
    name.startsWith('the same')
      ? [1, 2, 3]
      : Array.from({ length: LINES }, (_, i) => 4 + (((nth * LINES + i) * 8) % (PRODUCTS * VARIATIONS - 4)))
  await compare(
    `POST /api/orders, ${name}`,
    async () => order(goodsOf),
    async () => orderAllBare(goodsOf),
  )
}
await countStatements()

provider.kill()
listener.close()
listener.closeAllConnections()
await Promise.all([pool.end(), db.close()])
await server.stop()

async function compare(name: string, shop: () => Promise<Answered>, bare: () => Promise<number>) {
  await shop()
  const rounds: { shop: Answered; bare: number }[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push({ shop: await shop(), bare: await bare() })
  const middle = (figure: (round: (typeof rounds)[0]) => number) =>
    rounds.map(figure).sort((a, b) => a - b)[ROUNDS >> 1]!
  console.log(
    `${name}: ${Math.round(middle(round => round.shop.perSecond))}/s, p50 ${middle(round => round.shop.p50).toFixed(1)} ms, p95 ${middle(round => round.shop.p95).toFixed(1)} ms; ` +
      `bare mysql2 ${Math.round(middle(round => round.bare))}/s; ratio ${middle(round => round.shop.perSecond / round.bare).toFixed(2)} (medians of ${ROUNDS} pairs, load ${loadavg()[0]!.toFixed(1)})`,
  )
}

async function bareFor(ask: (turn: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let turn = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) await ask(turn++)
    }),
  )
  return turn / SECONDS
}

function listingPath({ column, page }: { column: string; page: number }): string {
  return `/api/products?page=${page}&per_page=12&order_column=products.${column === 'price' ? 'retail_price' : column}`
}

function fetchPage(turn: number) {
  const { column, page } = pages[turn % pages.length]!
  return fetchRows(
    `SELECT product_id, views, choices, summary FROM product_listings ORDER BY ${column} DESC, product_id DESC
      LIMIT 12 OFFSET ?`,
    [(page - 1) * 12],
  )
}

/** What each request of a guest asks: whether the session lives, and what is marked. */
async function fetchGuest() {
  await fetchRows(
    `SELECT s.id, s.user_id, u.name, u.email, u.phone, u.role_code, u.status_code FROM sessions s
      LEFT JOIN users u ON u.id = s.user_id
    WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > NOW(3)`,
    [guest.session_id],
  )
  await fetchRows('SELECT product_id FROM wishlist_items WHERE session_id = ?', [guest.session_id])
}

function fetchProduct(turn: number) {
  return fetchRows(productStatement(ids[turn % ids.length]!))
}

/** The page and its facets as a shop without a copy would ask for them. */
async function fetchFiltered(turn: number) {
  const { size, max_price } = filters[turn % filters.length]!
  const fits = 'l.price <= :max AND l.product_id IN (SELECT product_id FROM product_variations WHERE size_code = :size)'
  const ask = (sql: string) => fetchRows(sql.replaceAll(':max', String(max_price)).replaceAll(':size', `'${size}'`))
  await ask(
    `SELECT l.product_id, l.views, l.choices, l.summary FROM product_listings l WHERE ${fits}
      ORDER BY l.created_at DESC, l.product_id DESC LIMIT 12`,
  )
  await ask(`SELECT l.category_id, COUNT(*) FROM product_listings l WHERE ${fits} GROUP BY l.category_id`)
  await ask(
    'SELECT v.size_code, COUNT(DISTINCT v.product_id) FROM product_listings l JOIN product_variations v ON v.product_id = l.product_id WHERE l.price <= :max GROUP BY v.size_code',
  )
  await ask(
    `SELECT v.colour_code, COUNT(DISTINCT v.product_id) FROM product_listings l
      JOIN product_variations v ON v.product_id = l.product_id WHERE ${fits} GROUP BY v.colour_code`,
  )
}

/** Guests with a session each, as the shop opens one, without asking it. */
async function manyGuests(n: number) {
  const guests = Array.from({ length: n }, newSessionId)
  await insertRows(
    'sessions',
    guests.map(id => ({ id, refresh_hash: '0'.repeat(64), expires_at: sqlTime(Date.now() + 86_400_000) })),
  )
  return guests.map(session_id => ({ session_id, token: accessToken(session_id) }))
}

/** Guests with full carts, and the number that the first of them has among all. */
async function fillCarts(goodsOf: (nth: number) => number[], n = ORDERS) {
  const guests = (await manyGuests(n)).map(each => ({ ...each, nth: ordered++ }))
  await insertRows(
    'cart_items',
    guests.flatMap(({ session_id, nth }) =>
      goodsOf(nth).map(product_variation_id => ({ session_id, product_variation_id, quantity: 1, price: 100 })),
    ),
  )
  return guests
}

async function order(goodsOf: (nth: number) => number[], n?: number): Promise<Answered> {
  const guests = await fillCarts(goodsOf, n)
  const requests = guests.map(({ token, nth }) =>
    posting('/api/orders', aSubmission({ phone: phoneOf(nth) }), {
      Authorization: `Bearer ${token}`,
      'X-Forwarded-For': addressOf(nth),
      'Idempotency-Key': `bench-${nth}`,
    }),
  )
  return hammer({ port, connections: CONNECTIONS, requests })
}

async function orderAllBare(goodsOf: (nth: number) => number[], n?: number): Promise<number> {
  const guests = await fillCarts(goodsOf, n)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let each; (each = guests.pop());) await orderBare(pool, each)
    }),
  )
  return ((n ?? ORDERS) / (performance.now() - began)) * 1000
}

/** Both sides must send as many statements, or the comparison is no longer one. @throws where they do not */
async function countStatements() {
  const asked = async () => Number((await select<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Questions'"))[0]!.Value)
  const goodsOf = () => [10, 20, 30]
  const during = async (work: () => Promise<unknown>) => {
    const before = await asked()
    await work()
    return (await asked()) - before - 1
  }
  const counts = {
    shop: (await during(() => order(goodsOf, 1))) - 2,
    bare: (await during(() => orderAllBare(goodsOf, 1))) - 2,
  }
  console.log(`POST /api/orders sends ${counts.shop} statements, the bare side ${counts.bare}`)
  if (counts.shop !== counts.bare) throw new Error('The bare side sends other statements than the shop.')
}
