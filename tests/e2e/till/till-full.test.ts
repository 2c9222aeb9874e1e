import type { BrowserContext, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf } from '#tests/support/people/books.ts'
import { forgetAfterAWeek } from '#tests/support/hostile/careless.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const SHIRT = 'Accra oxford shirt'
const BARCODE = '6034128000424'
const DAY_MS = 24 * 60 * 60_000

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let devtools: CDPSession
/** The most that the browser lets the shop keep, in bytes. */
let quota: number | null = null

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url, { prepare: limitRoom })
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

/** Before the till starts, because a browser goes on for half a minute by the room it last knew of. */
async function limitRoom(browser: BrowserContext) {
  devtools = await browser.newCDPSession(browser.pages()[0] ?? (await browser.newPage()))
  if (quota !== null) await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.url, quotaSize: quota })
}

/** The browser is opened again on a device that has a little less room than the shop uses. */
async function fill() {
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: gateway.url })
  quota = Math.floor(usage) - 256 * 1024
  await tablet.browser.close()
  await tablet.reopen()
}

async function makeRoom() {
  quota = null
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.url })
}

/** Presses Checkout; whether a receipt came, or words that say that there is no room. */
async function tryToSell(): Promise<'sold' | 'refused'> {
  await tablet.page
    .getByRole('button', { name: /^Checkout/ })
    .filter({ visible: true })
    .click()
  const done = tablet.page.getByText(/Sale \S+ complete/)
  const refused = tablet.page.getByRole('alert').filter({ hasText: /This device is full, so nothing was saved/ })
  await done.or(refused).first().waitFor()
  return (await done.isVisible()) ? 'sold' : 'refused'
}

test('keeps one more sale on a full device by the ballast, then shows none as sold until there is room', async () => {
  const { orders } = await booksOf(shop)
  gateway.cut()
  await tablet.counter.sell(SHIRT)
  await fill()

  await tablet.counter.add(SHIRT)
  expect(await tryToSell()).toBe('sold')
  await tablet.counter.newSale()
  expect((await tablet.counter.held()).sales).toHaveLength(2)

  await tablet.counter.add(SHIRT)
  for (let press = 0; press < 18; press++) expect(await tryToSell()).toBe('refused')
  const { sales, waiting } = await tablet.counter.held()
  expect([sales.length, waiting]).toEqual([2, 2])
  await tablet.page.getByText('Sub-total · 1 item').waitFor()

  await makeRoom()
  expect(await tryToSell()).toBe('sold')
  await tablet.counter.newSale()
  expect((await tablet.counter.held()).waiting).toBe(3)

  gateway.mend()
  await tablet.counter.sendNow()
  await tablet.counter.says(/all sales sent/i)
  const books = await booksOf(shop)
  expect([books.orders - orders, books.doubled, books.broken]).toEqual([3, [], []])
})

test('sends what a full device holds', async () => {
  const { orders } = await booksOf(shop)
  gateway.cut()
  await tablet.counter.scanAndSell(Array<string>(5).fill(BARCODE))
  await fill()
  gateway.mend()
  await tablet.counter.sendNow()
  await tablet.counter.says(/all sales sent/i)
  expect((await booksOf(shop)).orders - orders).toBe(5)
  await makeRoom()
})

/** So many days go by, and the till is opened again. How many sales wait then. */
async function waitingAfter(days: number, { page, counter }: Tablet): Promise<number> {
  await page.clock.setFixedTime(Date.now() + days * DAY_MS)
  await page.reload()
  await counter.ready()
  return (await counter.held()).waiting
}

test('sends a hundred sales from days to months ago', async () => {
  const { orders } = await booksOf(shop)
  gateway.cut()
  await tablet.counter.scanAndSell(Array<string>(100).fill(BARCODE))
  for (const days of [8, 31, 120]) expect(await waitingAfter(days, tablet)).toBe(100)
  gateway.mend()
  await tablet.counter.sendNow()
  await tablet.counter.says(/all sales sent/i)
  const books = await booksOf(shop)
  expect([books.orders - orders, books.doubled, books.broken]).toEqual([100, [], []])
})

test('control: loses a hundred sales on the eighth day with a queue that drops what is older than a week', async () => {
  const { orders } = await booksOf(shop)
  const forgetful = await aTablet(gateway.url, { prepare: forgetAfterAWeek })
  gateway.cut()
  await forgetful.counter.scanAndSell(Array<string>(100).fill(BARCODE))
  expect([await waitingAfter(6, forgetful), await waitingAfter(8, forgetful)]).toEqual([100, 0])
  gateway.mend()
  await forgetful.counter.sendNow()
  await forgetful.counter.says(/all sales sent/i)
  expect((await booksOf(shop)).orders - orders).toBe(0)
  await forgetful.remove()
})
