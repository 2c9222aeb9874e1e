import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { isAlive } from '#tests/support/database/alive.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { AMA, checkoutOf, GOOD_CARD, JEANS, tracesOf } from '#tests/support/shop/checkout.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { complaintsOf, SLOW_PHONE, slowDown } from '#tests/support/browser/slow-phone.ts'

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach(SLOW_PHONE, here => {
  ;({ shop, page } = here)
  faults = complaintsOf(page)
})
afterEach(async () => {
  await checkBooks(shop)
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

const region = () => page.getByRole('combobox', { name: /^(Region|Delivery to)/ })
const days = '(Mon|Tue|Wed|Thu|Fri)[ 0-9A-Za-z]*'
const arrival = (zone: string) => page.getByText(new RegExp(`^${zone}: ${days}( ?– ?${days})?$`))

describe('a shopper in a region', () => {
  test('sees the delivery days on the product, and the bag and checkout remember the region', async () => {
    await slowDown(page)
    await page.goto(shop.url + JEANS.path)
    await isAlive(page)
    await page.getByRole('link', { name: 'See delivery dates for your region' }).click()
    await expect.poll(() => region().evaluate(field => field === document.activeElement)).toBe(true)
    await expect.poll(() => region().locator('option').count()).toBe(17)
    await region().selectOption({ label: 'Ashanti' })
    await arrival('Kumasi Central').waitFor()
    expect(await lookAt(page, /Ama slim jeans/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)

    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await page.goto(`${shop.url}/cart`)
    await arrival('Kumasi Central').waitFor()
    await page.getByText(/to go: delivery is free over GH₵\s2,000.00\.$/).waitFor()
    await page.getByRole('progressbar', { name: 'Towards free delivery' }).waitFor()
    expect(await lookAt(page, /In Your Bag/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await page.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('radio', { name: 'Delivery', exact: true }).check()
    await expect.poll(() => region().inputValue()).toBe('GH-AH')
  })

  test('picks up at a station without an address, where nobody comes to the door', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await page.getByRole('radio', { name: 'Delivery', exact: true }).check()
    await region().selectOption({ label: 'Ahafo · pick up at a station' })
    await page.getByLabel('Zone').selectOption('GOASO-VIP')
    await page.getByText('We send it by bus to VIP Jeoun counter, Goaso lorry park').waitFor()
    expect(await page.getByLabel('Address', { exact: true }).count()).toBe(0)
    expect(await lookAt(page, /Checkout/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await shopper.fillIn()
    await shopper.review()
    await page.reload()
    await page.getByText('VIP Jeoun counter, Goaso lorry park').waitFor()
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    const id = await shopper.done()
    expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'PROCESSING', payments: 1 })
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByText('Pick-up at VIP Jeoun counter, Goaso lorry park').waitFor()
  })

  test('is told at the region that the shop does not deliver there, and goes on by the nearest', async () => {
    const zones = await sql<{ id: number; region_code: string }>(shop, 'SELECT id, region_code FROM delivery_zones')
    const gone = zones.filter(({ region_code }) => ['GH-UW', 'GH-NE'].includes(region_code)).map(({ id }) => id)
    await sql(shop, `UPDATE delivery_zones SET region_code = 'GH-UE' WHERE id IN (${gone.join()})`)
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await page.getByRole('radio', { name: 'Delivery', exact: true }).check()
    await region().selectOption({ label: 'Upper West · no delivery yet' })
    await page.getByText('We do not deliver to Upper West yet.', { exact: true }).waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
    expect(await page.getByLabel('Zone').count()).toBe(0)
    const message = await page.getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(message!)).toContain('I would like a delivery to Upper West.')
    expect(await lookAt(page, /Checkout/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await shopper.fillIn(AMA)
    await page.getByRole('button', { name: 'Review Order' }).click()
    await expect.poll(() => region().evaluate(field => field === document.activeElement)).toBe(true)
    await page.getByText('Choose another region or pick-up.').first().waitFor()
    await page.getByRole('button', { name: /^Station pick-up in Savannah, from GH₵\s95.00$/ }).click()
    await expect.poll(() => region().inputValue()).toBe('GH-SV')
    await page.getByLabel('Zone').selectOption('DAMONGO-VIP')
    await shopper.review()
    for (const { id, region_code } of zones.filter(zone => gone.includes(zone.id)))
      await sql(shop, `UPDATE delivery_zones SET region_code = '${region_code}' WHERE id = ${id}`)
  })
})

describe('a shopper who fills the bag', () => {
  test('sees what was added, takes a removal back, and is told of numbers that count for nothing', async () => {
    await slowDown(page)
    await page.goto(shop.url + JEANS.path)
    await isAlive(page)
    const quantity = page.getByRole('textbox', { name: 'Quantity' })
    const add = page.getByRole('button', { name: 'Add to Shopping Bag' }).first()
    for (const typed of ['0', '-3']) {
      await quantity.fill(typed)
      await add.click()
      await page.getByText('Enter a whole number, 1 or more.').waitFor()
    }
    await page.getByRole('link', { name: 'Cart', exact: true }).waitFor() // it names no pieces
    expect((await add.boundingBox())!.height).toBeLessThan(50)
    await quantity.fill('9999')
    await page.keyboard.press('Enter')
    await page.getByText(/^Only \d+ left, so we changed the quantity to \d+\.$/).waitFor()
    await quantity.fill('2')
    await add.click()
    const drawer = page.getByRole('dialog', { name: 'Added to your shopping bag.' })
    await drawer.getByText('UK 6').waitFor()
    expect(await drawer.getByRole('img').count()).toBe(0) // the picture is beside the name, so it is not read
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Checkout')
    expect(await lookAt(page, /Ama slim jeans/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Add to Shopping Bag')

    await page.goto(`${shop.url}/cart`)
    await isAlive(page)
    await page.getByRole('button', { name: 'Remove Ama slim jeans' }).click()
    await page.getByText('Your Cart Is Empty').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Cart, 2 in it' }).waitFor()
  })

  test('keeps total and payment in view and closes the payment calmly', async () => {
    const shopper = checkoutOf(page, shop.url)
    await page.setViewportSize({ width: 360, height: 740 })
    await shopper.buyNow()
    const steps = page.getByRole('navigation', { name: 'Steps to your order' })
    expect((await steps.boundingBox())!.height).toBeLessThan(24)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await shopper.fillIn()
    await shopper.review()
    for (const seen of [page.getByRole('button', { name: 'Make Payment' }), page.getByText('Total').last()])
      expect(await isInView(seen)).toBe(true)
    expect(await page.getByText('we charge no delivery fee at checkout').count()).toBe(0)
    expect(await page.getByText('Selvedge Clothing Limited').isVisible()).toBe(false)
    expect(await lookAt(page, /Review/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await shopper.makePayment()
    await shopper.popUp().locator('#submit').waitFor()
    await shopper.closePopUp()
    await page.getByText('You closed the payment. Try again when you are ready.').waitFor()
  })

  test('makes an account with one password after paying, and the order is in it', async () => {
    const shopper = checkoutOf(page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn({ ...AMA, Email: 'ama.new@mail.test' })
    await shopper.review()
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    const id = await shopper.done()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Password', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
    expect(await lookAt(page, /Pay/)).toEqual([])
    await page.setViewportSize(SLOW_PHONE.viewport)
    await page.getByLabel('Password', { exact: true }).fill('sell-the-denim-9')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Your account is ready, and this order is in it.').waitFor()
    await page.getByRole('link', { name: 'See your orders' }).click()
    await page
      .getByRole('link', { name: new RegExp(`\\b${id}\\b`) })
      .first()
      .waitFor()
  })
})

const isInView = (element: Locator) =>
  element.evaluate(it => {
    const { top, bottom } = it.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

test('a shopper reads the privacy policy, asks about a product by WhatsApp, and prints it on one page', async () => {
  await page.goto(`${shop.url}/policy/privacy`)
  await page.getByText('Data Protection Act, 2012 (Act 843)').waitFor()
  expect(await lookAt(page, /Privacy Policy/)).toEqual([])
  await page.setViewportSize(SLOW_PHONE.viewport)
  await page.goto(shop.url + JEANS.path)
  await isAlive(page)
  const question = await page.getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(question!)).toBe(
    `https://wa.me/233244123456?text=Is this in UK 6? Ama slim jeans ${shop.url}${JEANS.path}`,
  )
  await page.getByRole('link', { name: 'WhatsApp 024 412 3456' }).waitFor()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('a shopper without scripts goes on to more products, and a first page keeps to 130 KB of script and style', async () => {
  const html = await (await fetch(`${shop.url}/shop?category=1`)).text()
  const [, more = ''] = /<a[^>]*href="([^"]*shown=24[^"]*)"/.exec(html) ?? []
  expect(more.replaceAll('&amp;', '&')).toBe('/shop?category=1&shown=24')
  const longer = await (await fetch(`${shop.url}/shop?category=1&shown=24`)).text()
  expect([html, longer].map(text => text.match(/<article/g)!.length)).toEqual([12, 24])

  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  const kinds = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength
  })
  for (const path of ['/', JEANS.path]) {
    bytes = 0
    await page.goto(shop.url + path)
    await isAlive(page)
    await page.waitForLoadState('networkidle')
    expect([path, bytes > 50_000, bytes <= 130_000]).toEqual([path, true, true])
  }
})

test('a shopper with a tablet sees all of the header', async () => {
  for (const width of [768, 820, 1024]) {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto(`${shop.url}/policy/privacy`)
    const parts = page.getByRole('banner').locator('a:visible, summary:visible, button:visible')
    const boxes = await parts.evaluateAll(all => all.map(part => part.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes.filter(({ right, height }) => right > width || height > 50)).toEqual([])
    await page.getByRole('banner').getByText('Selvedge').waitFor()
  }
})
