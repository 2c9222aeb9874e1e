import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf } from '#tests/support/people/books.ts'
import { readWholeQueue } from '#tests/support/hostile/careless.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { seeded } from '#tests/support/server/network.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'
// So few need more losses to be sure of some.
const [SALES, LOST] = isFull ? [2_000, 0.05] : [60, 0.25]
const A_PART = SALES / 4
const WEATHER = { late_ms: 300, lost: LOST, bytes_per_ms: 50 }
console.log(`seed ${seed}`)

let shop: Shop
let gateway: Gateway
beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
})
afterAll(async () => {
  gateway.close()
  await shop.stop()
})

/** In the page: counts the rows of the outbox that are read. */
const countRows = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const seen = Object.assign(globalThis, { rowsRead: 0 })
    const isOutbox = (source: IDBObjectStore | IDBIndex) =>
      ('objectStore' in source ? source.objectStore : source).name === 'outbox'
    for (const { prototype } of [IDBObjectStore, IDBIndex]) {
      for (const method of ['get', 'getAll', 'openCursor'] as const) {
        const read = prototype[method] as (this: IDBObjectStore | IDBIndex, ...args: unknown[]) => IDBRequest
        Object.assign(prototype, {
          [method](this: IDBObjectStore | IDBIndex, ...args: unknown[]) {
            const request = read.apply(this, args)
            if (isOutbox(this))
              request.addEventListener('success', () => {
                seen.rowsRead += Array.isArray(request.result) ? request.result.length : request.result ? 1 : 0
              })
            return request
          },
        })
      }
    }
  })

const rowsRead = ({ page }: Tablet) => page.evaluate(() => (globalThis as unknown as { rowsRead: number }).rowsRead)

/** Sells in four parts without a network. What each part took: milliseconds, rows that were read, megabytes held. */
async function sellAllDay(tablet: Tablet) {
  gateway.cut()
  const devtools = await tablet.devtools()
  const parts: { ms: number; rows: number; megabytes: number }[] = []
  for (let part = 0; part < 4; part++) {
    const [began, read] = [performance.now(), await rowsRead(tablet)]
    await tablet.counter.scanAndSell(Array<string>(A_PART).fill(BARCODE))
    const ms = performance.now() - began
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    parts.push({ ms, rows: (await rowsRead(tablet)) - read, megabytes: usedSize / 1024 / 1024 })
  }
  return parts
}

test(
  `sells ${SALES} times without a network, reading no more for the last than for the first, and sends each once over a slow one`,
  { timeout: patience(3_600_000) },
  async () => {
    const tablet = await aTablet(gateway.url, { prepare: countRows })
    const { orders } = await booksOf(shop)
    const parts = await sellAllDay(tablet)
    const [first, last] = [parts[0]!, parts.at(-1)!]
    console.log(
      parts
        .map(({ ms, rows, megabytes }) => `${ms.toFixed(0)} ms, ${rows} rows, ${megabytes.toFixed(1)} MB`)
        .join('; '),
    )
    expect((await tablet.counter.held()).waiting).toBe(SALES)
    expect(last.rows).toBeLessThanOrEqual(first.rows + 2 * A_PART)
    expect(last.megabytes - first.megabytes).toBeLessThan(20)

    const random = seeded(seed)
    const before = await rowsRead(tablet)
    gateway.mend()
    gateway.meddle(PUSH, async ({ body, forward, reply, reset }) => {
      await sleep(WEATHER.late_ms + body.length / WEATHER.bytes_per_ms) // a slow network
      const answered = await forward()
      await sleep(answered.body.length / WEATHER.bytes_per_ms) // and on the way back
      if (random() < WEATHER.lost) reset()
      else answer(reply, answered)
    })
    await tablet.counter.sendNow()
    await until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent', 1_800_000)
    console.log(`sent with ${gateway.of(PUSH).begun} requests and ${(await rowsRead(tablet)) - before} rows read`)
    const books = await booksOf(shop)
    expect([books.orders - orders, books.doubled, books.broken]).toEqual([SALES, [], []])
    await tablet.remove()
    gateway.mend()
  },
)

test(
  'control: reads more and more when each cycle reads the whole queue',
  { timeout: patience(3_600_000) },
  async () => {
    const tablet = await aTablet(gateway.url, {
      prepare: async browser => {
        await countRows(browser)
        await readWholeQueue(browser)
      },
    })
    const parts = await sellAllDay(tablet)
    console.log(`control: ${parts.map(({ ms, rows }) => `${ms.toFixed(0)} ms, ${rows} rows`).join('; ')}`)
    expect(parts.at(-1)!.rows).toBeGreaterThan(parts[0]!.rows + 2 * A_PART)
    await tablet.remove()
    gateway.mend()
  },
)
