import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAlive } from '#tests/support/alive.ts'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.75 }
const PAGES = ['/', '/shop', '/shop?category=4&size=UK10&sort=popularity', '/shop?search=jaens', '/shop/product/1/ama-slim-jeans', '/collections', '/about', '/contact', '/policy/shipping', '/policy/returns']
const MOST_SHIFT = 0.01

let shop: Shop
let profile: Profile
let browser: BrowserContext
let page: Page
let faults: string[]
let calls: string[]
beforeAll(async () => { shop = await startShop() }, 240_000)
afterAll(() => shop?.stop())

beforeEach(async () => {
  profile = browserProfile()
  // Every visit is a first one: without the worker the page comes from the server.
  browser = await profile.open({ ...PHONE, serviceWorkers: 'block' })
  page = await browser.newPage()
  faults = []
  calls = []
  page.on('console', message => { if (message.type() === 'error') faults.push(message.text()) })
  page.on('pageerror', error => faults.push(error.message))
  page.on('request', request => { if (request.method() === 'GET') calls.push(new URL(request.url()).pathname) })
  await page.addInitScript(watchShifts)
})
afterEach(async () => {
  await browser.close()
  profile.remove()
})

/** In the page. */
function watchShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + entry.value })
  }).observe({ type: 'layout-shift', buffered: true })
}
const shifted = () => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** React has taken over what the server drew, or has drawn it. */

async function open(path: string) {
  await page.goto(shop.url + path)
  await isAlive(page)
  await page.waitForLoadState('networkidle')
}

test('every public page comes alive as the server drew it: nothing complains, moves, or is asked for again', async () => {
  for (const path of PAGES) {
    await open(path)
    expect([path, faults, calls.filter(call => call.startsWith('/api/'))]).toEqual([path, [], []])
    expect(await shifted()).toBeLessThan(MOST_SHIFT)
  }
})

test('a look at a page that the server drew is counted, once for a browser and day', async () => {
  const views = async () => (await (await fetch(`${shop.url}/api/products/2`)).json() as { product: { views: number } }).product.views
  const before = await views()
  const told: string[] = []
  page.on('request', request => { if (request.method() === 'POST') told.push(new URL(request.url()).pathname) })
  for (let visit = 0; visit < 2; visit++) await open('/shop/product/2/jeans')
  await expect.poll(views, { timeout: 15_000 }).toBe(before + 1)
  expect(told).toEqual(['/api/products/2/views', '/api/products/2/views'])
  expect((await browser.cookies()).filter(({ name }) => name === 'visitor')).toHaveLength(1)
})

test('shoppers load nothing of the till or the back office', async () => {
  for (const path of PAGES) await open(path)
  const tills = await (await fetch(`${shop.url}/till-assets.json`)).json() as string[]
  expect(tills.length).toBeGreaterThan(10)
  expect(calls.filter(call => call.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(calls.filter(call => tills.includes(call))).toEqual([])
})

test('a button that is pressed before the page is alive does its work as soon as it is', async () => {
  let letGo = () => {}
  const held = new Promise<void>(resolve => { letGo = resolve })
  await page.route(/\/assets\/index-[^/]*\.js/, async route => {
    await held
    await route.continue()
  })
  await page.goto(shop.url, { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Search' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  letGo()
  await page.getByRole('dialog', { name: 'Search for Product.' }).waitFor()
})

test('what a browser offers before the page is alive is not lost', async () => {
  let letGo = () => {}
  const held = new Promise<void>(resolve => { letGo = resolve })
  await page.route(/\/assets\/index-[^/]*\.js/, async route => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => { addEventListener('beforeinstallprompt', event => { if ('ours' in event) Object.assign(window, { offers: Number(Reflect.get(window, 'offers') ?? 0) + 1 }) }) })
  await page.goto(shop.url, { waitUntil: 'domcontentloaded' })
  const isHeldBack = await page.evaluate(() => !dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { ours: true })))
  expect([isHeldBack, await page.evaluate(() => Reflect.get(window, 'offers') as number)]).toEqual([true, 1])
  letGo()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'offers') as number)).toBe(2)
})

test('a first visit brings the worker, however late its scripts come', async () => {
  const visitor = browserProfile()
  const visit = await visitor.open(PHONE)
  const first = await visit.newPage()
  await first.goto(shop.url)
  await first.waitForLoadState('load')
  await expect.poll(() => first.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? null), { timeout: 20_000 }).toBe('activated')
  await visit.close()
  visitor.remove()
})

test('who reloads a list that has grown finds it as long, and is at the same place', async () => {
  await open('/shop')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => page.locator('article').count()).toBe(24)
  await page.locator('article').nth(20).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await page.reload()
  await expect.poll(() => page.locator('article').count(), { timeout: 10_000 }).toBe(24)
  await expect.poll(async () => Math.abs(await page.evaluate(() => scrollY) - place)).toBeLessThan(5)
  expect(faults).toEqual([])
})

test('a product that is not there leads to the page that says so', async () => {
  await open('/shop/product/999999/jeans')
  expect([new URL(page.url()).pathname, await page.title()]).toEqual(['/404', 'Selvedge | Page not found'])
  expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
})

test('control: a page that is not what the screens draw, and one that moves, are found out', async () => {
  await page.route(shop.url + '/about', async route => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace('Our story</h1>', 'Their story</h1>') })
  })
  await open('/about')
  expect(faults.join()).toMatch(/hydrat|#418/i)
  await page.evaluate(() => document.getElementById('main')!.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' })))
  await expect.poll(shifted).toBeGreaterThan(MOST_SHIFT)
})
