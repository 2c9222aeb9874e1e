import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { CARDS } from '#tests/support/people/cards.ts'
import { checkoutOf, GOOD_CARD } from '#tests/support/shop/checkout.ts'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { BUILDS_DIR, startShop, type Shop } from '#tests/support/server/server.ts'

/** What the page may fetch beside the scripts of the build, by path. */
const FETCHED: readonly RegExp[] = [
  /^\/(checkout(\/(review|pay|return))?)?$/,
  /^\/assets\/[\w.-]+\.(css|woff2)$/,
  /^\/(icons|pictures|uploads)\//,
  /^\/(manifest\.webmanifest|shop-map\.svg|(till|shop)-assets\.json)$/,
  /^\/sanctum\/csrf-cookie$/,
  /^\/api\/(shop|cart|wishlist|guest|token\/refresh|orders|categories|sizes|colours|products(\/\d+)?|checkout\/[a-z/]+)$/,
  /^\/api\/payments\/wallet$/,
  /^\/api\/(orders\/track|account\/orders)\/[\w-]+(\/pay|\/refunds)?$/,
  /^\/sandbox\/paystack\/(checkout\.css|(checkout|transaction\/verify_access_code)\/[\w-]+(\/\w+)?|popup)$/,
]
/** Scripts that are not of the build: the payment window's, from the demo's provider or from the real one. */
const SANDBOX_SCRIPTS = ['/sandbox/paystack/checkout-page.js', '/sandbox/paystack/inline.js']
const PAYSTACK_SCRIPT = 'https://js.paystack.co/v2/inline.js'
const CSP_OF_PAYSTACK = [
  "script-src 'self' https://js.paystack.co",
  'frame-src blob: https://checkout.paystack.com https://standard.paystack.co',
  "connect-src 'self' https://api.paystack.co",
]

/** All the real provider does here: it takes note of a payment. */
const provider: Server = createServer((request, response) => {
  let body = ''
  request
    .on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    .on('end', () => {
      const { reference = '' } = body ? (JSON.parse(body) as { reference?: string }) : {}
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({
            status: true,
            message: 'Done',
            data: { reference, access_code: 'code123', authorization_url: 'https://checkout.paystack.com/code123' },
          }),
        )
    })
})

const profiles: Profile[] = []
let demo: Shop
let real: Shop
beforeAll(async () => {
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', () => resolve()))
  const keys = {
    PAYSTACK_PUBLIC_KEY: 'pk_test_shop',
    PAYSTACK_SECRET_KEY: 'sk_test_shop',
    PAYSTACK_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  }
  demo = await startShop()
  real = await startShop({ env: keys })
}, patience(1_440_000))
afterAll(async () => {
  for (const profile of profiles) profile.remove()
  await Promise.all([demo?.stop(), real?.stop()])
  provider.close()
})

interface Watched {
  browser: BrowserContext
  page: Page
  stopped: string[]
  settled: () => Promise<string[]>
}

/** A new browser that notes what its pages fetch, and judges it: `settled` gives what is not on the list. */
async function watched(
  shop: Shop,
  {
    prepare = async () => {},
    ...options
  }: { bypassCSP?: boolean; prepare?: (browser: BrowserContext) => Promise<unknown> } = {},
): Promise<Watched> {
  const profile = browserProfile()
  profiles.push(profile)
  const browser = await profile.open({ serviceWorkers: 'block', ...options })
  const page = browser.pages()[0]!
  const [stopped, wrong]: [string[], Promise<string | null>[]] = [[], []]
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) stopped.push(message.text())
  })
  await prepare(browser)
  let isCheckout = false
  page.on('request', request => {
    isCheckout ||=
      new URL(request.url()).pathname.startsWith('/checkout') || new URL(page.url()).pathname.startsWith('/checkout')
    if (isCheckout && /^https?:/.test(request.url()))
      wrong.push(
        judge(
          request.url(),
          request.resourceType() === 'script' || request.url().endsWith('.js')
            ? async () => (await (await request.response())?.body()) ?? null
            : null,
          shop,
        ),
      )
  })
  return { browser, page, stopped, settled: async () => (await Promise.all(wrong)).filter(found => found !== null) }
}

