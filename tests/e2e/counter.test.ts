import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { booksOf, sql, type Books } from '#tests/support/books.ts'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter.ts'
import { aNetwork } from '#tests/support/network.ts'
import { until } from '#tests/support/processes.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const JEANS = 'Adwoa wide-leg jeans'
const SHIRT = 'Accra oxford shirt'
const PRICES = { [JEANS]: 229.99, [SHIRT]: 139.99 }

let shop: Shop
let network: Awaited<ReturnType<typeof aNetwork>>
let profile: Profile
let browser: BrowserContext
let counter: Counter
let before: Books

beforeAll(async () => {
  shop = await startShop()
  network = await aNetwork(shop.port)
})
beforeEach(async () => {
  before = await booksOf(shop)
  profile = browserProfile()
  browser = await profile.open({ acceptDownloads: true })
  counter = counterOf(browser.pages()[0] ?? await browser.newPage(), network.url)
  await counter.open()
})
afterEach(async () => {
  network.mend()
  await browser.close()
  profile.remove()
})
afterAll(async () => {
  network.close()
  await shop.stop()
})

/** Waits until the shop has so many more orders than before, then compares money, stock and audit. */
async function expectBooked(orders: number, { money, pieces }: { money: number; pieces: number }) {
  await until(async () => (await booksOf(shop)).orders - before.orders >= orders, `${orders} orders`, 90_000)
  const after = await booksOf(shop)
  expect(after.orders - before.orders).toBe(orders)
  expect(Math.round((after.money - before.money) * 100)).toBe(Math.round(money * 100))
  expect(before.stock - after.stock).toBe(pieces)
  expect([after.doubled, after.broken]).toEqual([[], []])
}

/** Nothing gets through: the wire is cut, and the browser believes itself offline. */
async function goOffline() {
  network.cut()
  await browser.setOffline(true)
}
async function goOnline() {
  network.mend()
  await browser.setOffline(false)
}
const reopen = async (open: () => Promise<BrowserContext>) => {
  browser = await open()
  counter = counterOf(browser.pages()[0] ?? await browser.newPage(), network.url)
  await counter.page.goto(`${network.url}/staff/orders/add`)
  await counter.ready()
}

test('she sells online, loses the network, reloads, sells five more, is killed in the middle, and every sale arrives once', async () => {
  await counter.sell(JEANS)
  await counter.says(/all sales sent/i)

  await goOffline()
  await counter.page.reload()
  await counter.ready()
  for (let i = 0; i < 3; i++) await counter.sell(SHIRT)
  await counter.says(/3 waiting/)
  await counter.add(JEANS)
  await counter.page.waitForTimeout(300) // the open cart is mirrored beside the drawing of it
  await kill()

  await reopen(() => profile.open({ acceptDownloads: true, offline: true }))
  await counter.page.getByText('Sub-total · 1 item').waitFor()
  await counter.checkOut()
  await counter.newSale()
  await counter.sell(JEANS)
  await counter.says(/5 waiting/)
  expect((await counter.held()).waiting).toBe(5)

  await goOnline()
  await expectBooked(6, { money: 3 * PRICES[JEANS]! + 3 * PRICES[SHIRT]!, pieces: 6 })
  await counter.says(/all sales sent/i)
  const { sales, waiting } = await counter.held()
  expect(waiting).toBe(0)
  expect(sales.map(({ verdict }) => verdict?.status)).toEqual(Array(6).fill('accepted'))
  expect(new Set(sales.map(({ number }) => number)).size).toBe(6)
  await counter.page.goto(`${network.url}/staff/till/sales`)
  expect(await counter.page.getByText(/^Accepted as #\d+/).count()).toBe(6)
})

test('with the tab closed, the sync event alone sends what waits', async () => {
  await goOffline()
  for (let i = 0; i < 2; i++) await counter.sell(SHIRT)
  const other = await browser.newPage()
  await counter.page.close()
  await other.goto('about:blank')
  await goOnline()
  await expectBooked(2, { money: 2 * PRICES[SHIRT]!, pieces: 2 })
})

test('two tabs of one till sell side by side, and no sale comes twice', async () => {
  const second = counterOf(await browser.newPage(), network.url)
  await second.page.goto(`${network.url}/staff/orders/add`)
  await second.ready()
  await goOffline()
  for (let i = 0; i < 3; i++) {
    await counter.page.bringToFront()
    await counter.sell(SHIRT)
    await second.page.bringToFront()
    await second.sell(JEANS)
  }
  const { sales } = await counter.held()
  expect(new Set(sales.map(({ number }) => number)).size).toBe(6)
  await goOnline()
  await expectBooked(6, { money: 3 * PRICES[JEANS]! + 3 * PRICES[SHIRT]!, pieces: 6 })
})

test('an expired session does not stop selling; signing in again sends what waits', async () => {
  await sql(shop, 'UPDATE sessions SET revoked_at = NOW(3)')
  for (let i = 0; i < 3; i++) await counter.sell(SHIRT)
  await counter.says(/Sign in to send 3 sales/)
  expect((await counter.held()).waiting).toBe(3)
  await counter.add(JEANS)
  await counter.page.getByRole('link', { name: 'Sign in' }).first().click()
  await counter.page.getByLabel('E-mail').fill('manager@shop.test')
  await counter.page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await counter.page.keyboard.press('Enter')
  await counter.ready()
  await counter.page.getByText('Sub-total · 1 item').waitFor()
  await expectBooked(3, { money: 3 * PRICES[SHIRT]!, pieces: 3 })
})

test('a double tap on Checkout makes one sale', async () => {
  await counter.add(SHIRT)
  await counter.page.getByRole('button', { name: /^Checkout/ }).filter({ visible: true }).dblclick()
  await counter.page.getByText(/Sale \S+ done/).waitFor()
  await expectBooked(1, { money: PRICES[SHIRT]!, pieces: 1 })
  expect((await counter.held()).sales).toHaveLength(1)
})

test('a full device shows no success for a sale that it does not hold', async () => {
  const devtools = await browser.newCDPSession(counter.page)
  await goOffline()
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: await usedBytes() })
  let shown = 0
  for (let i = 0; i < 20; i++) {
    await counter.add(SHIRT)
    await counter.page.getByRole('button', { name: /^Checkout/ }).filter({ visible: true }).click()
    const done = counter.page.getByText(/Sale \S+ done/)
    const refused = counter.page.getByRole('alert').filter({ hasText: /full|room|space/i })
    await done.or(refused.first()).first().waitFor()
    if (!await done.isVisible()) break
    shown += 1
    await counter.newSale()
  }
  const { sales, waiting } = await counter.held()
  expect([sales.length, waiting]).toEqual([shown, shown])
  expect(shown).toBeLessThan(20)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: network.url })
  await goOnline()
  await expectBooked(shown, { money: shown * PRICES[SHIRT]!, pieces: shown })

  async function usedBytes() {
    const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: network.url })
    return Math.ceil(usage)
  }
})

/** As a battery that is pulled: the whole browser, at once. */
async function kill() {
  const { pid } = await profilePid()
  process.kill(pid, 'SIGKILL')
  await browser.close().catch(() => {}) // there is nobody left to answer
}

async function profilePid() {
  const { readdirSync, readFileSync } = await import('node:fs')
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      if (words.includes(`--user-data-dir=${profile.dir}`) && !words.some(word => word.startsWith('--type='))) return { pid: Number(name) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error('The browser is not running.')
}

