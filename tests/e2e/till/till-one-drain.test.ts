import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { booksOf, type Books } from '#tests/support/people/books.ts'
import type { Counter } from '#tests/support/counter/counter.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

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

  /**
   * The wire is cut, every tab sells, and then all of them and the worker want to send at once. Returns how many sales
   * there are.
   */
  async function sellApartAndSendAtOnce({ each = 12, isPatient = false } = {}) {
    gateway.cut()
    await tablet.browser.setOffline(true)
    for (const tab of tabs) await tab.scanAndSell(Array<string>(each).fill(BARCODE))
    const { waiting } = await tabs[0]!.held()
    const woken = await aSyncEvent(tablet)
    gateway.mend()
    let failures = 4 // so that there are several requests to overlap
    gateway.meddle(PUSH, async ({ forward, reply }) => {
      await sleep(150) // so that requests would overlap
      failures -= 1
      answer(reply, failures >= 0 ? { status: 500, headers: {}, body: Buffer.from('') } : await forward())
    })
    await Promise.all([tablet.browser.setOffline(false), woken(), ...tabs.map(tab => tab.sendNow())])
    let [begun, quiet] = [0, 0]
    await until(
      async () => {
        await sleep(1000) // between two looks
        quiet = gateway.of(PUSH).begun === begun ? quiet + 1 : 0
        begun = gateway.of(PUSH).begun
        if (!isPatient || (quiet >= 3 && gateway.of(PUSH).open === 0)) await Promise.all(tabs.map(tab => tab.sendNow()))
        return (await tabs[0]!.held()).waiting === 0
      },
      'all is sent',
      180_000,
    )
    return waiting
  }

  test('send one request at a time, and each sale is one order', async () => {
    const sales = await sellApartAndSendAtOnce()
    expect(sales).toBe(48)
    expect(gateway.of(PUSH).most).toBe(1)
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([sales, [], []])
  })

  test('go on when the sending one crashes', async () => {
    gateway.cut()
    const others = tabs.slice(0, -1)
    const holder = tabs.at(-1)!
    await holder.scanAndSell(Array<string>(3).fill(BARCODE))
    gateway.mend()
    let isHeld = false
    gateway.meddle(PUSH, () => {
      isHeld = true
    })
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

  test('control: send over each other without the lock, and still each sale is one order', async () => {
    await tablet.browser.addInitScript(ignoreDrainLock)
    for (const tab of tabs) {
      await tab.page.reload()
      await tab.ready()
    }
    // Every call is a request more, and they wait for each other in the shop: a slow machine would never end.
    const sales = await sellApartAndSendAtOnce({ each: 3, isPatient: true })
    expect(gateway.of(PUSH).most).toBeGreaterThan(1)
    const { orders, doubled, broken } = await booksOf(shop)
    expect([orders - before.orders, doubled, broken]).toEqual([sales, [], []])
  })
})

/** In the page: every tab believes that it alone sends. */
function ignoreDrainLock() {
  const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
  const withoutDrain = (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object) => unknown
    return name.startsWith('drain ') ? Promise.resolve(work({ name })) : request(name, ...rest)
  }
  Object.defineProperty(navigator.locks, 'request', { value: withoutDrain })
}
