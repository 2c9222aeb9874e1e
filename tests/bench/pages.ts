/**
 * Pages as the server draws them, 16 connections that take brotli: one product asked for again and again, and products
 * of which none is asked for twice; what the drawing of one takes of the processor. Run: npm run bench -- pages
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { getting, hammer } from '#tests/support/server/hammering.ts'
import { BUILDS_DIR } from '#tests/support/server/server.ts'

const PRODUCTS = Number(process.env.PRODUCTS ?? 5_000)
const CONNECTIONS = 16
const SECONDS = Number(process.env.SECONDS ?? 5)
const HEADERS = { Accept: 'text/html', 'Accept-Encoding': 'br' }

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  DEMO: '0',
  BUILDS_DIR,
})
const { createApp } = await import('#api/app.ts')
const { ensureBuild } = await import('#api/builds/build.ts')
const { listingCopy } = await import('#api/catalogue/listing-copy.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
// Each step of building runs the program that was called.
process.argv[1] = resolve('api/main.ts')
await ensureBuild(BUILDS_DIR)
await manyProducts(PRODUCTS, 4)
await listingCopy()
const listener = createServer(createApp().callback()).listen(0, '127.0.0.1')
await once(listener, 'listening')
const { port } = listener.address() as AddressInfo

const product = (id: number) => getting(`/shop/product/${id}/product-${id}`, HEADERS)
const memory = () => `rss ${Math.round(process.memoryUsage().rss / 1e6)} MB`
console.log(`before: ${memory()}`)

const WARM = 100
await measure('until the code is warm', { requests: Array.from({ length: WARM }, (_, n) => product(n + 1)) })
for (const path of ['/', '/shop', '/shop/product/1/product-1'])
  await measure(`${path} kept`, { requests: [getting(path, HEADERS)], seconds: SECONDS })
const further = Array.from({ length: 800 }, (_, n) => product(WARM + n + 1))
await measure('products that all differ', { requests: further })
process.exit()

async function measure(name: string, asked: { requests: string[]; seconds?: number }): Promise<void> {
  const before = process.cpuUsage()
  const began = performance.now()
  const { perSecond, p50, p95 } = await hammer({ port, connections: CONNECTIONS, ...asked })
  const { user, system } = process.cpuUsage(before)
  const count = asked.seconds === undefined ? asked.requests.length : perSecond * asked.seconds
  console.log(
    `${name}: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ` +
      `${((user + system) / 1000 / count).toFixed(2)} ms of the processor each, in ${((performance.now() - began) / 1000).toFixed(1)} s, ` +
      `${memory()}, load ${loadavg()[0]!.toFixed(1)}`,
  )
}
