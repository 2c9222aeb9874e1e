import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { booksOf, type Books } from '#tests/support/people/books.ts'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter/counter.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

const PIN = '407158'
let shop: Shop
let gateway: Gateway
let profile: Profile
let browser: BrowserContext
let page: Page
let counter: Counter
let before: Books

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  profile = browserProfile()
  await openBrowser()
  await counter.open()
  before = await booksOf(shop)
})
afterAll(async () => {
  await browser.close()
  profile.remove()
  gateway.close()
  await shop.stop()
})

async function openBrowser() {
  browser = await profile.open()
  page = browser.pages()[0] ?? (await browser.newPage())
  counter = counterOf(page, gateway.url)
}

const cover = () => page.getByRole('dialog', { name: 'This till is locked' })
const goods = () => page.getByRole('searchbox', { name: 'Name, SKU or barcode' })
const sales = async () => (await counter.held()).sales
async function expectLocked() {
  await cover().waitFor()
  await until(
    () =>
      cover()
        .getByLabel('PIN')
        .evaluate(field => field === document.activeElement),
    'the PIN has focus',
  )
  expect(await goods().isVisible()).toBe(false)
  await keepPicture(page, 'till-lock')
}
async function enter(pin: string) {
  await cover().getByLabel('PIN').fill(pin)
  await page.keyboard.press('Enter')
}

test('locks instead of logging out offline, and sells again only once the PIN is right', async () => {
  await counter.scan('6034128000424')
  await counter.kept(1)
  gateway.cut()
  await page
    .locator('details', { has: page.getByRole('button', { name: 'Logout', includeHidden: true }) })
    .first()
    .locator('summary')
    .click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByText(/nobody can sign in or sell here until the network is back/).waitFor()
  await page.getByRole('button', { name: 'Lock instead' }).click()
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByLabel('Repeat the PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await expectLocked()

  const sold = await sales()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  await page.keyboard.press('Control+k')
  for (let n = 0; n < 4; n++) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
    ),
  ).toBe(true)
  await page.reload()
  await expectLocked()
  await page.goto(`${gateway.url}/staff/till/sales`)
  await expectLocked()
  const other = await browser.newPage()
  await other.goto(`${gateway.url}/staff/orders/add`)
  await other.getByRole('dialog', { name: 'This till is locked' }).waitFor()

  await browser.close()
  await openBrowser()
  await page.goto(`${gateway.url}/staff/orders/add`)
  await expectLocked()
  await enter('407258')
  await cover().getByText('Wrong PIN. Try again.').waitFor()
  await cover().getByRole('button', { name: 'Sign out' }).click()
  await cover()
    .getByText(/If you sign out now, nobody can sign in here/)
    .waitFor()
  expect([await sales(), await goods().isVisible()]).toEqual([sold, false])

  await enter(PIN)
  await counter.ready()
  await counter.kept(1)
  await counter.checkOut()
  gateway.mend()
  await counter.newSale()
  await counter.sendNow()
  await until(async () => (await counter.held()).waiting === 0, 'the sale is sent')
  expect((await booksOf(shop)).orders - before.orders).toBe(1)
})
