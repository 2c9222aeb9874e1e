import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { aNetwork } from '#tests/support/server/network.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const JEANS = 'Adwoa wide-leg jeans'
const SHIRT = 'Accra oxford shirt'
const PRICES = { [JEANS]: 229.99, [SHIRT]: 139.99 }

let shop: Shop
let network: Awaited<ReturnType<typeof aNetwork>>
let tablet: Tablet
let before: Books

beforeAll(async () => {
  shop = await startShop()
  network = await aNetwork(shop.port)
  tablet = await aTablet(network.url)
})
beforeEach(async () => {
  before = await booksOf(shop)
})
afterEach(() => network.mend())
afterAll(async () => {
  await tablet.remove()
  network.close()
  await shop.stop()
})

/** Waits until the shop has so many more orders than before, then compares money, stock and audit. */
async function expectBooked(orders: number, { money, pieces }: { money: number; pieces: number }) {
  await until(async () => (await booksOf(shop)).orders - before.orders >= orders, `${orders} orders`, 270_000)
  const after = await booksOf(shop)
  expect(after.orders - before.orders).toBe(orders)
  expect(Math.round((after.money - before.money) * 100)).toBe(Math.round(money * 100))
  expect(before.stock - after.stock).toBe(pieces)
  expect([after.doubled, after.broken]).toEqual([[], []])
}

/** Nothing gets through: the wire is cut, and the browser believes itself offline. */
async function goOffline() {
  network.cut()
  await tablet.browser.setOffline(true)
}
async function goOnline() {
  network.mend()
  await tablet.browser.setOffline(false)
}

test('sends what waits by the sync event alone when the tab is closed', async () => {
  await goOffline()
  for (let i = 0; i < 2; i++) await tablet.counter.sell(SHIRT)
  const other = await tablet.browser.newPage()
  await tablet.page.close()
  await goOnline()
  await expectBooked(2, { money: 2 * PRICES[SHIRT]!, pieces: 2 })
  await tablet.changeTab()
  await other.close()
})

test('keeps every sale once when the network is lost, the page reloaded, and the browser killed in the middle', async () => {
  const { sales: earlier } = await tablet.counter.held()
  await tablet.counter.sell(JEANS)
  await tablet.counter.says(/all sales sent/i)

  await goOffline()
  await tablet.page.reload()
  await tablet.counter.ready()
  for (let i = 0; i < 3; i++) await tablet.counter.sell(SHIRT)
  await tablet.counter.says(/3 waiting/)
  await tablet.counter.add(JEANS)
  await tablet.counter.kept(1)
  await tablet.kill()

  await tablet.reopen({ offline: true })
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await tablet.counter.checkOut()
  await tablet.counter.newSale()
  await tablet.counter.sell(JEANS)
  await tablet.counter.says(/5 waiting/)
  expect((await tablet.counter.held()).waiting).toBe(5)

  await goOnline()
  await tablet.counter.sent()
  await expectBooked(6, { money: 3 * PRICES[JEANS]! + 3 * PRICES[SHIRT]!, pieces: 6 })
  const { sales, waiting } = await tablet.counter.held()
  expect(waiting).toBe(0)
  expect(sales.map(({ verdict }) => verdict?.status)).toEqual(Array(earlier.length + 6).fill('accepted'))
  expect(new Set(sales.map(({ number }) => number)).size).toBe(sales.length)
  await tablet.page.goto(`${network.url}/staff/till/sales`)
  const accepted = tablet.page.getByText(/^Synced, order #\d+/)
  await accepted.nth(sales.length - 1).waitFor()
  expect(await accepted.count()).toBe(sales.length)
  await tablet.page.goto(`${network.url}/staff/orders/add`)
  await tablet.counter.ready()
})

test('sells in two tabs of one till side by side, each sale once', async () => {
  const second = await tablet.tab()
  await goOffline()
  for (let i = 0; i < 3; i++) {
    await tablet.page.bringToFront()
    await tablet.counter.sell(SHIRT)
    await second.page.bringToFront()
    await second.sell(JEANS)
  }
  const { sales } = await tablet.counter.held()
  expect(new Set(sales.map(({ number }) => number)).size).toBe(sales.length)
  await goOnline()
  await expectBooked(6, { money: 3 * PRICES[JEANS]! + 3 * PRICES[SHIRT]!, pieces: 6 })
  await second.page.close()
})

test('sells and sends with an expired session: the till signs what it sells', async () => {
  await sql(shop, 'UPDATE sessions SET revoked_at = NOW(3) WHERE revoked_at IS NULL')
  for (let i = 0; i < 3; i++) await tablet.counter.sell(SHIRT)
  await expectBooked(3, { money: 3 * PRICES[SHIRT]!, pieces: 3 })
  expect(await sql(shop, "SELECT code FROM exceptions WHERE code IN ('UNPROVED', 'TELLER_MISMATCH')")).toEqual([])
  await sql(shop, 'UPDATE sessions SET revoked_at = NULL WHERE revoked_at > NOW(3) - INTERVAL 5 MINUTE')
})

test('makes one sale of a double tap on Checkout', async () => {
  const { sales: earlier } = await tablet.counter.held()
  await tablet.counter.add(SHIRT)
  await tablet.page
    .getByRole('button', { name: /^Checkout/ })
    .filter({ visible: true })
    .dblclick()
  await tablet.page.getByText(/Sale \S+ complete/).waitFor()
  await expectBooked(1, { money: PRICES[SHIRT]!, pieces: 1 })
  expect((await tablet.counter.held()).sales).toHaveLength(earlier.length + 1)
  await tablet.counter.newSale()
})

test('sends what a till holds, and keeps nothing of the shop, when it is revoked while offline', async () => {
  await goOffline()
  for (let i = 0; i < 2; i++) await tablet.counter.sell(SHIRT)
  await sql(shop, "UPDATE tills SET status_code = 'REVOKED'")
  await goOnline()
  await expectBooked(2, { money: 2 * PRICES[SHIRT]!, pieces: 2 })
  await tablet.page.getByText('This till was revoked.').waitFor()
  expect(await sql(shop, "SELECT code FROM exceptions WHERE code = 'UNKNOWN_TILL'")).toHaveLength(2)
  await tablet.page.reload()
  await tablet.page.getByText('This till was revoked.').waitFor()
  await sql(shop, "UPDATE tills SET status_code = 'ACTIVE'")
  await tablet.page.reload()
  await tablet.counter.sell(SHIRT)
  await expectBooked(3, { money: 3 * PRICES[SHIRT]!, pieces: 3 })
})
