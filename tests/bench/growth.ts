/**
 * How the shop's lists, facets and searches grow with the catalogue: the same questions at 20,000 and at 200,000
 * products of 4 variations over HTTP, 16 connections, no question twice, beside bare mysql2, MariaDB's FULLTEXT and
 * MiniSearch. The shop runs from a build in a process of its own, first without its file, then from it.
 * Run: npm run bench -- growth. SIZES=20000 for one size alone.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileServer } from '#api/builds/compile-server.ts'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { questions } from '#tests/support/goods/growth-questions.ts'
import { rivals } from '#tests/support/goods/growth-rivals.ts'
import type { Started } from '#tests/support/goods/growth-shop.ts'
import { getting, hammer } from '#tests/support/server/hammering.ts'

const SIZES = (process.env.SIZES ?? '20000,200000').split(',').map(Number)
const VARIATIONS = 4
const CONNECTIONS = 16
const SECONDS = Number(process.env.SECONDS ?? 3)

const server = await startTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'selvedge-growth-'))
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  DATA_DIR: folder,
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  DEMO: '0',
})
const built = join(folder, 'built')
await compileServer(process.cwd(), ['api/main.ts', 'tests/support/goods/growth-shop.ts'], built)
const { db, execute } = await import('#api/db/database.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')

const load = () => `load ${loadavg()[0]!.toFixed(1)}`
let made = 0
for (const size of SIZES) {
  await manyProducts(size, VARIATIONS, made)
  if (made === 0)
    await execute(
      'ALTER TABLE product_listings ADD KEY (created_at, product_id), ADD KEY (views, product_id), ADD KEY (price, product_id), ADD KEY (name, product_id)',
    )
  made = size
  await rm(join(folder, 'catalogue.index'), { force: true })
  const first = await startShop()
  say(size, 'first index', first.started)
  console.log(`${size} its file: ${(await ask(first.shop, 'filed')).toFixed(0)} MB`)
  await stop(first.shop)
  const { shop, started } = await startShop()
  say(size, 'index from its file', started)
  for (const [name, paths] of Object.entries(questions(size)))
    await measure(size, name, { shop, port: started.port, paths })
  console.log(`${size} rss after all questions: ${await ask(shop, 'rss')} MB`)
  for (const { name, perSecond } of await rivals(size, SECONDS))
    console.log(`${size} ${name}: ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s, ${load()}`)
  console.log(`${size} 100 products changed: ${(await ask(shop, 'changing')).toFixed(1)} ms, ${load()}`)
  console.log(`${size} facets where all prices are mixed: ${(await ask(shop, 'mixed')).toFixed(2)} ms, ${load()}`)
  await stop(shop)
}
await db.close()
await server.stop()
await rm(folder, { recursive: true })

function say(size: number, what: string, { ms, cpuMs, longestHoldMs, rssMb }: Started): void {
  console.log(
    `${size} ${what}: ${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of the processor), longest hold ${longestHoldMs.toFixed(1)} ms, rss ${rssMb} MB, ${load()}`,
  )
}

interface Asking {
  shop: ChildProcess
  port: number
  paths: string[]
}

/** The client has a processor of its own, but not where the machine is busy: so the shop says what it took itself. */
async function measure(size: number, name: string, { shop, port, paths }: Asking) {
  const requests = paths.map(path => getting(path))
  const warm = requests.length / 4
  await hammer({ port, connections: CONNECTIONS, seconds: 1, requests: requests.slice(0, warm) })
  const before = await ask(shop, 'took')
  const asked = { port, connections: CONNECTIONS, seconds: SECONDS, requests: requests.slice(warm) }
  const { perSecond, p50, p95 } = await hammer(asked)
  const took = ((await ask(shop, 'took')) - before) / (perSecond * SECONDS)
  console.log(
    `${size} ${name}: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${took.toFixed(3)} ms of the processor each, ${load()}`,
  )
}

async function startShop(): Promise<{ shop: ChildProcess; started: Started }> {
  const shop = fork(join(built, 'growth-shop.mjs'), [join(built, 'main.mjs')], { execArgv: [] })
  const [started] = (await once(shop, 'message')) as [Started]
  return { shop, started }
}

async function ask(shop: ChildProcess, what: string): Promise<number> {
  shop.send(what)
  const [answer] = (await once(shop, 'message')) as [number]
  return answer
}

async function stop(shop: ChildProcess): Promise<void> {
  const gone = once(shop, 'exit')
  shop.kill()
  await gone
}
