import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { JEANS } from '#tests/support/shop/checkout.ts'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { countingWire, type Wire } from '#tests/support/goods/counting-wire.ts'
import { freePort, startShop, type Shop } from '#tests/support/server/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const KB = 1_000
let shop: Shop
let wire: Wire
beforeAll(async () => {
  const port = await freePort()
  wire = await countingWire(port)
  shop = await startShop({ port, env: { SHOP_URL: wire.url } })
})
afterAll(async () => {
  await shop?.stop()
  wire?.close()
})

let profile: Profile
let phone: BrowserContext
let page: Page
beforeEach(async () => {
  profile = browserProfile()
  phone = await profile.open(PHONE)
  page = await phone.newPage()
})
afterEach(async () => {
  await phone.close()
  profile.remove()
})

/** Until the worker has taken over and everything it fetches has come. */
async function visit(path: string) {
  await page.goto(wire.url + path)
  await isAlive(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForLoadState('networkidle')
  for (let before = -1; before !== wire.bytes();) {
    before = wire.bytes()
    await page.waitForTimeout(1_000) // in which the worker would fetch more
  }
}

const keptIn = (name: RegExp) =>
  page.evaluate(async pattern => {
    const names = (await caches.keys()).filter(each => new RegExp(pattern).test(each))
    const all = await Promise.all(names.map(async each => (await caches.open(each)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  }, name.source)

/** What a file is on its way. */
async function weigh(paths: readonly string[]): Promise<number> {
  const replies = paths.map(path => fetch(wire.url + path, { headers: { 'accept-encoding': 'br' } }))
  const lengths = (await Promise.all(replies)).map(({ headers }) => Number(headers.get('content-length')))
  expect(Math.min(...lengths)).toBeGreaterThan(0)
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** The page's own styles come inside it, until it is alive. */
async function stylesInside(): Promise<string> {
  const html = await (await fetch(wire.url, { headers: { accept: 'text/html' } })).text()
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text!).join('')
}

test('a first visit to the home page is at most 300 KB in all with the worker, 50 KB of it beyond what the page loaded', async () => {
  wire.start()
  await visit('/')
  const all = wire.bytes()
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const beyond = (await keptIn(/precache/)).filter(path => !loaded.includes(path))
  expect(loaded.filter(path => path.startsWith('/storage/')).length).toBeGreaterThan(10)
  expect(beyond.length).toBeGreaterThan(10)
  expect(await weigh(beyond)).toBeLessThanOrEqual(50 * KB)
  expect(all).toBeGreaterThan(200 * KB)
  expect(all).toBeLessThanOrEqual(300 * KB)
})

test('the first page needs at most 130 KB of script and style', async () => {
  await page.goto(wire.url)
  await isAlive(page)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter(path => path.endsWith('.js')),
  )
  const styles = brotliCompressSync(await stylesInside()).length
  expect(scripts.length).toBeGreaterThan(2)
  expect(styles).toBeGreaterThan(4 * KB)
  expect((await weigh(scripts)) + styles).toBeLessThanOrEqual(130 * KB)
})

test('sends a page as it was packed to every browser that takes brotli, whatever it names first', async () => {
  const lengthFor = async (encodings: string) => {
    const { headers } = await fetch(wire.url, { headers: { accept: 'text/html', 'accept-encoding': encodings } })
    return [headers.get('content-encoding'), headers.get('content-length')]
  }
  const packed = await lengthFor('br')
  expect(packed).toEqual(['br', expect.stringMatching(/^\d+$/)])
  expect(await lengthFor('gzip, deflate, br, zstd')).toEqual(packed)
  expect(await lengthFor('gzip, br;q=0')).not.toEqual(packed)
})

const SAVES_DATA = `Object.defineProperty(navigator, 'connection', {
  value: Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }),
})`
/** The browser's own measure of the line, set at its start. */
async function onSlowLine() {
  await phone.close()
  phone = await profile.open({ ...PHONE, args: ['--force-effective-connection-type=2G'] })
  page = await phone.newPage()
}

/** The first picture of the page, which may come late. */
const picturesCome = () =>
  page.waitForFunction(() => (document.querySelector('main img') as HTMLImageElement | null)?.naturalWidth)

/** From a page without pictures by the menu to collections, a list and a product. Returns what was asked for. */
async function lookAround(): Promise<string[]> {
  const asked: string[] = []
  phone.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(`${wire.url}/about`)
  await isAlive(page)
  await page.locator('header summary').first().click()
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor()
  await picturesCome()
  await page.locator('main a[href*="/shop?category"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'Bottoms' }).waitFor()
  await page.locator('main article a').first().click()
  await page.getByRole('button', { name: 'Add to Shopping Bag' }).first().waitFor()
  await picturesCome()
  await page.waitForLoadState('networkidle')
  return asked
}
const widthsIn = (asked: readonly string[]) =>
  [...new Set(asked.flatMap(path => /^\/storage\/pictures\/\w+-(\d+)\.webp$/.exec(path)?.[1] ?? []))].sort()
const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test.each([
  ['data is saved', () => phone.addInitScript(SAVES_DATA)],
  ['the line is 2G', onSlowLine],
])('fetches one width of pictures, nothing ahead and no worker when %s', async (_, thrifty) => {
  await thrifty()
  const asked = await lookAround()
  expect(widthsIn(asked)).toEqual(['400'])
  expect(asked.filter(path => path === '/service-worker.js' || /\/assets\/(search-panel|zoom)/.test(path))).toEqual([])
  expect(await workers()).toBe(0)
  expect(await page.evaluate('navigator.connection.saveData || navigator.connection.effectiveType === "2g"')).toBe(true)
})

test('control: fetches the width that the screen needs, and a worker, when data is cheap', async () => {
  const asked = await lookAround()
  expect(widthsIn(asked)).toContain('800')
  await expect.poll(workers, { timeout: patience(90_000) }).toBe(1)
})

test('the parts of a page come without the headers of documents, which pages and the worker keep', async () => {
  const files = (await (await fetch(`${wire.url}/shop-assets.json`)).json()) as string[]
  const { products } = (await (await fetch(`${wire.url}/api/products`)).json()) as ReplyOf<'GET /api/products'>
  const policyOf = async (path: string) => {
    const { headers } = await fetch(wire.url + path)
    return [
      headers.get('x-content-type-options'),
      headers.has('content-security-policy'),
      headers.has('x-frame-options'),
    ]
  }
  for (const path of [
    '/',
    '/index.html',
    '/service-worker.js',
    '/icons/mark.svg',
    '/manifest.webmanifest',
    '/api/shop',
  ])
    expect([path, await policyOf(path)]).toEqual([path, ['nosniff', true, true]])
  for (const path of [
    files[0]!,
    files.find(file => file.endsWith('.css'))!,
    products.data[0]!.images[0]!.file.storage_link,
  ])
    expect([path, await policyOf(path)]).toEqual([path, ['nosniff', false, false]])
})

test('the first page opens without a network though its worker came later, with its pictures', async () => {
  await visit(JEANS.path)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await phone.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText(/^No connection: as of /).waitFor()
  await page.waitForFunction(() => (document.querySelector('main img') as HTMLImageElement | null)?.naturalWidth)
})

test('a page that was used opens without a network, and one that was not says what to do', async () => {
  await visit('/')
  expect(await keptIn(/^parts$/)).not.toContain(expect.stringContaining('contact'))
  await page.goto(`${wire.url}/contact`)
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await page.waitForLoadState('networkidle')
  await phone.setOffline(true)
  await page.goto(`${wire.url}/contact`)
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
  await page.goto(`${wire.url}/register`)
  await page.getByRole('button', { name: /try again/i }).waitFor()
})
