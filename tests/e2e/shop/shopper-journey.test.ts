import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { choose } from '#tests/support/database/alive.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { BAD_CARD, checkoutOf, confirmationsOf, GOOD_CARD, JEANS, tracesOf } from '#tests/support/shop/checkout.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce' as const,
}
const PAID = { status_code: 'PROCESSING', payments: 1, entries: 1, redemptions: 1, reserved: 0, sold: 1 }
/** What their bag held before, put in on another device. */
const OTHER = { sku: 'AMA-SLIM-UK12-MID' }

let shop: Shop
let page: Page
inABrowserEach(PHONE, here => {
  ;({ shop, page } = here)
})
afterEach(async () => {
  await chaos({})
  await checkBooks(shop)
})

/** How the payment provider's double misbehaves from now on. */
async function chaos(how: object): Promise<void> {
  const reply = await fetch(`${shop.url}/sandbox/paystack/_chaos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk_test_demo' },
    body: JSON.stringify(how),
  })
  expect(reply.status).toBe(200)
}

/** Puts goods into the customer's bag from another device. */
async function gather(goods: readonly { sku: string; quantity: number }[]): Promise<void> {
  const send = async (path: string, body: object, token?: string) => {
    const reply = await fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(reply.ok).toBe(true)
    return (await reply.json()) as { token: string }
  }
  const { token } = await send('/api/login', { email: 'customer@shop.test', password: 'Demo-1234' })
  for (const { sku, quantity } of goods) {
    const [variation] = await sql<{ id: number }>(shop, `SELECT id FROM product_variations WHERE sku = '${sku}'`)
    await send('/api/cart', { product_variation_id: variation!.id, quantity }, token)
  }
}

const inBag = async () =>
  Object.fromEntries(
    (
      await sql<{ sku: string; quantity: number }>(
        shop,
        `SELECT v.sku, c.quantity FROM cart_items c JOIN product_variations v ON v.id = c.product_variation_id
  WHERE c.user_id = (SELECT id FROM users WHERE email = 'customer@shop.test')`,
      )
    ).map(({ sku, quantity }) => [sku, quantity]),
  )

test('leads from a typo to a paid order, as a guest who turns out to be a customer', async () => {
  const uses = await usesOfCode()
  await gather([
    { sku: JEANS.sku, quantity: 2 },
    { sku: OTHER.sku, quantity: 1 },
  ])
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('jaens')
  await page.keyboard.press('Enter')
  await page.getByText('Showing results for').waitFor()
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
  await page.getByLabel('Email', { exact: true }).fill('customer@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${shop.url}/cart`)
  await page.getByText('Ama Slim Jeans').first().waitFor()
  expect(await inBag()).toEqual({ [JEANS.sku]: 2, [OTHER.sku]: 1 }) // one of the jeans here, two there: the larger
  await expect.poll(() => page.getByRole('link', { name: /^Cart/ }).getAttribute('aria-label')).toBe('Cart, 3 in it')

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
  await page.getByText('You closed the payment.').waitFor()
  await shopper.makePayment()
  await shopper.payWith(GOOD_CARD)
  const id = await shopper.done()
  expect(await onceIsPaid(id, uses)).toEqual({ confirmations: 1, uses: 1, ...PAID, sold: 3 })
  expect(await inBag()).toEqual({})
  await page.goto(`${shop.url}/account-area/orders`)
  await page.getByRole('link', { name: `View order ${id}` }).waitFor()
})

/**
 * Orders a piece as a guest with a code, pays, and closes the browser before the page can tell the shop, unless it
 * stays.
 */
async function payAnd(
  leave: boolean,
  before: (order_id: number) => Promise<unknown> = async () => {},
): Promise<number> {
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await shopper.apply('WELCOME10')
  await shopper.review()
  await shopper.makePayment()
  await shopper.popUp().locator('#submit').waitFor()
  const id = Number(new URL(page.url()).searchParams.get('order'))
  await before(id)
  if (leave)
    await page.route('**/api/orders', route =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
  const taken = page.waitForResponse(/\/sandbox\/paystack\/checkout\/\w+\/pay$/)
  await shopper.payWith(GOOD_CARD)
  await taken
  if (leave) await page.close()
  else await shopper.done()
  return id
}

const usesOfCode = async () =>
  (await sql<{ current_usage: number }>(shop, "SELECT current_usage FROM coupons WHERE code = 'WELCOME10'"))[0]!
    .current_usage

/** What there is of an order once the shop has heard that it is paid, and how often its code was used since. */
async function onceIsPaid(id: number, usesBefore: number) {
  await until(async () => (await tracesOf(shop, id)).status_code === 'PROCESSING', `order ${id} became paid`, 300_000)
  return {
    confirmations: await confirmationsOf(shop, id),
    uses: (await usesOfCode()) - usesBefore,
    ...(await tracesOf(shop, id)),
  }
}

test('learns of a payment by webhook alone when the browser is closed right after paying', async () => {
  const uses = await usesOfCode()
  const id = await payAnd(true, order =>
    sql(shop, `UPDATE payment_attempts SET created_at = created_at + INTERVAL 1 DAY WHERE order_id = ${order}`),
  ) // for the round of every minute it is not due
  expect(await onceIsPaid(id, uses)).toEqual({ confirmations: 1, uses: 1, ...PAID })
})

test("learns of a payment by the minute's round when the webhook is lost and the browser closed", async () => {
  await chaos({ webhooks: 0 })
  const uses = await usesOfCode()
  const id = await payAnd(true)
  await sql(
    shop,
    `UPDATE payment_attempts SET created_at = created_at - INTERVAL 1 MINUTE, checked_at = NULL WHERE order_id = ${id}`,
  ) // as if a minute had gone by
  expect(await onceIsPaid(id, uses)).toEqual({ confirmations: 1, uses: 1, ...PAID })
})

test('pays an order once when five webhooks and the page report it at once', async () => {
  await chaos({ webhooks: 5, webhook_first: true })
  const uses = await usesOfCode()
  expect(await onceIsPaid(await payAnd(false), uses)).toEqual({ confirmations: 1, uses: 1, ...PAID })
})
