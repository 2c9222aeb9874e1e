import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { sayDoneEarly } from '#tests/support/hostile/careless.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'
const [ROUNDS, BREAKS, PATIENCE_MS] = isFull ? [150, 100, 2_400_000] : [5, 10, 360_000]
const SALES_A_BREAK = 5

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books
/** Receipt numbers that were on the screen, as far as the browser lived to tell. */
const shown = new Set<string>()
/** How to cut the pushes that wait. */
const held: (() => void)[] = []
let pressed: (at: number) => void = () => {}

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url, { prepare: watchCheckout })
})
beforeEach(async () => {
  gateway.mend()
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

/** Tells of each press of Checkout and of each receipt number that appears. */
async function watchCheckout(browser: BrowserContext) {
  await browser.exposeFunction('tellPressed', () => pressed(Date.now()))
  await browser.exposeFunction('tellShown', (number: string) => void shown.add(number))
  await browser.addInitScript(() => {
    const { tellPressed, tellShown } = globalThis as unknown as {
      tellPressed: () => void
      tellShown: (number: string) => void
    }
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'F9') tellPressed()
      },
      { capture: true },
    )
    new MutationObserver(() => {
      const [, number] = /Sale (\S+) complete/.exec(document.body?.textContent ?? '') ?? []
      if (number) tellShown(number)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Checks out and pulls the plug so many ms after the press; null: the moment the receipt appears. */
async function sellAndKill(delay_ms: number | null) {
  const had = shown.size
  await scanOne()
  const press = new Promise<number>(resolve => {
    pressed = resolve
  })
  const selling = tablet.page.evaluate(
    () =>
      void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F9', bubbles: true, cancelable: true })),
  )
  selling.catch(() => {}) // the browser may be dead before it answers
  const at = await press
  if (delay_ms === null) await until(() => shown.size > had, 'the receipt')
  else await sleep(Math.max(0, at + delay_ms - Date.now())) // the moment of the crash is what is tried
  await tablet.kill()
}

/** Has one piece in the cart, scanned now unless it is from before. */
async function scanOne(): Promise<void> {
  if (await tablet.page.getByText('Sub-total · 0 items').isVisible()) await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
}

async function expectBooked(orders: number) {
  const { orders: now, doubled, broken } = await booksOf(shop)
  expect([now - before.orders, doubled, broken]).toEqual([orders, [], []])
}

test('opens without a network and sells after being killed within moments of its first sign-in', async () => {
  const profile = browserProfile()
  const first = await profile.open()
  await counterOf(first.pages()[0]!, gateway.url).open()
  profile.kill()
  await first.close().catch(() => {}) // there is nobody left to answer
  gateway.cut()
  const second = await profile.open({ offline: true })
  const counter = counterOf(second.pages()[0] ?? (await second.newPage()), gateway.url)
  await counter.page.goto(`${gateway.url}/staff/orders/add`)
  await counter.ready()
  await counter.sell('Accra oxford shirt')
  expect((await counter.held()).waiting).toBe(1)
  await second.close()
  profile.remove()
})

test(
  'keeps a sale once its receipt shows, whenever the browser is killed, and makes it one order',
  { timeout: patience(PATIENCE_MS) },
  async () => {
    gateway.cut()
    const seen: string[] = []
    for (const delay_ms of [
      null,
      ...Array.from({ length: ROUNDS }, (_, round) => Math.round((60 * round) / (ROUNDS - 1))),
    ]) {
      const had = shown.size
      await sellAndKill(delay_ms)
      seen.push(`${delay_ms ?? 'at the receipt'}: ${shown.size > had ? 'shown' : 'not yet'}`)
      await tablet.reopen()
      const numbers = new Set((await tablet.counter.held()).sales.map(({ number }) => number))
      expect([...shown].filter(number => !numbers.has(number))).toEqual([])
    }
    const { sales, waiting } = await tablet.counter.held()
    console.log(
      `Receipts on the screen of ${seen.length} kills, by ms after Checkout: ${shown.size} (${seen.join(', ')}); sales kept: ${sales.length}`,
    )
    expect(shown.size).toBeGreaterThan(0)
    expect(waiting).toBe(sales.length)
    gateway.mend()
    await tablet.counter.sendNow()
    await tablet.counter.sent()
    await expectBooked(sales.length)
    const booked = await sql<{ number: string; orders: number }>(
      shop,
      'SELECT number, COUNT(*) AS orders FROM orders WHERE sale_id IS NOT NULL GROUP BY number',
    )
    expect([...shown].map(number => booked.find(row => row.number === number)?.orders)).toEqual([...shown].map(() => 1))
  },
)

test(
  'makes one order of each sale whose sending is interrupted again and again',
  { timeout: patience(PATIENCE_MS) },
  async () => {
    const { sales: earlier } = await tablet.counter.held()
    for (let round = 0; round < BREAKS; round++) {
      gateway.mend()
      holdPushes(round % 3 === 1 ? 'after' : 'before')
      await tablet.counter.scanAndSell(Array<string>(SALES_A_BREAK).fill(BARCODE))
      await breakOff(ENDS[round % ENDS.length]!)
    }
    gateway.mend()
    await tablet.counter.sent()
    const { sales, waiting } = await tablet.counter.held()
    expect([waiting, sales.length - earlier.length]).toEqual([0, BREAKS * SALES_A_BREAK])
    await expectBooked(BREAKS * SALES_A_BREAK)
  },
)

test('control: notices a till that shows a receipt before its transaction is complete', async () => {
  const careful = tablet
  tablet = await aTablet(gateway.url, {
    prepare: async browser => {
      await watchCheckout(browser)
      await sayDoneEarly(browser)
    },
  })
  gateway.cut()
  const had = new Set(shown)
  await sellAndKill(null)
  await tablet.reopen()
  const numbers = (await tablet.counter.held()).sales.map(({ number }) => number)
  const promised = [...shown].filter(number => !had.has(number))
  for (const number of promised) shown.delete(number)
  expect([promised.length, promised.filter(number => numbers.includes(number))]).toEqual([1, []])
  await tablet.remove()
  tablet = careful
})

test('control: loses sales on a till that removes them before sending', async () => {
  gateway.cut()
  await tablet.counter.scanAndSell(Array<string>(3).fill(BARCODE))
  await tablet.page.evaluate(crossOffFirst)
  gateway.mend()
  holdPushes('before')
  await breakOff(() => tablet.changeTab())
  gateway.mend()
  await tablet.counter.sendNow()
  await tablet.counter.sent()
  await expectBooked(0)
})

/** In the page: empties the outbox before a push goes out. */
function crossOffFirst() {
  const ask = fetch
  globalThis.fetch = async (input, init) => {
    if (input !== '/api/sync/push') return ask(input, init)
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('outbox')
      opening.onerror = reject
      opening.onsuccess = () => {
        const emptying = opening.result.transaction('outbox', 'readwrite')
        emptying.objectStore('outbox').clear()
        emptying.oncomplete = resolve
      }
    })
    return ask(input, init)
  }
}

/** What can end the sending in its middle; afterwards the till stands open again. */
const ENDS: (() => Promise<unknown>)[] = [endWorker, () => tablet.changeTab(), reload, killTablet]

/** From now on pushes wait, done by the shop or not yet. */
function holdPushes(when: 'before' | 'after') {
  gateway.meddle(PUSH, async ({ forward, reset }) => {
    if (when === 'after') await forward()
    held.push(reset)
  })
}

/** Once a push waits, has something end before the answer arrives. */
async function breakOff(end: () => Promise<unknown>) {
  await tablet.counter.sendNow()
  await until(async () => {
    // a killed browser may have lost its newest cookie
    const isAsked = /^\s*Sign in/.test(await tablet.counter.status())
    if (isAsked) await tablet.counter.signIn()
    return held.length > 0
  }, 'a push')
  await end()
  letGo() // the worker may have sent it, and may live
}

function letGo() {
  for (const reset of held.splice(0)) reset()
}

/** With no till open the worker sends; it is stopped while it does. */
async function endWorker() {
  await tablet.page.goto(`${gateway.url}/about`)
  letGo()
  await (
    await aSyncEvent(tablet)
  )()
  await until(() => held.length > 0, 'a push by the worker')
  const devtools = await tablet.devtools()
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await tablet.page.goto(`${gateway.url}/staff/orders/add`)
  await tablet.counter.ready()
}

async function reload() {
  await tablet.page.reload()
  await tablet.counter.ready()
}

async function killTablet() {
  await tablet.kill()
  await tablet.reopen()
}
