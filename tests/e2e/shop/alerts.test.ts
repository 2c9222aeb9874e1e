import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { checkoutOf } from '#tests/support/shop/checkout.ts'
import { letterWith } from '#tests/support/people/letters.ts'
import { lookAt, PHONE as SIZE, watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

let shop: Shop
let browser: BrowserContext
let page: Page
let faults: string[]
inABrowserEach({ viewport: SIZE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }, here => {
  ;({ shop, browser, page } = here)
  faults = watched(page)
})

/** Opens a product whose first size and colour are sold out. Returns the variant's id. */
async function openSoldOut(): Promise<number> {
  const [gone] = await sql<{ id: number; product_id: number; slug: string; size: string; colour: string | null }>(
    shop,
    `SELECT v.id, v.product_id, p.slug, s.name AS size, c.name AS colour FROM product_variations v
      JOIN products p ON p.id = v.product_id AND p.status_code = 'LIVE'
      JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code
    WHERE v.quantity_in_stock = 0 ORDER BY v.id LIMIT 1`,
  )
  await page.goto(`${shop.url}/shop/product/${gone!.product_id}/${gone!.slug}`)
  await isAlive(page)
  await page.getByRole('radio', { name: gone!.size }).check({ force: true })
  if (gone!.colour) await page.getByRole('radio', { name: gone!.colour }).check({ force: true })
  return gone!.id
}
const tellMe = () => page.getByRole('button', { name: 'Tell me when it is back' })

/** Chromium without Google's services has no push service: this stands in for its answer. */
const standInForTheService = () =>
  page.addInitScript(() => {
    const key = crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    PushManager.prototype.getSubscription = () => Promise.resolve(null)
    PushManager.prototype.subscribe = async () => {
      const p256dh = text(await crypto.subtle.exportKey('raw', (await key).publicKey))
      const auth = text(crypto.getRandomValues(new Uint8Array(16)).buffer)
      const endpoint = 'https://fcm.googleapis.com/fcm/send/stand-in'
      return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription
    }
  })

/** Sends the shop's worker push messages, as the browser does when its push service has one. */
async function deliveries(): Promise<(data: object) => Promise<unknown>> {
  const devtools = await browser.newCDPSession(page)
  const origin = shop.url
  const found = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(origin)) resolve(registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  return data =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
}

/** In the worker: the push service renews the subscription, and like Firefox's says nothing of the old one. */
async function renewSubscription(): Promise<void> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const text = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey))
  const auth = text(crypto.getRandomValues(new Uint8Array(16)).buffer)
  const endpoint = 'https://fcm.googleapis.com/fcm/send/renewed'
  PushManager.prototype.getSubscription = () => Promise.resolve(null)
  PushManager.prototype.subscribe = () =>
    Promise.resolve({ endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription)
  const Change = (self as unknown as { ExtendableEvent: new (name: string) => Event }).ExtendableEvent
  self.dispatchEvent(new Change('pushsubscriptionchange'))
}

const shown = () =>
  page.evaluate(async () => {
    const notices = await (await navigator.serviceWorker.ready).getNotifications()
    return notices.map(({ title, body, tag }) => ({ title, body, tag }))
  })
const SOON = { timeout: patience(60_000) }

