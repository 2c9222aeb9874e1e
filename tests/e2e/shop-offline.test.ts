import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAlive } from '#tests/support/alive.ts'
import { sql } from '#tests/support/books.ts'
import { browserProfile } from '#tests/support/chromium.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const profile = browserProfile()
let shop: Shop
let browser: BrowserContext
let page: Page

beforeAll(async () => {
  shop = await startShop()
  browser = await profile.open(PHONE)
  page = browser.pages()[0]!
  await page.goto(shop.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}, 240_000)
beforeEach(() => browser.setOffline(false))
afterAll(async () => {
  await browser?.close()
  profile.remove()
  await shop?.stop()
}, 60_000)

const asOf = () => page.getByText(/^No connection: as of /)

test('without a network the home page, a list and a product are read as they were, and say since when; what was not looked at is not there', async () => {
  for (const path of ['/', '/shop', '/shop/product/1/jeans']) {
    await page.goto(shop.url + path)
    await page.locator('#main').getByText(/GH₵\s\d/).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await asOf().count()]).toEqual([path, 0])
  }
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await browser.setOffline(true)
  for (const path of ['/', '/shop']) {
    await page.goto(shop.url + path)
    await asOf().first().waitFor()
    expect([path, await page.locator('article').count() > 2]).toEqual([path, true])
  }
  await page.goto(`${shop.url}/shop/product/1/jeans`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await asOf().waitFor()

  await page.goto(`${shop.url}/shop/product/9/jeans`)
  await page.getByRole('heading', { name: 'Still here without a network' }).waitFor()
  await page.getByText('The product could not be read.').waitFor()
  await page.locator('#main').getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await browser.setOffline(false)
  await expect.poll(() => asOf().count(), { timeout: 40_000 }).toBe(0)
})

test('a wrong name in an address is put right, also where the worker answers', async () => {
  await page.goto(`${shop.url}/shop/product/1/trousers`)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/shop\/product\/1\/(?!trousers)[\w-]+$/)
})

test('each shortcut of the app leads to its page, and Search to an open search', async () => {
  const { shortcuts } = await (await fetch(`${shop.url}/manifest.webmanifest`)).json() as { shortcuts: { name: string; url: string }[] }
  const headings: Record<string, string | RegExp> = { Search: 'Search for Product.', Cart: 'In Your Bag', Orders: 'Login', 'Store Order': 'Login' }
  expect(shortcuts.map(({ name }) => name)).toEqual(Object.keys(headings))
  for (const { name, url } of shortcuts) {
    await page.goto(shop.url + url)
    await page.getByRole('heading', { name: headings[name]! }).first().waitFor()
  }
  await page.goto(`${shop.url}/shop#search`)
  await isAlive(page)
  const dialog = page.getByRole('dialog', { name: 'Search for Product.' })
  expect(await dialog.getByRole('combobox').evaluate(box => box === document.activeElement)).toBe(true)
})

test('a size of which no piece is left is struck through and can still be looked at; one that no product has is greyed', async () => {
  await page.setViewportSize({ width: 1200, height: 900 })
  const sizes = async (path: string) => {
    await page.goto(shop.url + path)
    const boxes = page.getByRole('group', { name: 'Sizes' }).getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBeGreaterThan(2)
    return boxes.evaluateAll(all => all.map(box => {
      const words = box.closest('label')!.querySelector('span')!
      return { name: words.textContent, isOff: (box as HTMLInputElement).disabled, isStruck: getComputedStyle(words).textDecorationLine === 'line-through' }
    }))
  }
  const before = await sizes('/shop?category=4')
  const sold = before.find(({ isOff, isStruck }) => !isOff && !isStruck)!
  await sql(shop, `UPDATE product_variations v JOIN sizes s ON s.code = v.size_code SET v.on_hand = v.reserved WHERE s.name = '${sold.name}'`)
  await expect.poll(() => sizes('/shop?category=4'), { timeout: 20_000 }).toEqual(before.map(size => size === sold ? { ...size, isStruck: true } : size))
  const none = await sizes('/shop?category=4&max=1')
  expect(none.every(({ isOff, isStruck }) => isOff && !isStruck)).toBe(true)
})
