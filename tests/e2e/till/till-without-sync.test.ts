import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BrowserContext } from 'playwright-core'
import { patience } from '#tests/support/patience.ts'
import { booksOf, type Books } from '#tests/support/people/books.ts'
import { waitForSyncAlone } from '#tests/support/hostile/careless.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'
const [ROUNDS, PATIENCE_MS] = isFull ? [50, 1_200_000] : [10, 360_000]

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books

beforeAll(async () => {
  shop = await startShop()
})
beforeEach(async () => {
  gateway = await aGateway(shop.port)
  before = await booksOf(shop)
})
afterEach(async () => {
  await tablet.remove()
  gateway.close()
})
afterAll(() => shop.stop())

const WITHOUT: Record<string, (browser: BrowserContext) => Promise<unknown>> = {
  'is unknown to the browser': browser =>
    browser.addInitScript(() => void Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')),
  'is not permitted': async browser => {
    const devtools = await browser.newCDPSession(browser.pages()[0] ?? (await browser.newPage()))
    await devtools.send('Browser.setPermission', {
      permission: { name: 'background-sync' },
      setting: 'denied',
      origin: gateway.url,
    })
  },
}

/** Sells two pieces while nothing gets through. */
async function sellOffline() {
  gateway.cut()
  await tablet.browser.setOffline(true)
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  expect((await tablet.counter.held()).waiting).toBe(2)
}

const WAYS_BACK: Record<string, () => Promise<void>> = {
  'the network returns': async () => {
    gateway.mend()
    await tablet.browser.setOffline(false)
  },
  'the network was back long before the shop could be reached, and the page is looked at again': async () => {
    await tablet.browser.setOffline(false)
    gateway.mend()
    await tablet.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  },
}

test.each(Object.keys(WITHOUT))(
  'where background sync %s, sales go out when the network returns, or the page is looked at again',
  { timeout: patience(PATIENCE_MS) },
  async which => {
    tablet = await aTablet(gateway.url, { prepare: WITHOUT[which]! })
    for (let round = 0; round < ROUNDS; round++) {
      for (const [way, goBack] of Object.entries(WAYS_BACK)) {
        await sellOffline()
        await goBack()
        await until(async () => (await tablet.counter.held()).waiting === 0, `all is sent once ${way}`)
      }
    }
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([ROUNDS * 4, [], []])
  },
)

test.each(Object.keys(WITHOUT))(
  'control: where background sync %s, a till whose only trigger it is sends nothing',
  async which => {
    tablet = await aTablet(gateway.url, {
      prepare: async browser => {
        await WITHOUT[which]!(browser)
        await waitForSyncAlone(browser)
      },
    })
    for (const goBack of Object.values(WAYS_BACK)) {
      const { begun } = gateway.of(PUSH)
      await sellOffline()
      await goBack()
      await tablet.page.reload()
      await tablet.counter.ready()
      await sleep(3000) // in which a till with its triggers sends
      expect([(await tablet.counter.held()).waiting, gateway.of(PUSH).begun]).toEqual([2, begun])
      await (
        await aSyncEvent(tablet)
      )()
      await until(async () => (await tablet.counter.held()).waiting === 0, 'the sync event sends')
    }
  },
)

test('asks for another call each time its last chance fails, and gives nothing up', async () => {
  tablet = await aTablet(gateway.url)
  gateway.meddle(PUSH, ({ reply }) => void answer(reply, { status: 500, headers: {}, body: Buffer.from('') }))
  await tablet.counter.scanAndSell(Array<string>(10).fill(BARCODE))
  await tablet.page.goto(`${gateway.url}/about`)
  const worker = tablet.browser.serviceWorkers()[0] ?? (await tablet.browser.waitForEvent('serviceworker'))
  await worker.evaluate(countRequests)
  const asked = () => worker.evaluate(() => (globalThis as unknown as { asked: number }).asked)

  for (let round = 1; round <= ROUNDS; round++) {
    const { begun } = gateway.of(PUSH)
    await (
      await aSyncEvent(tablet, { lastChance: true })
    )()
    await until(() => gateway.of(PUSH).begun > begun, 'the worker tries')
    await until(async () => (await asked()) === round, 'the worker asks for another call')
    expect((await tablet.counter.held()).waiting).toBe(10)
  }
  const { begun } = gateway.of(PUSH)
  await (
    await aSyncEvent(tablet)
  )()
  await until(() => gateway.of(PUSH).begun > begun && gateway.of(PUSH).open === 0, 'one try more')
  await sleep(500) // in which it would ask
  expect(await asked()).toBe(ROUNDS) // the browser calls again by itself

  gateway.mend()
  await (
    await aSyncEvent(tablet)
  )()
  await until(async () => (await tablet.counter.held()).waiting === 0, 'the worker sends all')
  expect((await booksOf(shop)).orders - before.orders).toBe(10)
})

/** In the worker: counts how often it asks for a call, and makes each back-off longer than its patience. */
function countRequests() {
  const { sync } = (globalThis as unknown as { registration: { sync: { register: (tag: string) => Promise<void> } } })
    .registration
  const register = sync.register.bind(sync)
  const counts = Object.assign(globalThis, { asked: 0 })
  sync.register = tag => {
    counts.asked += 1
    return register(tag)
  }
  Math.random = () => 1000
}
