import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { choose } from '#tests/support/alive.ts'
import { booksOf, sql } from '#tests/support/books.ts'
import { BAD_CARD, checkoutOf, confirmationsOf, GOOD_CARD, tracesOf } from '#tests/support/checkout.ts'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { until } from '#tests/support/processes.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' as const }
const PAID = { status_code: 'PROCESSING', payments: 1, entries: 1, redemptions: 1, reserved: 0, sold: 1 }

let shop: Shop
let profile: Profile
let browser: BrowserContext
let page: Page
beforeAll(async () => { shop = await startShop() }, 240_000)
afterAll(() => shop?.stop(), 60_000)
beforeEach(async () => {
  profile = browserProfile()
  browser = await profile.open(PHONE)
  page = browser.pages()[0]!
})
afterEach(async () => {
  await chaos({})
  await browser.close()
  profile.remove()
  const { broken } = await booksOf(shop)
  if (broken.length > 0) throw new Error(`The books are wrong: ${broken.join(', ')}`)
})

/** How the payment provider's double misbehaves from now on. */
async function chaos(how: object): Promise<void> {
  const reply = await fetch(`${shop.url}/sandbox/paystack/_chaos`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer sk_test_demo' }, body: JSON.stringify(how) })
  expect(reply.status).toBe(200)
}

test('from a typo to a paid order, as a guest who turns out to be a customer', async () => {
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('jaens')
  await page.keyboard.press('Enter')
  await page.getByText('This is what we have for').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('checkbox', { name: /^Bottoms/ }).check()
  await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click()
  await page.getByRole('link', { name: 'Ama Slim Jeans' }).first().click()
  await choose(page, 'Mid Wash')
  await choose(page, 'UK 6')
  await page.getByRole('button', { name: 'Add to Shopping Bag' }).first().click()
  await expect.poll(() => page.getByRole('link', { name: /^Cart/ }).getAttribute('aria-label')).toMatch(/1/)

  await page.goto(`${shop.url}/login?redirect=/cart`)
  await page.getByLabel('E-mail').fill('customer@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await page.getByText('Ama Slim Jeans').first().waitFor()

  await page.getByRole('link', { name: 'Checkout', exact: true }).first().click()
  const shopper = checkoutOf(page, shop.url)
  await page.getByLabel('First name').waitFor()
  await shopper.fillIn()
  await shopper.deliverTo('Ashanti', /Kumasi Central/)
  await shopper.apply('WELCOME10')
  await shopper.review()
  await shopper.makePayment()
  await shopper.payWith(BAD_CARD)
  await shopper.popUp().getByRole('alert').filter({ hasText: /./ }).waitFor()
  await shopper.closePopUp()
  await page.getByText('Transaction could not be completed.').waitFor()
  await shopper.makePayment()
  await shopper.payWith(GOOD_CARD)
  const id = await shopper.done()
  expect(await tracesOf(shop, id)).toMatchObject({ ...PAID, sold: expect.any(Number) })
  expect(await confirmationsOf(shop, id)).toBe(1)
  await page.goto(`${shop.url}/account-area/orders`)
  await page.getByRole('link', { name: `View order ${id}` }).waitFor()
})

/** Orders a piece as a guest with a code, pays, and closes the browser before the page can tell the shop, unless it stays. */
async function payAnd(leave: boolean): Promise<number> {
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await shopper.apply('WELCOME10')
  await shopper.review()
  await shopper.makePayment()
  await shopper.popUp().locator('#submit').waitFor()
  const id = Number(new URL(page.url()).searchParams.get('order'))
  if (leave) await page.route('**/api/orders', route => route.request().method() === 'PATCH' ? route.abort() : route.continue())
  const taken = page.waitForResponse(/\/sandbox\/paystack\/checkout\/\w+\/pay$/)
  await shopper.payWith(GOOD_CARD)
  await taken
  if (leave) await page.close()
  else await shopper.done()
  return id
}

const usesOfCode = async () => (await sql<{ current_usage: number }>(shop, "SELECT current_usage FROM coupons WHERE code = 'WELCOME10'"))[0]!.current_usage

/** What there is of an order once the shop has heard that it is paid, and how often its code was used since. */
async function onceIsPaid(id: number, usesBefore: number) {
  await until(async () => (await tracesOf(shop, id)).status_code === 'PROCESSING', `order ${id} became paid`, 100_000)
  return { confirmations: await confirmationsOf(shop, id), uses: await usesOfCode() - usesBefore, ...await tracesOf(shop, id) }
}

test('with the webhook lost and the browser closed, the round of every minute finds the payment', async () => {
  await chaos({ webhooks: 0 })
  const uses = await usesOfCode()
  const id = await payAnd(true)
  await sql(shop, `UPDATE payment_attempts SET created_at = created_at - INTERVAL 1 MINUTE, checked_at = NULL WHERE order_id = ${id}`) // as if a minute had gone by
  expect(await onceIsPaid(id, uses)).toEqual({ confirmations: 1, uses: 1, ...PAID })
})

test('with five webhooks and the page telling of it at once, it is paid once', async () => {
  await chaos({ webhooks: 5, webhook_first: true })
  const uses = await usesOfCode()
  expect(await onceIsPaid(await payAnd(false), uses)).toEqual({ confirmations: 1, uses: 1, ...PAID })
})