test('a guest asks on a sold-out size, gets the message on the phone, and turns it off there with one tap', async () => {
  await browser.grantPermissions(['notifications'], { origin: shop.url })
  await standInForTheService()
  const id = await openSoldOut()
  await tellMe().scrollIntoViewIfNeeded()
  await keepPicture(page, 'alerts-sold-out')
  await tellMe().click()
  await keepPicture(page, 'alerts-ask')
  await page.getByRole('button', { name: 'Notify me on this device' }).click()
  await page.getByText('We will tell you.').waitFor()
  await tellMe().click()
  await page.getByText('We will notify you on your device.').waitFor()
  await keepPicture(page, 'alerts-asked')
  await page.keyboard.press('Escape')
  const [contact] = await sql<{ token: string; subject_id: number }>(
    shop,
    'SELECT c.token, a.subject_id FROM alert_contacts c JOIN alerts a ON a.contact_id = c.id WHERE c.endpoint IS NOT NULL',
  )
  expect(contact!.subject_id).toBe(id)

  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  const deliver = await deliveries()
  const message = { title: 'Back in stock', body: 'Ama slim jeans', path: '/shop', tag: 'alert-1', off: contact!.token }
  /** Tells of it again: a message that comes while the browser starts its worker can be lost. */
  const told = (body: string) => async () => {
    await deliver({ ...message, body, path: '//evil.test' })
    await deliver({ ...message, body })
    return shown()
  }
  await expect
    .poll(told(message.body), SOON)
    .toEqual([{ title: 'Back in stock', body: 'Ama slim jeans', tag: 'alert-1' }])
  const again = 'Ama slim jeans, again'
  await expect.poll(told(again), SOON).toEqual([{ title: 'Back in stock', body: again, tag: 'alert-1' }])

  const [worker] = browser.serviceWorkers()
  await worker!.evaluate(renewSubscription)
  const known = () => sql<{ endpoint: string; token: string }>(shop, 'SELECT endpoint, token FROM alert_contacts')
  const RENEWED = 'https://fcm.googleapis.com/fcm/send/renewed'
  await expect.poll(known, SOON).toEqual([{ endpoint: RENEWED, token: contact!.token }])

  await worker!.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const Tap = (self as unknown as { NotificationEvent: new (name: string, init: object) => Event }).NotificationEvent
    self.dispatchEvent(new Tap('notificationclick', { notification, action: 'off' }))
  })
  await expect.poll(() => sql(shop, 'SELECT id FROM alert_contacts WHERE endpoint IS NOT NULL'), SOON).toEqual([])
  expect(await shown()).toEqual([])
  expect(faults).toEqual([])
})

test('a guest asks for an email, confirms it by its link, and turns all off by another', async () => {
  await openSoldOut()
  await tellMe().click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Email me' }).click()
  await page.getByText('Enter a valid email address').first().waitFor()
  await page.getByLabel('Email').fill('yaa@mail.test')
  await page.getByRole('button', { name: 'Email me' }).click()
  await page.getByText('Check your email and confirm').waitFor()
  const letter = await letterWith(shop, 'yaa@mail.test', 'Confirm your alert')
  const [confirm, off] = [/\S+confirm=[\w-]+/, /\S+off=[\w-]+/].map(link => link.exec(letter)![0]) as [string, string]
  await page.goto(confirm)
  expect(await lookAt(page, 'Selvedge | Alerts')).toEqual([])
  await page.setViewportSize(SIZE)
  await keepPicture(page, 'alerts-confirm')
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await page.getByText('Confirmed. We will tell you.').waitFor()
  await keepPicture(page, 'alerts-confirmed')
  await page.goto(off)
  await page.getByText('Alerts are off for this address.').waitFor()
  await keepPicture(page, 'alerts-off')
  await page.goto(confirm)
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await page.getByText('This link no longer works.').waitFor()
  await page.goto(`${shop.url}/alerts`)
  await page.getByText('This link is incomplete.').waitFor()
})

test('a customer sets a price alert on the wishlist, and finds it in the account', async () => {
  await page.goto(`${shop.url}/login?redirect=/wishlist`)
  await page.getByLabel('Email').fill('customer@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Wishlist' }).waitFor()
  await page.goto(`${shop.url}/shop`)
  await page
    .getByRole('button', { name: /^Save .* to wishlist$/ })
    .first()
    .click()
  await page.goto(`${shop.url}/account-area/alerts`)
  await page.getByText('You have no alerts.').waitFor()
  await keepPicture(page, 'alerts-account-empty')
  await page.goto(`${shop.url}/wishlist`)
  const alert = page.getByRole('button', { name: /^Price alert: / }).first()
  await alert.scrollIntoViewIfNeeded()
  await keepPicture(page, 'alerts-wishlist')
  await alert.click()
  await page.getByRole('button', { name: 'Email me' }).click()
  await page.getByText('We will tell you.').waitFor()
  await page.goto(`${shop.url}/account-area/alerts`)
  await page.getByText('Price drop').waitFor()
  await keepPicture(page, 'alerts-account')
  expect(await lookAt(page, 'Selvedge | Alerts')).toEqual([])
  await page.getByRole('button', { name: /^Turn off: Price drop/ }).click()
  await page.getByText('You have no alerts.').waitFor()
  expect(faults).toEqual([])
})

