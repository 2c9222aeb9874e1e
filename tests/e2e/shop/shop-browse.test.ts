import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { inABrowser } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const faults: string[] = []
let shop: Shop
let page: Page
inABrowser(PHONE, here => {
  ;({ shop, page } = here)
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', error => faults.push(error.message))
})

const names = () => page.locator('article a[href^="/shop/product/"]').allInnerTexts()
const PAGES = [
  '/',
  '/shop',
  '/shop?category=1&size=UK10&search=jaens',
  '/shop/product/1/ama-slim-jeans',
  '/collections',
  '/shop?search=velvet',
]

const scrolled = () => page.evaluate('Math.round(scrollY)') as Promise<number>

describe('browsing on a phone', () => {
  test('finds by a typo, filters, opens a product and returns to the same place', async () => {
    await page.goto(shop.url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('jaens')
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(2)
    expect((await page.getByRole('option').allInnerTexts()).join(' ')).toMatch(/jeans/i)
    await page.keyboard.press('Enter')
    await page.getByText('Showing results for').waitFor()
    expect(page.url()).toBe(`${shop.url}/shop?search=jaens`)

    await page.getByRole('button', { name: 'Filter' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await sheet.getByRole('checkbox', { name: /^Bottoms/ }).check()
    await page.waitForURL(/category=1/)
    await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await page.getByRole('link', { name: 'Remove Bottoms' }).waitFor()
    await expect.poll(async () => (await names()).filter(name => !/jeans/i.test(name))).toEqual([])

    await page.getByRole('link', { name: 'Remove “jaens”' }).click()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect.poll(async () => (await names()).length).toBe(24)
    const before = await names()
    const chosen = page.locator('article').nth(19)
    await chosen.scrollIntoViewIfNeeded()
    const place = await scrolled()
    expect(place).toBeGreaterThan(500)

    await chosen.getByRole('link').click()
    await page.getByRole('radio').first().waitFor({ state: 'attached' })
    await page.goBack()
    await expect.poll(async () => (await names()).length).toBe(24)
    expect(await names()).toEqual(before)
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(40)
  })

  test('returns to the same place after a reload', async () => {
    await page.locator('article').nth(19).scrollIntoViewIfNeeded()
    const [before, place] = [await names(), await scrolled()]
    await page.reload()
    await expect.poll(async () => (await names()).length, { timeout: patience(45_000) }).toBe(before.length)
    await expect.poll(async () => Math.abs((await scrolled()) - place)).toBeLessThan(40)
  })

  test('helps when nothing is found', async () => {
    await page.goto(`${shop.url}/shop?search=dress%20under%2050&size=UK6`)
    await page.getByText('No products found.').waitFor()
    await page.getByText('You might like').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Similar' }).getByRole('link').allInnerTexts())
      .toContainEqual(expect.stringMatching(/dress/i))
    await page.getByRole('link', { name: 'Remove the filter' }).click()
    await expect.poll(() => page.url()).toBe(`${shop.url}/shop?search=dress%20under%2050`)
  })

  test('takes off what the shop understood of a search', async () => {
    await page.getByRole('link', { name: /^Remove up to GH₵/ }).click()
    await expect.poll(() => page.url()).toBe(`${shop.url}/shop?search=dress`)
    await expect.poll(async () => (await names())[0]).toMatch(/dress/i)
  })

  test('shows goods with some of the words when none has all', async () => {
    await page.goto(`${shop.url}/shop?search=velvet%20jeans`)
    await page.getByText('No product matches all your words. These match some of them.').waitFor()
    expect((await names())[0]).toMatch(/jeans/i)
  })

  test('enlarges a picture and says what is left of a choice', async () => {
    await page.goto(`${shop.url}/shop/product/1/ama-slim-jeans`)
    await isAlive(page)
    await choose(page, /UK 12/)
    await page.getByText('UK 12 in Indigo is sold out.').waitFor()
    await choose(page, 'UK 10')
    await page.getByText('Only 2 left').waitFor()
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('button', { name: 'Zoom out' }).count()).toBe(0)
  })

  test('swipes from picture to picture', async () => {
    await page.goto(`${shop.url}/shop/product/1/ama-slim-jeans`)
    await isAlive(page)
    const pictures = page.getByRole('button', { name: /^Enlarge/ })
    const shown = () => pictures.evaluateAll(all => all.findIndex(picture => picture.ariaCurrent === 'true'))
    await pictures.nth(1).waitFor({ state: 'attached' })
    expect(await shown()).toBe(0)
    await swipe(-260)
    await expect.poll(shown).toBe(1)
    await swipe(260)
    await expect.poll(shown).toBe(0)
  })

  test('keeps the price and a button in sight when those of the page scroll away', async () => {
    await page.goto(`${shop.url}/shop/product/1/ama-slim-jeans`)
    const buttons = page.getByRole('button', { name: 'Add to Shopping Bag' })
    await page.getByRole('group', { name: 'Quantity' }).scrollIntoViewIfNeeded()
    await expect.poll(() => buttons.count()).toBe(1)
    await page.getByRole('heading', { name: 'Check these out.' }).scrollIntoViewIfNeeded()
    await expect.poll(() => buttons.count()).toBe(2)
    const { y, height } = (await buttons.last().boundingBox())!
    expect([y > 700, y + height <= 844]).toEqual([true, true])
  })

  test('does not jump under announcements of different lengths', async () => {
    const [kept] = await sql<{ value: string }>(shop, "SELECT value FROM settings WHERE name = 'announcements'")
    const say = (value: string) => sql(shop, `UPDATE settings SET value = '${value}' WHERE name = 'announcements'`)
    const long =
      'Everything that was cut before June is half off until the last of it is gone, in the shop in Osu and here, and the rider comes for nothing from two hundred cedis on'
    await say(`Welcome!\\n${long}`)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const strip = page.getByRole('region', { name: 'Announcements' })
    await expect
      .poll(
        async () => {
          await page.goto(shop.url)
          return strip.getByText('Welcome!').isVisible()
        },
        { timeout: patience(60_000) },
      )
      .toBe(true)
    const before = (await strip.boundingBox())!.height
    await strip.getByText(long).waitFor({ timeout: patience(60_000) })
    expect([(await strip.boundingBox())!.height, await strip.getByText('Welcome!').isVisible()]).toEqual([
      before,
      false,
    ])
    await say(kept!.value.replaceAll("'", "''").replaceAll('\n', '\\n'))
  })

  test.each(['light', 'dark'] as const)('has no accessibility fault on any screen when it is %s', async colorScheme => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of PAGES) {
      await page.goto(shop.url + path)
      await page.waitForLoadState('networkidle')
      for (const width of [820, 1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        expect([path, width, await faultsOf()]).toEqual([path, width, []])
      }
    }
    await page.goto(`${shop.url}/shop`)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).waitFor()
    expect(await faultsOf('dialog[open]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('combobox', { name: 'Name' }).fill('cargo')
    await page.getByRole('option', { name: /Cargo Pants/ }).waitFor()
    expect(await faultsOf('dialog[open]')).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('is never wider than the screen, from 320 px on', async () => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of PAGES) {
        await page.goto(shop.url + path)
        await page.waitForLoadState('networkidle')
        expect([
          path,
          width,
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        ]).toEqual([path, width, 0])
      }
    }
  })

  test('logs nothing in the console', () => expect(faults).toEqual([]))
})

/** A finger on the first picture that moves so many px to the side. */
async function swipe(xDistance: number): Promise<void> {
  const { x, y, width, height } = (await page
    .getByRole('region', { name: 'Pictures' })
    .locator('button')
    .first()
    .locator('xpath=..')
    .boundingBox())!
  const finger = await page.context().newCDPSession(page)
  const at = (part: number) => [
    { x: Math.round(x + width / 2 + (part - 0.5) * xDistance), y: Math.round(y + height / 2) },
  ]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 20; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 20) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

async function faultsOf(within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test('shows what the chosen size costs from the list to the bag, and finds it by that price', async () => {
  const card = page.locator('article', { hasText: 'Everyday crew tee' })
  await page.goto(`${shop.url}/shop?search=everyday+crew`)
  expect(await card.innerText()).toMatch(/From GH₵.59\.99/)
  await page.goto(`${shop.url}/shop?search=everyday+crew&min=60&size=UK10`)
  expect(await card.count()).toBe(0)
  await page.goto(`${shop.url}/shop?search=everyday+crew&min=60&size=UK18`)
  await card.getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Everyday crew tee' }).waitFor()
  const price = page.locator('header [aria-live=polite]')
  await expect.poll(() => price.innerText()).toMatch(/^GH₵.59\.99/)
  await page.locator('label', { hasText: 'UK 18' }).first().click()
  await expect.poll(() => price.innerText()).toMatch(/^GH₵.64\.99/)
  await page.getByRole('button', { name: 'Add to Shopping Bag' }).first().click()
  await page.getByText('Added to your shopping bag.').first().waitFor()
  await page.goto(`${shop.url}/cart`)
  await page
    .getByText(/GH₵.64\.99/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})
