import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { counterOf } from '#tests/support/counter.ts'
import { lookAt, watched } from '#tests/support/look.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PICTURE = new URL('till.webp', import.meta.url)

type Screens = [path: string, title: string][]

const GUESTS: Screens = [
  ['/', 'Home'], ['/shop', 'Shop'], ['/shop?category=4&sort=price-high-to-low', 'Shop: Cargo Pants'], ['/shop?search=jeans', 'Shop: “jeans”'], ['/shop?search=zzzz', 'Shop: “zzzz”'],
  ['/collections', 'Collections'], ['/cart', 'In Your Bag'], ['/wishlist', 'Wishlist'],
  ['/about', 'About'], ['/contact', 'Contact'], ['/policy/shipping', 'Shipping Policy'], ['/policy/returns', 'Returns Policy'],
  ['/login', 'Login'], ['/register', 'Register'], ['/404', 'Page not found'], ['/nowhere/at/all', 'Page not found'], ['/staff/orders', 'Login'],
]

const STAFF: Screens = [
  ['/', 'Home'], ['/staff/orders', 'Orders'], ['/staff/orders?status_code=ANY', 'Orders'], ['/staff/orders/1/view', 'Order S-000001'],
  ['/staff/products', 'Products'], ['/staff/products?search=zzzz', 'Products'], ['/staff/exceptions', 'Exceptions'],
  ['/staff/users', 'Users'], ['/staff/users/add', 'Add User'], ['/staff/users/3/view', 'Abena Owusu'], ['/staff/till/sales', 'Today’s sales'],
]

const PATIENCE_MS = 240_000

let shop: Shop
let profile: Profile
let browser: BrowserContext
let page: Page
let faults: string[]
beforeAll(async () => { shop = await startShop() })
afterAll(() => shop.stop())

beforeEach(async () => {
  profile = browserProfile()
  browser = await profile.open({ reducedMotion: 'reduce' })
  page = await browser.newPage()
  faults = watched(page)
})
afterEach(async () => {
  await browser.close()
  profile.remove()
})

async function lookAtAll(screens: Screens) {
  for (const [path, title] of screens) {
    await page.goto(shop.url + path)
    faults.push(...await lookAt(page, `Selvedge | ${title}`))
  }
}

test('every screen of the shop has nothing to complain of and can be used by anybody', async () => {
  await lookAtAll(GUESTS)
  await openProduct()
  faults.push(...await lookAt(page, /^Selvedge \| .*[Jj]eans$/))
  expect(faults).toEqual([])
}, PATIENCE_MS)

test('so does every screen of the back office', async () => {
  await counterOf(page, shop.url).open('admin@shop.test')
  await lookAtAll(STAFF)
  expect(faults).toEqual([])
}, PATIENCE_MS)

test('so does the till, empty, with a cart, after a sale and in its list', async () => {
  const counter = counterOf(page, shop.url)
  await counter.open('admin@shop.test')
  faults.push(...await lookAt(page, 'Selvedge | Store Order'))
  for (const name of ['Adwoa wide-leg jeans', 'Accra oxford shirt', 'Esi skinny jeans']) await counter.add(name)
  faults.push(...await lookAt(page, 'Selvedge | Store Order'))
  if (process.env.PICTURE) await keepPicture()
  await counter.checkOut()
  await counter.says(/all sales sent/i)
  faults.push(...await lookAt(page, 'Selvedge | Store Order'))
  await page.goto(`${shop.url}/staff/till/sales`)
  await page.getByText(/^Accepted as #\d+/).first().waitFor()
  faults.push(...await lookAt(page, 'Selvedge | Today’s sales'))
  expect(faults).toEqual([])
}, PATIENCE_MS)

test('control: a screen that is too pale, has the wrong title, complains and runs foreign scripts is found out', async () => {
  await page.goto(`${shop.url}/about`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(spoil)
  faults.push(...await lookAt(page, 'Selvedge | Contact'))
  for (const found of [/title/, /console/, /script-src/, /color-contrast/]) expect(faults).toContainEqual(expect.stringMatching(found))
})

/** From the list of jeans, as a shopper does. */
async function openProduct() {
  await page.goto(`${shop.url}/shop?category=3`)
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByText('Check these out.').waitFor()
}

/** The till as the README shows it. */
async function keepPicture() {
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Cash received').fill('600')
  await page.mouse.move(640, 82)
  await page.waitForTimeout(500)
  writeFileSync(PICTURE, await sharp(await page.screenshot()).webp({ quality: 50, effort: 6 }).toBuffer())
}

/** In the page. */
function spoil(): void {
  console.error('something is wrong')
  const words = document.querySelector('h1')!
  words.style.color = '#cccccc'
  words.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.test/x.js' }))
}
