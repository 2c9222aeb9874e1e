/**
 * Pages of the shop a second through the whole application, beside bare mysql2 fetching the same rows without HTTP, and
 * beside a bare node:http server that does that and writes them out. 20,000 products, 12 a page, the first 20 pages in
 * four orders. The shop answers from its copy in memory; `checked each time` makes it ask the database before every
 * answer whether that is still right, as it otherwise does every two seconds; requests that come together share the
 * question. Run: npm run bench -- listing
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { getting, hammer } from '#tests/support/server/hammering.ts'

const PRODUCTS = 20_000
const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = Number(process.env.ROUNDS ?? 3)

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  DEMO: '0',
})
const { createApp } = await import('#api/app.ts')
const { listingsChanged } = await import('#api/catalogue/listing-copy.ts')
const { db, execute } = await import('#api/db/database.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
await manyProducts(PRODUCTS)
await execute(
  'ALTER TABLE product_listings ADD KEY (created_at, product_id), ADD KEY (views, product_id), ADD KEY (price, product_id), ADD KEY (name, product_id)',
)

const address = new URL(process.env.DATABASE_URL!)
const pool = createPool({
  user: decodeURIComponent(address.username),
  socketPath: address.searchParams.get('socketPath')!,
  database: address.pathname.slice(1),
  connectionLimit: 16,
  decimalNumbers: true,
})
const ORDERS = ['created_at', 'views', 'price', 'name']
const NAMES: Record<string, string> = {
  created_at: 'products.created_at',
  views: 'products.views',
  price: 'products.retail_price',
  name: 'products.name',
}
const wanted = ORDERS.flatMap(order => Array.from({ length: 20 }, (_, i) => ({ order, page: i + 1 })))
const paths = wanted.map(({ order, page }) => `/api/products?page=${page}&per_page=12&order_column=${NAMES[order]!}`)

const answer = createApp().callback()
const shop = await listen(answer)
const checking = await listen((request, response) => {
  listingsChanged()
  void answer(request, response)
})
const bareServer = await listen(async (request, response) => {
  const { searchParams } = new URL(request.url!, 'http://shop')
  const rows = await fetchPage(
    ORDERS.find(order => NAMES[order] === searchParams.get('order_column'))!,
    Number(searchParams.get('page')),
  )
  const text = JSON.stringify(rows)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
})

for (const connections of [16, 64]) {
  const rounds: Record<'shop' | 'checked' | 'br' | 'http' | 'rows', number>[] = []
  for (let i = 0; i < ROUNDS; i++)
    rounds.push({
      shop: await ask(shop.port, connections),
      checked: await ask(checking.port, connections),
      br: await ask(shop.port, connections, { 'Accept-Encoding': 'br' }),
      http: await ask(bareServer.port, connections),
      rows: await fetchRows(connections),
    })
  const middle = (key: keyof (typeof rounds)[0]) =>
    rounds.map(round => round[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  const beside = (key: keyof (typeof rounds)[0]) =>
    `${middle(key)}/s (ratio ${(middle('shop') / middle(key)).toFixed(2)})`
  console.log(
    `listing, ${connections} connections: ${middle('shop')} pages/s; bare mysql2 ${beside('rows')}; bare node:http with mysql2 ${beside('http')}; compressed ${middle('br')}/s; checked each time ${middle('checked')}/s (${(middle('checked') / middle('rows')).toFixed(2)} of bare mysql2) (medians of ${ROUNDS})`,
  )
}
for (const { stop } of [shop, checking, bareServer]) stop()
await Promise.all([pool.end(), db.close()])
await server.stop()

async function listen(answer: RequestListener) {
  const listener = createServer(answer).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    stop: () => {
      listener.close()
      listener.closeAllConnections()
    },
  }
}

async function ask(port: number, connections: number, headers: Record<string, string> = {}): Promise<number> {
  return Math.round(
    (await hammer({ port, connections, seconds: SECONDS, requests: paths.map(path => getting(path, headers)) }))
      .perSecond,
  )
}

async function fetchPage(order: string, page: number) {
  const [rows] = await pool.query<RowDataPacket[]>(
    `SELECT product_id, views, choices, summary FROM product_listings ORDER BY ${order} DESC, product_id DESC
      LIMIT 12 OFFSET ?`,
    [(page - 1) * 12],
  )
  return rows
}

async function fetchRows(connections: number): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let fetched = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      for (let turn = i; performance.now() < until; turn++) {
        const { order, page } = wanted[turn % wanted.length]!
        await fetchPage(order, page)
        fetched += 1
      }
    }),
  )
  return Math.round(fetched / SECONDS)
}