/** Why it is not on the list; null where it is. A script of the shop's is one of the build's, byte for byte. */
async function judge(
  address: string,
  body: (() => Promise<Buffer | null>) | null,
  { url }: Shop,
): Promise<string | null> {
  const { origin, pathname } = new URL(address)
  if (address === PAYSTACK_SCRIPT && body) return null
  if (origin !== url) return `${address} is of somebody else`
  if (!body) return FETCHED.some(pattern => pattern.test(pathname)) ? null : `${pathname} is not on the list`
  if (SANDBOX_SCRIPTS.includes(pathname)) return null
  const sent = await body().catch(() => null)
  if (sent === null) return null // the page was left before it came
  return built(pathname).includes(sha256(sent)) ? null : `${pathname} is no script of the build`
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
const built = (path: string) =>
  readdirSync(BUILDS_DIR)
    .map(name => join(BUILDS_DIR, name, path))
    .filter(file => existsSync(file))
    .map(file => sha256(readFileSync(file)))

/** Scripts that stand in the page itself, and would run. */
const inline = (page: Page) =>
  page.evaluate(
    () =>
      [...document.scripts].filter(
        ({ src, type }) => !src && (type === '' || type === 'module' || type.includes('javascript')),
      ).length,
  )

/** Where the database holds the number of the card that pays, but for the demo's provider, as `table.column`. */
async function cardsIn(shop: Shop): Promise<string[]> {
  const columns = await sql<{ t: string; c: string }>(
    shop,
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name NOT LIKE 'sandbox%'
      AND (data_type LIKE '%text' OR data_type LIKE '%char')`,
  )
  const rows = await sql<{ place: string; n: number }>(
    shop,
    columns
      .map(
        ({ t, c }) =>
          `SELECT '${t}.${c}' AS place, COUNT(*) AS n FROM \`${t}\`
            WHERE REPLACE(\`${c}\`, ' ', '') LIKE '%${CARDS.Visa}%'`,
      )
      .join(' UNION ALL '),
  )
  return rows.filter(({ n }) => n > 0).map(({ place }) => place)
}

test("runs only the build's scripts and the payment window's, and takes a card nowhere else", async () => {
  const { browser, page, stopped, settled } = await watched(demo)
  const windows: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/inline.js')) windows.push(new URL(request.url()).pathname)
  })
  const shopper = checkoutOf(page, demo.url)
  await shopper.buyNow()
  await shopper.fillIn({
    'First name': CARDS.Visa,
    'Last name': 'Card 4084 0840 8408 4081',
    Phone: CARDS.Visa,
    Email: `${CARDS.Visa}@mail.test`,
  })
  await page.getByLabel('Additional notes').fill(`Charge ${CARDS.Visa}`)
  await page.getByRole('button', { name: 'Review Order' }).click()
  await page.getByText('Enter a valid phone number, such as 024 123 4567.').first().waitFor()
  expect(await page.locator('form [aria-invalid=true]').count()).toBe(5)
  expect(await page.getByText(/^This looks like a bank card number/).count()).toBeGreaterThanOrEqual(4)
  expect(new URL(page.url()).pathname).toBe('/checkout')

  await shopper.fillIn()
  await page.getByLabel('Additional notes').fill('Ring twice')
  await shopper.review()
  expect(windows).toEqual([]) // the payment window's script comes when it is wanted, and not before
  await shopper.makePayment()
  await shopper.payWith(GOOD_CARD)
  await shopper.done()
  expect(windows).toEqual(['/sandbox/paystack/inline.js'])
  expect([await settled(), stopped, await inline(page)]).toEqual([[], [], 0])
  expect(await cardsIn(demo)).toEqual([])
  await sql(demo, `UPDATE orders SET customer_name = 'Card ${CARDS.Visa}' ORDER BY id DESC LIMIT 1`)
  expect(await cardsIn(demo)).toContain('orders.customer_name')
  await sql(demo, 'UPDATE orders SET customer_name = NULL ORDER BY id DESC LIMIT 1')
  expect(demo.words()).not.toMatch(/4084 ?0840 ?8408 ?4081/)
  await browser.close()
})

test("loads only the real provider's script from elsewhere, under the policy it documents", async () => {
  const { browser, page, stopped, settled } = await watched(real, {
    prepare: context =>
      context.route(PAYSTACK_SCRIPT, route =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
          body: 'window.PaystackPop = class { resumeTransaction(code, { onLoad }) { window.opened = code; onLoad(); return { id: code } } cancelTransaction() {} }',
        }),
      ),
  })
  const policy = (await fetch(`${real.url}/checkout`)).headers.get('content-security-policy')!.split(';')
  for (const directive of CSP_OF_PAYSTACK) expect(policy).toContain(directive)
  const shopper = checkoutOf(page, real.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await shopper.review()
  await shopper.makePayment()
  await page.waitForFunction(() => (globalThis as { opened?: string }).opened === 'code123')
  expect([await settled(), stopped, await inline(page)]).toEqual([[], [], 0])
  await browser.close()
})

test('control: notices a foreign script and one changed on the way', async () => {
  const { browser, page, settled } = await watched(demo, {
    bypassCSP: true,
    prepare: async context => {
      await context.route('https://elsewhere.test/**', route =>
        route.fulfill({ contentType: 'text/javascript', body: 'window.skimmed = true' }),
      )
      await context.route('**/assets/*.js', async route => {
        const reply = await route.fetch()
        await route.fulfill({ response: reply, body: `${await reply.text()}\n/* and more */` })
      })
    },
  })
  await page.goto(`${demo.url}/checkout`)
  await page.evaluate(
    "document.head.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.test/skim.js' }))",
  )
  await page.waitForFunction(() => 'skimmed' in globalThis)
  const wrong = await settled()
  expect(wrong).toContain('https://elsewhere.test/skim.js is of somebody else')
  expect(wrong.filter(words => words.endsWith('is no script of the build')).length).toBeGreaterThan(0)
  await browser.unrouteAll({ behavior: 'ignoreErrors' }) // scripts for later pages may still be on their way
  await browser.close()
})
