import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { browserProfile, stoppedByPolicy } from '#tests/support/browser/chromium.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { ask, makeHostile } from '#tests/support/hostile/hostile-shop.ts'
import {
  HOSTILE_WORDS,
  hostileTexts,
  readScreen,
  untilStill,
  watchFor,
  type Watch,
} from '#tests/support/hostile/hostile-words.ts'
import { partOf } from '#tests/support/people/letters.ts'
import { inABrowser } from '#tests/support/browser/own-browser.ts'
import { until } from '#tests/support/runs/processes.ts'
import { GOOD } from '#tests/support/shop/sandbox.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { addressesOf, keepAShift, patternsOf, sellGiftCard } from '#tests/support/routes/staff-addresses.ts'

/** What a PDF does by itself, or when it is pressed. */
const SCRIPTED = /\/(JS|JavaScript|Launch|SubmitForm|URI|EmbeddedFile)\b/

let shop: Shop
let browser: BrowserContext
let watch: Watch
let page: Page
let sku: string
inABrowser({ acceptDownloads: true }, async here => {
  ;({ shop, browser, page } = here)
  await makeHostile(shop)
  sku = (
    await sql<{ sku: string }>(
      shop,
      "SELECT sku FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND p.deleted_at IS NULL AND v.on_hand - v.reserved > 5 ORDER BY p.id LIMIT 1",
    )
  )[0]!.sku
  watch = await watchFor(browser)
})

/** Opens screens one after the other; everything that became more than words. */
async function lookAt(...paths: string[]): Promise<string[]> {
  const markup: string[] = []
  for (const path of paths) {
    await page.goto(shop.url + path)
    await untilStill(page)
    markup.push(...(await readScreen(page, watch)))
  }
  return markup
}