test('a shopper signs up for the newsletter from the footer, confirms it, and ends it by its link', async () => {
  await page.goto(`${shop.url}/about`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Newsletter' }).click()
  await page.getByLabel('Email').fill('esi@mail.test')
  await keepPicture(page, 'alerts-newsletter')
  await page.getByRole('button', { name: 'Send me the newsletter' }).click()
  await page.getByText('Check your email and confirm').waitFor()
  const letter = await letterWith(shop, 'esi@mail.test', 'Do you want our newsletter?')
  const [confirm, off] = [/\S+confirm=[\w-]+/, /\S+off=[\w-]+/].map(link => link.exec(letter)![0]) as [string, string]
  await page.goto(confirm)
  await page.getByRole('button', { name: 'Yes, send it to me' }).click()
  await page.getByText('Confirmed. You will receive our newsletter.').waitFor()
  await page.goto(off)
  await page.getByText('You are unsubscribed from our newsletter.').waitFor()
  expect(await sql(shop, "SELECT id FROM newsletter_addresses WHERE email = 'esi@mail.test'")).toEqual([])
  expect(faults).toEqual([])
})

test('a guest asks for the newsletter at checkout by a box that is not ticked, once the order is placed', async () => {
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  const box = page.getByRole('checkbox', { name: /newsletter/ })
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await box.scrollIntoViewIfNeeded()
  await keepPicture(page, 'alerts-checkout')
  const email = await page.getByRole('textbox', { name: 'Email' }).inputValue()
  await shopper.review()
  expect(await sql(shop, 'SELECT id FROM newsletter_addresses')).toEqual([])
  await shopper.placeOrder()
  await expect
    .poll(() => sql(shop, 'SELECT email, confirmed_at FROM newsletter_addresses'), SOON)
    .toEqual([{ email, confirmed_at: null }])
})

test('an administrator sees how many get the newsletter, and saves their addresses', async () => {
  await sql(
    shop,
    `INSERT INTO newsletter_addresses (email, confirm_token, off_token, confirmed_at)
      VALUES ('kofi@mail.test', REPEAT('a', 43), REPEAT('b', 43), NOW(3))`,
  )
  await page.goto(`${shop.url}/login?redirect=/staff/newsletter`)
  await page.getByLabel('Email').fill('admin@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByText('Confirmed addresses: 1.').waitFor()
  await keepPicture(page, 'alerts-staff')
  expect(await lookAt(page, 'Selvedge | Newsletter')).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download addresses' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('kofi@mail.test')
})

test('a customer shares the wishlist by a link and takes it back; a guest sees the first name and the goods', async () => {
  await page.goto(`${shop.url}/login?redirect=/wishlist`)
  await page.getByLabel('Email').fill('customer@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Wishlist' }).waitFor()
  await page.goto(`${shop.url}/shop?search=dress`)
  await page
    .getByRole('button', { name: /^Save .* to wishlist$/ })
    .first()
    .click()
  await page.goto(`${shop.url}/wishlist`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await page.getByLabel('Link to your wishlist').inputValue()
  await keepPicture(page, 'alerts-share')
  const guest = (await browser.browser()?.newContext()) ?? browser
  const other = await guest.newPage()
  await other.goto(link)
  await other.getByRole('heading', { name: /^[A-Z][a-z]+’s wishlist$/ }).waitFor()
  expect(await other.getByRole('article').count()).toBeGreaterThan(0)
  expect(await lookAt(other, /^Selvedge \| [A-Z][a-z]+’s wishlist$/)).toEqual([])
  await keepPicture(other, 'wishlist-shared')
  await page.getByRole('button', { name: 'Turn off the link' }).click()
  await page.getByText('Your wishlist is no longer shared.').waitFor()
  expect(faults).toEqual([])
  expect((await fetch(link)).status).toBe(404)
  await other.goto(link)
  await other.getByText('Page not found.').waitFor()
})
