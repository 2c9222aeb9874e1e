import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { EVERY_SIZE, lookAt } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { complaintsOf, SLOW_PHONE, slowDown } from '#tests/support/browser/slow-phone.ts'

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach(SLOW_PHONE, async here => {
  ;({ shop, page } = here)
  faults = complaintsOf(page)
  await slowDown(page)
})
afterEach(() => {
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

const CREW = 'Everyday crew tee'
const add = () => page.getByRole('button', { name: 'Add to Shopping Bag' })
const drawer = () => page.getByRole('dialog', { name: 'Added to your shopping bag.' })
/** The name of the picture's file, whichever its width. */
const fileOf = (picture: Locator) => picture.getAttribute('src').then(src => /(\w+)-\d+\.webp$/.exec(src ?? '')?.[1])

async function openCrew(): Promise<void> {
  const card = page.locator('article', { hasText: CREW })
  expect(await card.innerText()).toMatch(/From GH₵.59\.99/)
  await card.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: CREW }).waitFor()
  await isAlive(page)
}

test('a colour and a size show their own pictures and price as far as checkout', async () => {
  await page.goto(`${shop.url}/shop?search=everyday+crew`)
  await openCrew()
  const pictures = page.getByRole('button', { name: /^Enlarge/ })
  await choose(page, 'Black')
  await expect
    .poll(() => pictures.evaluateAll(all => all.map(({ ariaLabel }) => ariaLabel)))
    .toEqual([`Enlarge: ${CREW}, Black, from the front`])
  const black = await fileOf(pictures.locator('img'))
  expect(black).toBeTruthy()
  await choose(page, 'UK 18')
  await expect.poll(() => page.locator('header [aria-live=polite]').innerText()).toMatch(/^GH₵.64\.99/)

  await add().first().click()
  await drawer().getByText('Black').waitFor()
  expect(await lookAt(page, `Selvedge | ${CREW}`, EVERY_SIZE)).toEqual([])
  await keepPicture(page, 'bag-drawer')
  await page.setViewportSize(SLOW_PHONE.viewport)
  const rows = [
    drawer(),
    page.getByRole('complementary', { name: 'Your order' }).getByRole('listitem'),
    page.locator('main article, main li').filter({ hasText: CREW }),
  ]
  for (const [i, row] of rows.entries()) {
    if (i === 1) {
      await drawer().getByRole('link', { name: 'Checkout' }).click()
      await page.locator('summary').filter({ hasText: 'Your order' }).click()
    }
    if (i === 2) await page.goto(`${shop.url}/cart`)
    await row.first().waitFor()
    expect(await row.first().innerText()).toMatch(/UK 18[^]*Black[^]*GH₵.64\.99/)
    expect([i, await fileOf(row.locator('img').first())]).toEqual([i, black])
  }
})

test('finds goods by a word of the street and a price, and sorts them without scrolling back', async () => {
  const names = () => page.locator('article a[href^="/shop/product/"]').allInnerTexts()
  const prices = async () =>
    (await page.locator('article').allInnerTexts()).map(text => Number(/GH₵\s([\d,]+\.\d\d)/.exec(text)![1]))
  await page.goto(`${shop.url}/shop?search=trousers`)
  await isAlive(page)
  await expect.poll(async () => (await names()).length).toBe(12)
  expect((await names()).filter(name => !/jeans|pants|cargo|joggers/i.test(name))).toEqual([])
  await page.locator('article').last().scrollIntoViewIfNeeded()
  const filter = page.getByRole('button', { name: 'Filter' })
  const header = (await page.getByRole('banner').boundingBox())!
  const { y, height } = (await filter.boundingBox())!
  expect([y >= header.y + header.height, y + height < 200]).toEqual([true, true])
  await page.getByLabel('Sort by').selectOption({ label: 'Price: low to high' })
  await page.waitForURL(/sort=price-low-to-high/)
  await expect.poll(async () => (await prices()).every((each, i, all) => i === 0 || all[i - 1]! <= each)).toBe(true)

  await page.goto(`${shop.url}/shop?search=dress+under+200`)
  await isAlive(page)
  await page.getByRole('link', { name: /^Remove up to GH₵.200/ }).waitFor()
  const cheap = await prices()
  expect([cheap.length > 1, Math.max(...cheap) <= 200]).toEqual([true, true])
  await page.getByRole('link', { name: /^Remove up to GH₵.200/ }).click()
  await expect.poll(() => page.url()).toBe(`${shop.url}/shop?search=dress`)
  await expect.poll(async () => (await prices()).length).toBeGreaterThan(cheap.length)
})

test('finds what is new and what is reduced by one tap on the home page', async () => {
  for (const name of ['New in', 'Sale']) {
    await page.goto(shop.url)
    await isAlive(page)
    await page.getByRole('navigation', { name: 'Shop by department' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.locator('main article').first().waitFor()
  }
  const cards = await page.locator('main article').allInnerTexts()
  expect(cards.filter(text => !/−\d+ %/.test(text))).toEqual([])
  expect(cards.length).toBeGreaterThan(3)
})

test('keeps the button of the bag on one line, and news above the bar at the bottom', async () => {
  await page.goto(`${shop.url}/shop?search=everyday+crew`)
  await openCrew()
  await choose(page, 'Black')
  await choose(page, 'UK 6')
  const [bag, now] = [add().first(), page.getByRole('button', { name: 'Buy Now' })]
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const [first, second] = [(await bag.boundingBox())!, (await now.boundingBox())!]
    expect([width, first.height < 50, first.width >= width - 40, first.y < second.y]).toEqual([width, true, true, true])
  }
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await bag.click()
  await drawer().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Check these out.' }).scrollIntoViewIfNeeded()
  const bar = add().last()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => add().count()).toBe(2)
    const { x, height } = (await bar.boundingBox())!
    const price = (await bar.locator('xpath=..').locator('> span > span').last().boundingBox())!
    expect([width, height < 50, price.x + price.width <= x]).toEqual([width, true, true])
  }
  await bar.click()
  const news = page.getByRole('alert').filter({ hasText: /2 left|stock/i })
  await news.waitFor()
  const [note, button] = [(await news.locator('p').boundingBox())!, (await bar.boundingBox())!]
  expect(note.y + note.height).toBeLessThanOrEqual(button.y)
})
