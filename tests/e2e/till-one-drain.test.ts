import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { booksOf, type Books } from '#tests/support/books.ts'
import type { Counter } from '#tests/support/counter.ts'
import { aGateway, answer, type Gateway } from '#tests/support/gateway.ts'
import { until } from '#tests/support/processes.ts'
import { startShop, type Shop } from '#tests/support/server.ts'
import { aTablet, type Tablet } from '#tests/support/tablet.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let before: Books

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

describe('four tabs and the worker of one till', () => {
  let tablet: Tablet
  let tabs: Counter[]

  beforeAll(async () => {
    gateway = await aGateway(shop.port)
    tablet = await aTablet(gateway.url)
    tabs = [tablet.counter]
    while (tabs.length < 4) tabs.push(await tablet.tab())
  })
  beforeEach(async () => {
    gateway.mend()
    before = await booksOf(shop)
  })
  afterAll(async () => {
    await tablet.remove()
    gateway.close()
  })

  /** The wire is cut, every tab sells, and then all of them and the worker want to send at once. Returns how many sales there are. */
  async function sellApartAndSendAtOnce() {
    gateway.cut()
    await tablet.browser.setOffline(true)
    for (const tab of tabs) await tab.scanAndSell(Array<string>(12).fill(BARCODE))
    const { waiting } = await tabs[0]!.held()
    const woken = await aSyncEvent(tablet)
    gateway.mend()
    let failures = 4 // so that there are several requests to overlap
    gateway.meddle(PUSH, async ({ forward, reply }) => {
      await sleep(150)
      failures -= 1
      answer(reply, failures >= 0 ? { status: 500, headers: {}, body: Buffer.from('') } : await forward())
    })
    await Promise.all([tablet.browser.setOffline(false), woken(), ...tabs.map(tab => tab.sendNow())])
    await until(async () => {
      await sleep(1000) // without the lock, every call is a request more
      await Promise.all(tabs.map(tab => tab.sendNow()))
      return (await tabs[0]!.held()).waiting === 0
    }, 'all is sent', 60_000)
    return waiting
  }

  test('send one request at a time, and each sale is one order', async () => {
    const sales = await sellApartAndSendAtOnce()
    expect(sales).toBe(48)
    expect(gateway.of(PUSH).most).toBe(1)
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([sales, [], []])
  })

  test('where the one that sends crashes, another goes on', async () => {
    gateway.cut()
    const others = tabs.slice(0, -1)
    const holder = tabs.at(-1)!
    await holder.scanAndSell(Array<string>(3).fill(BARCODE))
    gateway.mend()
    let isHeld = false
    gateway.meddle(PUSH, () => { isHeld = true })
    await until(async () => {
      await holder.sendNow()
      return isHeld
    }, 'a push')
    gateway.mend()
    const devtools = await tablet.browser.newCDPSession(holder.page)
    devtools.send('Page.crash').catch(() => {}) // a dead page does not answer
    await holder.page.waitForEvent('crash')
    await holder.page.close()
    await until(async () => {
      await others[0]!.sendNow()
      return (await others[0]!.held()).waiting === 0
    }, 'another tab sends')
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([3, [], []])
    tabs = others
  })

  test('control: without the lock they send over each other, and still each sale is one order', async () => {
    await tablet.browser.addInitScript(ignoreDrainLock)
    for (const tab of tabs) {
      await tab.page.reload()
      await tab.ready()
    }
    const sales = await sellApartAndSendAtOnce()
    expect(gateway.of(PUSH).most).toBeGreaterThan(1)
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([sales, [], []])
  })
})

describe('a browser without background sync', () => {
  test.each(['is unknown to the browser', 'is not permitted'])('where it %s, sales go out when the network returns, or the page is looked at again', async which => {
    gateway = await aGateway(shop.port)
    const tablet = await aTablet(gateway.url, which.includes('unknown')
      ? { prepare: browser => browser.addInitScript(() => void Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')) } : {})
    if (!which.includes('unknown')) {
      const devtools = await tablet.devtools()
      await devtools.send('Browser.setPermission', { permission: { name: 'background-sync' }, setting: 'denied', origin: gateway.url })
    }
    const ways = [() => tablet.browser.setOffline(false), () => tablet.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))]
    for (const way of ways) {
      before = await booksOf(shop)
      gateway.cut()
      await tablet.browser.setOffline(true)
      await tablet.counter.scanAndSell(Array<string>(10).fill(BARCODE))
      expect((await tablet.counter.held()).waiting).toBe(10)
      if (way === ways[1]) await tablet.browser.setOffline(false) // the browser is back; the way to the shop is not
      gateway.mend()
      await way()
      await tablet.counter.says(/all sales sent/i)
      expect((await booksOf(shop)).orders - before.orders).toBe(10)
    }
    await tablet.remove()
    gateway.close()
  })

  test('a last chance that fails gives nothing up: the worker asks to be called again', async () => {
    gateway = await aGateway(shop.port)
    const tablet = await aTablet(gateway.url)
    before = await booksOf(shop)
    gateway.meddle(PUSH, ({ reply }) => void answer(reply, { status: 500, headers: {}, body: Buffer.from('') }))
    await tablet.counter.scanAndSell(Array<string>(10).fill(BARCODE))
    await tablet.page.goto(`${gateway.url}/about`)
    await until(() => gateway.of(PUSH).open === 0, 'the page is gone')
    const { begun } = gateway.of(PUSH)
    await (await aSyncEvent(tablet, true))()
    await until(() => gateway.of(PUSH).begun > begun && gateway.of(PUSH).open === 0, 'the worker tried')
    await until(() => tablet.page.evaluate(isRegistered), 'the worker asks to be called again')
    expect((await tablet.counter.held()).waiting).toBe(10)
    gateway.mend()
    await tablet.page.goto(`${gateway.url}/staff/orders/add`)
    await tablet.counter.says(/all sales sent/i)
    expect((await booksOf(shop)).orders - before.orders).toBe(10)
    await tablet.remove()
    gateway.close()
  })
})

/** In the page. */
async function isRegistered(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready as unknown as { sync: { getTags: () => Promise<string[]> } }
  return (await registration.sync.getTags()).includes('outbox')
}

/** In the page: every tab believes that it alone sends. */
function ignoreDrainLock() {
  const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
  const withoutDrain = (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object) => unknown
    return name.startsWith('drain ') ? Promise.resolve(work({ name })) : request(name, ...rest)
  }
  Object.defineProperty(navigator.locks, 'request', { value: withoutDrain })
}

/** Finds the till's worker; the function that comes back sends it the browser's `sync` event. */
async function aSyncEvent(tablet: Tablet, lastChance = false) {
  const devtools = await tablet.devtools()
  const found = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(gateway.url)) resolve(registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  return () => devtools.send('ServiceWorker.dispatchSyncEvent', { origin: gateway.url, registrationId, tag: 'outbox', lastChance })
}
