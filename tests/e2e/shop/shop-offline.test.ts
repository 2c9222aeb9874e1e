import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { checkoutOf, JEANS } from '#tests/support/shop/checkout.ts'
import { inABrowser } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let shop: Shop
let browser: BrowserContext
let page: Page
inABrowser(PHONE, async here => {
  ;({ shop, browser, page } = here)
  await page.goto(shop.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})
beforeEach(() => browser.setOffline(false))

const asOf = () => page.getByText(/^No connection: as of /)

test('shows home, a list and a product as last seen without a network, with the time, and nothing that was not seen', async () => {
  for (const path of ['/', '/shop', '/shop/product/1/jeans']) {
    await page.goto(shop.url + path)
    await page
      .locator('#main')
      .getByText(/GH₵\s\d/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await asOf().count()]).toEqual([path, 0])
  }
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await browser.setOffline(true)
  for (const path of ['/', '/shop']) {
    await page.goto(shop.url + path)
    await asOf().first().waitFor()
    await expect.poll(async () => [path, (await page.locator('article').count()) > 2]).toEqual([path, true])
  }
  await page.goto(`${shop.url}/shop/product/1/jeans`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await asOf().waitFor()

  await page.goto(`${shop.url}/shop/product/9/jeans`)
  await page.getByRole('heading', { name: 'Available offline' }).waitFor()
  await page.getByText('The product could not be loaded.').waitFor()
  await page.locator('#main').getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await browser.setOffline(false)
  await expect.poll(() => asOf().count(), { timeout: patience(120_000) }).toBe(0)
})

test('counts a view once with the worker in between, and none for what it caches', async () => {
  const views = async () =>
    (await sql<{ views: number }>(shop, 'SELECT views FROM products WHERE id IN (4, 5) ORDER BY id')).map(
      row => row.views,
    )
  const [four = 0, five = 0] = await views()
  for (let visit = 0; visit < 3; visit++) {
    await page.goto(`${shop.url}/shop/product/4/jeans`)
    await page
      .locator('#main')
      .getByText(/GH₵\s\d/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto(`${shop.url}/shop/product/5/jeans`)
  await expect.poll(views, { timeout: patience(60_000) }).toEqual([four + 1, five + 1])
})

test('corrects a wrong name in an address, with the worker too', async () => {
  await page.goto(`${shop.url}/shop/product/1/trousers`)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/shop\/product\/1\/(?!trousers)[\w-]+$/)
})

test("opens each shortcut's page, and Search with an open search", async () => {
  const { shortcuts } = (await (await fetch(`${shop.url}/manifest.webmanifest`)).json()) as {
    shortcuts: { name: string; url: string }[]
  }
  const headings: Record<string, string | RegExp> = {
    Search: 'Search for Product.',
    Cart: 'In Your Bag',
    Orders: 'Login',
    'Store Order': 'Login',
  }
  expect(shortcuts.map(({ name }) => name)).toEqual(Object.keys(headings))
  for (const { name, url } of shortcuts) {
    await page.goto(shop.url + url)
    await page.getByRole('heading', { name: headings[name]! }).first().waitFor()
  }
  await page.goto(`${shop.url}/shop#search`)
  await isAlive(page)
  const dialog = page.getByRole('dialog', { name: 'Search for Product.' })
  await expect.poll(() => dialog.getByRole('combobox').evaluate(box => box === document.activeElement)).toBe(true)
})

const link = (name: RegExp, its = page) => its.locator('header').getByRole('link', { name }).getAttribute('aria-label')
const marked = () => sql<{ product_id: number }>(shop, 'SELECT product_id FROM wishlist_items')

test('shows bag, wishlist and checkout as last seen without a network; a heart and an order wait', async () => {
  await page.goto(shop.url + JEANS.path)
  await isAlive(page)
  await choose(page, JEANS.colour)
  await choose(page, JEANS.size)
  await page.getByRole('button', { name: 'Add to Shopping Bag' }).first().click()
  await expect.poll(() => link(/^Cart/)).toBe('Cart, 1 in it')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save to Wishlist' }).click()
  await expect.poll(() => link(/^Wishlist/)).toBe('Wishlist, 1 saved')
  await expect.poll(marked).toHaveLength(1)
  // The browser has it too, and the new list.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wishes'))).toBe('{}')
  // Beyond the shell a device keeps what it has used; the review comes with the step before it.
  await page.goto(`${shop.url}/checkout`)
  await page.getByRole('button', { name: 'Review Order' }).waitFor()
  await page.waitForLoadState('networkidle')

  await browser.setOffline(true)
  await page.goto(`${shop.url}/cart`)
  await asOf().waitFor()
  await page.locator('#main').getByRole('link', { name: 'Ama slim jeans' }).waitFor()
  for (const name of ['One more', 'Checkout', 'Remove Ama slim jeans'])
    expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
  await page.goto(`${shop.url}/wishlist`)
  await asOf().waitFor()
  await page.getByRole('button', { name: 'Save Ama slim jeans to wishlist' }).click()
  await page.getByText(/One change is saved here and will be sent later/).waitFor()
  await page.reload()
  await page.getByText(/One change is saved here and will be sent later/).waitFor()
  expect([await link(/^Wishlist/), await page.locator('#main article').count(), (await marked()).length]).toEqual([
    'Wishlist',
    0,
    1,
  ])

  const shopper = checkoutOf(page, shop.url)
  await page.goto(`${shop.url}/checkout`)
  await asOf().waitFor()
  await page.getByText('order when you are back online').waitFor()
  await shopper.fillIn()
  await shopper.review()
  expect(await page.getByRole('button', { name: 'Make Payment' }).isDisabled()).toBe(true)
  await browser.setOffline(false)
  await expect
    .poll(() => page.getByRole('button', { name: 'Make Payment' }).isEnabled(), { timeout: patience(120_000) })
    .toBe(true)
  await expect.poll(marked, { timeout: patience(120_000) }).toEqual([])
  await expect.poll(() => asOf().count(), { timeout: patience(120_000) }).toBe(0)
})

/** Looks at a list and a product, and looks again without a network. */
async function lookTwice(product: number): Promise<void> {
  await page.evaluate(() => caches.delete('catalogue'))
  const looks: [path: string, title: string][] = []
  await page.goto(`${shop.url}/contact`)
  await page.waitForLoadState('networkidle')
  for (const path of ['/shop?category=4', `/shop/product/${product}`]) {
    await page.goto(shop.url + path)
    await page
      .locator('#main')
      .getByText(/GH₵\s\d/)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    looks.push([path, await page.getByRole('heading', { level: 1 }).innerText()])
  }
  await browser.setOffline(true)
  for (const [path, title] of looks) {
    await page.goto(shop.url + path)
    await asOf().waitFor()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  }
  await page.goto(`${shop.url}/contact`)
  await page.locator('#main').getByText('hello@shop.test').waitFor()
}

const kept = (name: string) => page.evaluate(key => localStorage.getItem(key), name)

test('lets somebody with a bag read its goods, and how to reach the shop, offline', async () => {
  expect([await kept('guest'), await kept('signed_in')]).toEqual(['true', null])
  await lookTwice(6)
})

test('shows in one tab what another does to bag, wishlist and sign-in', async () => {
  await page.goto(`${shop.url}/cart`)
  await page.getByRole('textbox', { name: 'Quantity of Ama slim jeans' }).waitFor()
  const tab = await browser.newPage()
  await tab.goto(`${shop.url}/cart`)
  await tab.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => link(/^Cart/)).toBe('Cart, 2 in it')
  await expect.poll(() => page.getByRole('textbox', { name: 'Quantity of Ama slim jeans' }).inputValue()).toBe('2')
  await tab.goto(`${shop.url}/shop`)
  await isAlive(tab)
  await tab
    .getByRole('button', { name: /^Save .* to wishlist$/ })
    .first()
    .click()
  await expect.poll(() => link(/^Wishlist/)).toBe('Wishlist, 1 saved')

  await tab.goto(`${shop.url}/login`)
  await tab.getByLabel('Email', { exact: true }).fill('customer@shop.test')
  await tab.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await tab.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.locator('header').getByRole('link', { name: 'Login' }).waitFor({ state: 'detached' })
  await expect.poll(() => link(/^Cart/)).toBe('Cart, 2 in it')
  await page.getByRole('button', { name: 'Remove Ama slim jeans' }).click()
  await page.getByText('Your Cart Is Empty').waitFor()
  await expect.poll(() => link(/^Cart/, tab)).toBe('Cart')
  await tab.close()
})

test('does so for a customer', async () => {
  expect(await kept('signed_in')).toContain('CUSTOMER')
  await lookTwice(7)
})

test('strikes through a sold-out size that can still be viewed, and greys one no product has', async () => {
  await page.setViewportSize({ width: 1200, height: 900 })
  const sizes = async (path: string) => {
    await page.goto(shop.url + path)
    const boxes = page.getByRole('group', { name: 'Sizes' }).getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBeGreaterThan(2)
    return boxes.evaluateAll(all =>
      all.map(box => {
        const words = box.closest('label')!.querySelector('span')!
        return {
          name: words.textContent,
          isOff: (box as HTMLInputElement).disabled,
          isStruck: getComputedStyle(words).textDecorationLine === 'line-through',
        }
      }),
    )
  }
  const before = await sizes('/shop?category=4')
  const sold = before.find(({ isOff, isStruck }) => !isOff && !isStruck)!
  await sql(
    shop,
    `UPDATE product_variations v JOIN sizes s ON s.code = v.size_code SET v.on_hand = v.reserved
      WHERE s.name = '${sold.name}'`,
  )
  await expect
    .poll(() => sizes('/shop?category=4'), { timeout: patience(60_000) })
    .toEqual(before.map(size => (size === sold ? { ...size, isStruck: true } : size)))
  const none = await sizes('/shop?category=4&max=1')
  expect(none.every(({ isOff, isStruck }) => isOff && !isStruck)).toBe(true)
})