const signIn = async (email: string) => {
  await page.context().clearCookies()
  await page.goto(shop.url)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.goto(`${shop.url}/login?redirect=/about`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}/about`)
}

/** Nothing ran and nothing had to be stopped, in any page so far. */
const expectCalm = (markup: string[]) => expect([markup, [...watch.ran], watch.stopped]).toEqual([[], [], []])

interface Bought {
  id: number
  tracking_url: string
}

/** Somebody orders under hostile names, without a browser. */
async function buy(email: string): Promise<Bought> {
  const { token } = await ask<{ token: string }>(shop, 'POST /api/guest', { body: {} })
  const [piece] = await sql<{ id: number }>(shop, `SELECT id FROM product_variations WHERE sku = '${sku}'`)
  await ask(shop, 'POST /api/cart', { token, body: { product_variation_id: piece!.id } })
  const { order, payment } = await ask<{ order: Bought; payment: { access_code: string } }>(shop, 'POST /api/orders', {
    token,
    body: {
      first_name: HOSTILE_WORDS[16],
      last_name: HOSTILE_WORDS[1],
      phone: '0244123456',
      email,
      delivery_method_code: 'delivery',
      shipping_country_code: 'GH',
      shipping_region_code: 'GH-AA',
      shipping_delivery_zone_code: null,
      shipping_address: hostileTexts(500)[0],
      shipping_additional_details: hostileTexts(1000)[0],
    },
  })
  await ask(shop, `POST /sandbox/paystack/checkout/${payment.access_code}/pay`, { body: GOOD })
  await ask(shop, 'PATCH /api/orders', { token, body: { order_id: order.id } })
  return order
}

test('shows hostile words as words in the shop, drawn by the server and the browser', async () => {
  const search = (words: string) => `/shop?search=${encodeURIComponent(words)}`
  const products = (
    await sql<{ path: string }>(
      shop,
      "SELECT CONCAT('/shop/product/', id, '/', slug) AS path FROM products WHERE status_code = 'LIVE' AND deleted_at IS NULL ORDER BY id LIMIT 4",
    )
  ).map(({ path }) => path)
  const markup = await lookAt(
    '/',
    '/shop',
    '/shop?category=1',
    search(HOSTILE_WORDS[1]!),
    search(HOSTILE_WORDS[47]!),
    search('img'),
    ...products,
    '/collections',
    '/about',
    '/contact',
    '/policy/shipping',
    `/share?text=${encodeURIComponent(HOSTILE_WORDS[17]!)}`,
    `/nowhere/${encodeURIComponent(HOSTILE_WORDS[2]!)}`,
  )
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('combobox').fill('script')
  await page.getByRole('option').first().waitFor()
  markup.push(...(await readScreen(page, watch)))
  expectCalm(markup)
})

test('shows them as words to a shopper, from the bag to the order', async () => {
  await page.goto(
    shop.url +
      (
        await sql<{ path: string }>(
          shop,
          `SELECT CONCAT('/shop/product/', p.id, '/', p.slug) AS path FROM products p
            JOIN product_variations v ON v.product_id = p.id WHERE v.sku = '${sku}'`,
        )
      )[0]!.path,
  )
  await untilStill(page)
  for (const group of await page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .all())
    await group.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.waitForURL(/\/checkout$/)
  for (const [name, words] of [
    ['First name', HOSTILE_WORDS[16]],
    ['Last name', HOSTILE_WORDS[2]],
    ['Phone', '0244123456'],
    ['Email', 'hostile@mail.test'],
    ['Additional notes', hostileTexts(1000)[0]],
  ] as const)
    await page.getByRole('textbox', { name }).fill(words!)
  const markup = await readScreen(page, watch)
  await page.getByRole('button', { name: 'Review Order' }).click()
  await page.waitForURL(/\/checkout\/review$/)
  await page.getByRole('button', { name: 'Make Payment' }).waitFor()
  markup.push(
    ...(await readScreen(page, watch)),
    ...(await lookAt('/cart', '/wishlist', new URL((await buy('guest@mail.test')).tracking_url).pathname)),
  )
  expectCalm(markup)
})

test('in the account', async () => {
  const [{ id: user } = { id: 0 }] = await sql<{ id: number }>(
    shop,
    "SELECT id FROM users WHERE email = 'customer@shop.test'",
  )
  await sql(
    shop,
    `INSERT INTO addresses (user_id, first_name, last_name, phone, country_code, region_code, address)
      VALUES (${user}, '<svg onload=ran(1)>', 'x', '+233244123456', 'GH', 'GH-AA', '<svg onload=ran(2)>')`,
  )
  const orders = await sql<{ id: number }>(
    shop,
    `SELECT id FROM orders WHERE user_id = ${user} ORDER BY id DESC LIMIT 2`,
  )
  const refunds = await sql<{ id: number }>(
    shop,
    `SELECT r.id FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.user_id = ${user} LIMIT 1`,
  )
  await signIn('customer@shop.test')
  expectCalm(
    await lookAt(
      '/account-area/addresses',
      '/account-area/addresses/add',
      '/account-area/coupons',
      '/account-area/details',
      '/account-area/orders',
      '/account-area/refunds',
      ...orders.map(({ id }) => `/account-area/orders/${id}/view`),
      ...refunds.map(({ id }) => `/account-area/refunds/${id}/view`),
    ),
  )
  expect(new URL(page.url()).pathname).toMatch(/^\/account-area\/.*\/view$/)
})

test('on every screen of the back office', { timeout: patience(2_700_000) }, async () => {
  await signIn('owner@shop.test')
  await page.goto(`${shop.url}/staff/orders/add`)
  await counterOf(page, shop.url).ready() // so that there is a till to look at
  await sellGiftCard(shop)
  await keepAShift(shop)
  for (const [pattern] of patternsOf(staffRoutes)) {
    expectCalm(await lookAt(...(await addressesOf(shop, pattern))))
    expect([pattern, new URL(page.url()).pathname.startsWith('/staff')]).toEqual([pattern, true])
  }
})

test('and in the files that staff take home', async () => {
  const { token } = await ask<{ token: string }>(shop, 'POST /api/login', {
    body: { email: 'owner@shop.test', password: 'Demo-1234' },
  })
  const read = (path: string) => fetch(shop.url + path, { headers: { authorization: `Bearer ${token}` } })
  const sheet = await (await read('/api/staff/products/csv')).text()
  expect(sheet).toContain("'+ADw-script")
  expect(sheet).not.toMatch(/(^|,|\n)"?[=@+]/)
  const {
    export: { id },
  } = (await (await read('/api/staff/orders?prepareExport=1')).json()) as { export: { id: number } }
  await until(async () => (await read(`/api/staff/orders/exports/${id}`)).status === 200, 'the orders are written')
  expect(
    Buffer.from(await (await read(`/api/staff/orders/exports/${id}`)).arrayBuffer()).toString('latin1'),
  ).not.toMatch(SCRIPTED)
})

test('to staff, at the till and on the receipt, whose file holds no script either', async () => {
  await page.context().clearCookies()
  await page.goto(shop.url)
  await page.evaluate('localStorage.clear()')
  const counter = counterOf(page, shop.url)
  await counter.open('owner@shop.test')
  await counter.scan(sku)
  await page.getByText('Sub-total · 1 item').waitFor()
  await counter.openPayment()
  await page.getByLabel('Name', { exact: true }).last().fill(HOSTILE_WORDS[16]!)
  const markup = await readScreen(page, watch)
  await counter.checkOut()
  await page.getByText(/^Synced, order #\d+/).waitFor()
  markup.push(...(await readScreen(page, watch)))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PDF' }).click(),
  ])
  expect(readFileSync(await download.path(), 'latin1')).not.toMatch(SCRIPTED)

  const [web] = await sql<{ id: number }>(
    shop,
    'SELECT id FROM orders WHERE shipping_address IS NOT NULL ORDER BY id DESC LIMIT 1',
  )
  markup.push(
    ...(await lookAt(
      '/staff/orders?status_code=ANY',
      `/staff/orders/${web!.id}/view`,
      '/staff/products',
      `/staff/products?search=${encodeURIComponent(HOSTILE_WORDS[2]!)}`,
      '/staff/exceptions',
      '/staff/users',
      '/staff/users/3/view',
      '/staff/till/sales',
    )),
  )
  expectCalm(markup)
})

test('in the letters', async () => {
  const { id } = await buy('letter@mail.test')
  const folder = join(shop.dataDir, 'mail')
  const written = () =>
    existsSync(folder) ? readdirSync(folder).find(name => name.endsWith(`-order-${id}-confirmed.eml`)) : undefined
  await until(() => written() !== undefined, 'the letter is written')
  const letter = partOf(readFileSync(join(folder, written()!), 'utf8'), 'text/html')
  const reader = await browser.newPage()
  await reader.setContent(letter)
  expect(await reader.evaluate('document.body.innerText')).toContain(HOSTILE_WORDS[16])
  const markup = await readScreen(reader, watch)
  await reader.close()
  expectCalm(markup)
})

const ELSEWHERE = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  'https://evil.test',
  'https:evil.test',
  '/%2F%2Fevil.test',
  '%2F%2Fevil.test',
  '/%5Cevil.test',
  'javascript:ran("redirect")',
  '/\t/evil.test',
  ' //evil.test',
  '/..//evil.test',
  '/./\\evil.test',
]

test('leads nobody elsewhere after signing in', async () => {
  for (const wanted of ELSEWHERE) {
    await page.goto(`${shop.url}/login?redirect=${encodeURIComponent(wanted)}`)
    await page.waitForURL(url => url.pathname !== '/login')
    expect([wanted, new URL(page.url()).origin]).toEqual([wanted, shop.url])
  }
  for (const wanted of ['//evil.test', '/\\evil.test']) {
    await page.goto(`${shop.url}/share?url=${encodeURIComponent(shop.url + wanted)}`)
    await page.waitForURL(url => url.pathname !== '/share')
    expect([wanted, page.url()]).toEqual([wanted, `${shop.url}/`])
  }
  expectCalm([])
})

test('has shown every one of them', () => {
  expect(HOSTILE_WORDS.filter(words => !watch.seen.has(words))).toEqual([])
})

test('control: the same words run as HTML and are noticed, and so is the policy that stops them', async () => {
  const careless = browserProfile()
  const before = stoppedByPolicy.length
  const other = await careless.open({ serviceWorkers: 'block' })
  const found = await watchFor(other)
  const bare = other.pages()[0]!
  await bare.setContent(
    HOSTILE_WORDS.map(
      words =>
        `<iframe srcdoc="${`<p title="${words}">${words}</p>`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    ).join(''),
  )
  await until(() => found.ran.size >= 40, 'forty of them run')
  expect((await readScreen(bare, found)).length).toBeGreaterThanOrEqual(HOSTILE_WORDS.length)

  const drawn = await (await fetch(shop.url)).text()
  const undone = drawn
    .replaceAll('\\u003c', '<')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
  const policy = { 'content-security-policy': (await fetch(shop.url)).headers.get('content-security-policy')! }
  for (const headers of [{}, policy]) {
    await bare.goto('about:blank')
    found.ran.clear()
    await bare.route(`${shop.url}/`, route => route.fulfill({ contentType: 'text/html', headers, body: undone }))
    await bare.goto(shop.url, { waitUntil: 'commit' })
    await until(
      () => (headers === policy ? found.stopped.length > 5 : found.ran.size > 5),
      'the page that was drawn carelessly is found out',
    )
    await bare.unrouteAll()
  }
  expect([...found.ran]).toEqual([])
  await other.close()
  careless.remove()
  expect(stoppedByPolicy.splice(before).length).toBeGreaterThan(5)
})
