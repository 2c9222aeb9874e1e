import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { BAD_CARD, checkoutOf, confirmationsOf, GOOD_CARD, tracesOf } from '#tests/support/shop/checkout.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce' as const,
  acceptDownloads: true,
}
const CLOSED = 'You closed the payment. Try again when you are ready.'
const PAID = { status_code: 'PROCESSING', payments: 1, entries: 1, redemptions: 0, reserved: 0, sold: 1 }

let shop: Shop
let browser: BrowserContext
let page: Page
let faults: string[]
inABrowserEach(PHONE, here => {
  ;({ shop, browser, page } = here)
  faults = heardFrom(page)
})
afterEach(() => checkBooks(shop))

/** What a page complains of; that the shop refuses something is an answer. */
function heardFrom(its: Page): string[] {
  const said: string[] = []
  its.on('console', message => {
    if (message.type() === 'error' && !/the server responded with a status of (400|409|422)/.test(message.text()))
      said.push(message.text())
  })
  its.on('pageerror', error => said.push(error.message))
  return said
}

const badge = () => page.getByRole('link', { name: /^Cart/ }).getAttribute('aria-label')
const orderInAddress = (its = page) => Number(new URL(its.url()).searchParams.get('order'))

describe('a guest on a phone', () => {
  test('orders by delivery with a coupon, is declined, pays with another card and follows the order', async () => {
    const [before] = await sql<{ current_usage: number }>(
      shop,
      "SELECT current_usage FROM coupons WHERE code = 'WELCOME10'",
    )
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.deliverTo('Ashanti', /Kumasi Central/)
    await shopper.apply('WELCOME10')
    await page.reload()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ama')
    await shopper.review()
    await page.getByText('Seller, payment and returns').click()
    for (const words of [
      'Selvedge Clothing Limited',
      'We may withhold service',
      'GH₵\u00A045.00',
      'Greater Kumasi|Kumasi Central',
    ])
      await page.getByText(new RegExp(words)).first().waitFor()
    await page.goBack()
    await expect
      .poll(() => page.getByLabel('Address', { exact: true }).inputValue())
      .toBe('House 5, behind the blue kiosk')
    await shopper.review()

    await shopper.makePayment()
    await shopper.payWith(BAD_CARD)
    await shopper.popUp().getByRole('alert').filter({ hasText: /./ }).waitFor()
    await shopper.closePopUp()
    await page.getByText(CLOSED).waitFor()
    await page.getByRole('timer').waitFor()
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    const id = await shopper.done()
    expect(await tracesOf(shop, id)).toEqual({ ...PAID, redemptions: 1 })
    expect(await confirmationsOf(shop, id)).toBe(1)
    const [after] = await sql<{ current_usage: number }>(
      shop,
      "SELECT current_usage FROM coupons WHERE code = 'WELCOME10'",
    )
    expect(after!.current_usage).toBe(before!.current_usage + 1)
    await expect.poll(badge).toBe('Cart')

    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
    await page.getByText('Payment received').waitFor()
    expect(await (await fetch(page.url())).text()).toContain('<meta name="robots" content="noindex">')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Receipt as PDF' }).click()
    expect((await download).suggestedFilename()).toBe(`${id}.pdf`)
    expect(faults).toEqual([])
  })

  test('sees what is missing beside its field', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await page.goto(`${shop.url}/checkout/review`)
    await page.waitForURL(`${shop.url}/checkout`)
    await page.getByRole('button', { name: 'Review Order' }).click()
    await page.getByText('Please enter your first name.').first().waitFor()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('first_name')
    await shopper.fillIn({ 'First name': 'Ama', 'Last name': 'Mensah', Phone: '123', Email: 'ama@mail.test' })
    await page.getByRole('button', { name: 'Review Order' }).click()
    await page.getByText('Enter a valid phone number, such as 024 123 4567.').first().waitFor()
    expect(faults).toEqual([])
  })

  test('picks up an order: the place, its map, the way there, and a message with its number', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await expect
      .poll(() => page.getByAltText(/^Map/).evaluate((map: HTMLImageElement) => map.naturalWidth > 0))
      .toBe(true)
    expect(await page.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('Oxford%20Street')
    await shopper.fillIn()
    await shopper.review()
    await shopper.makePayment()
    await shopper.payWith(/^MTN, success at once/)
    const id = await shopper.done()
    const link = await page.getByRole('main').getByRole('link', { name: 'WhatsApp 024 412 3456' }).getAttribute('href')
    expect(decodeURIComponent(link!)).toBe(
      `https://wa.me/233244123456?text=Hello Selvedge, I would like to pick up my order. Its number is ${id}.`,
    )
    expect(await tracesOf(shop, id)).toEqual(PAID)
    expect(faults).toEqual([])
  })

  test('has a paid order after closing the browser right after paying', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.apply('WELCOME10')
    await shopper.review()
    await shopper.makePayment()
    await shopper.popUp().locator('#submit').waitFor()
    const id = orderInAddress()
    const [row] = await sql<{ tracking_token: string }>(shop, `SELECT tracking_token FROM orders WHERE id = ${id}`)
    const taken = page.waitForResponse(/\/sandbox\/paystack\/checkout\/\w+\/pay$/)
    await shopper.payWith(GOOD_CARD)
    await taken
    await page.close()
    await until(async () => (await tracesOf(shop, id)).status_code === 'PROCESSING', 'the webhook arrived')
    expect(await confirmationsOf(shop, id)).toBe(1)
    expect(await tracesOf(shop, id)).toEqual({ ...PAID, redemptions: 1 })
    const later = await browser.newPage()
    await later.goto(`${shop.url}/orders/track/${row!.tracking_token}`)
    await later.getByText('Payment received').waitFor()
  })

  test('has one order and pays once after tapping twice in two tabs', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.apply('WELCOME10')
    await shopper.review()
    const tab = await browser.newPage()
    const other = checkoutOf(tab, shop.url)
    await tab.goto(`${shop.url}/checkout`)
    await other.fillIn()
    await other.apply('WELCOME10')
    await other.review()
    const asked: string[] = []
    for (const its of [page, tab])
      its.on('request', request => {
        if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/orders') asked.push(request.url())
      })
    const twice = (its: Page) =>
      its.getByRole('button', { name: 'Make Payment' }).evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
      })
    await Promise.all([twice(page), twice(tab)])
    await Promise.all([page, tab].map(its => its.waitForURL(/\/checkout\/pay\?order=/)))
    expect(asked).toHaveLength(2)
    expect(orderInAddress(tab)).toBe(orderInAddress())
    await other.byCard()
    await page.bringToFront()
    await shopper.byCard()
    await shopper.payWith(GOOD_CARD)
    const id = await shopper.done()
    await tab.bringToFront()
    await other
      .popUp()
      .locator('#cancel')
      .click({ timeout: patience(15_000) })
      .catch(() => {}) // which is gone by itself once the tab hears of the payment
    expect(await other.done()).toBe(id)
    expect(await tracesOf(shop, id)).toEqual({ ...PAID, redemptions: 1 })
    expect(await confirmationsOf(shop, id)).toBe(1)
    expect(faults).toEqual([])
  })

  test('pays nothing when a coupon covers all of it', async () => {
    await sql(
      shop,
      "INSERT INTO coupons (code, name, type, value, max_usage, current_usage, free_delivery, status_code) VALUES ('ALLOFIT', 'All of it', 'percentage', 100, 5, 0, 1, 'ACTIVE')",
    )
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.apply('ALLOFIT')
    await shopper.review()
    await shopper.placeOrder()
    const id = await shopper.done()
    expect(await tracesOf(shop, id)).toEqual({ ...PAID, payments: 0, entries: 0, redemptions: 1 })
    expect(faults).toEqual([])
  })

  test('sees what changed in between, agrees and pays that', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.review()
    const dearer = (by: number) =>
      sql(shop, `UPDATE products SET retail_price = retail_price + ${by} WHERE slug = 'ama-slim-jeans'`)
    await dearer(10)
    await shopper.placeOrder()
    const change = page.getByRole('row', { name: /^Total/ })
    await change.waitFor()
    const [was, now] = (await change.getByRole('cell').allInnerTexts()).map(words =>
      Number(words.replace(/[^\d.]/g, '')),
    )
    expect(now).toBe(was! + 10)
    await page.getByRole('button', { name: /^Agree and pay/ }).click()
    await shopper.byCard()
    await shopper.payWith(GOOD_CARD)
    const id = await shopper.done()
    expect(await sql(shop, `SELECT total FROM orders WHERE id = ${id}`)).toEqual([{ total: now!.toFixed(2) }])
    await dearer(-10)
    expect(faults).toEqual([])
  })

  test('goes to the payment page when the pop-up does not come, and returns', async () => {
    await page.route('**/sandbox/paystack/inline.js', route => route.abort())
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.review()
    await shopper.makePayment()
    await page.waitForURL(/\/sandbox\/paystack\/checkout\/\w+$/)
    await page.getByRole('button', { name: GOOD_CARD }).click()
    await page.locator('#submit').click()
    await page.waitForURL(/\/checkout\/return\?order=\d+/)
    const id = await shopper.done()
    expect(await tracesOf(shop, id)).toEqual(PAID)
  })

  test("pays by an order's link in the app installed on an iPhone on the payment page, and returns", async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.review()
    await shopper.makePayment()
    await shopper.popUp().locator('#submit').waitFor()
    const id = orderInAddress()
    const [order] = await sql<{ tracking_token: string }>(shop, `SELECT tracking_token FROM orders WHERE id = ${id}`)

    const elsewhere = browserProfile()
    const iphone = await elsewhere.open(PHONE)
    await iphone.addInitScript(() => {
      Object.defineProperty(navigator, 'standalone', { value: true })
    })
    const app = iphone.pages()[0]!
    const popUps: string[] = []
    app.on('request', request => {
      if (request.url().endsWith('/inline.js')) popUps.push(request.url())
    })
    const other = checkoutOf(app, shop.url)
    await app.goto(`${shop.url}/orders/track/${order!.tracking_token}`)
    await isAlive(app)
    await other.makePayment()
    await app.waitForURL(/\/sandbox\/paystack\/checkout\/\w+$/)
    await app.getByRole('button', { name: 'Cancel payment' }).click()
    await app.waitForURL(/\/checkout\/return\?order=\d+$/)
    await app.getByText('Transaction could not be completed.').waitFor()
    // what is in this bag is not that order
    expect(await app.getByRole('link', { name: 'Change the order' }).count()).toBe(0)
    await other.makePayment()
    await app.waitForURL(/\/sandbox\/paystack\/checkout\/\w+$/)
    await app.getByRole('button', { name: GOOD_CARD }).click()
    await app.locator('#submit').click()
    expect(await other.done()).toBe(id)
    expect([popUps, await tracesOf(shop, id), await confirmationsOf(shop, id)]).toEqual([[], PAID, 1])
    await app.getByRole('link', { name: 'See your order' }).click()
    await app.waitForURL(`${shop.url}/orders/track/${order!.tracking_token}`)
    await iphone.close()
    elsewhere.remove()
  })

  test('keeps the form without a network and orders when it is back', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.review()
    await browser.setOffline(true)
    await page
      .getByText(/No connection/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Make Payment' }).isDisabled()).toBe(true)
    await browser.setOffline(false)
    await expect
      .poll(() => page.getByRole('button', { name: 'Make Payment' }).isEnabled(), { timeout: patience(120_000) })
      .toBe(true)
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    expect(await tracesOf(shop, await shopper.done())).toEqual(PAID)
  })
})
