import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choose, isAlive } from '#tests/support/alive.ts'
import { browserProfile } from '#tests/support/chromium.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const profile = browserProfile()
const faults: string[] = []
let shop: Shop
let page: Page

beforeAll(async () => {
  shop = await startShop()
  const browser = await profile.open(PHONE)
  page = browser.pages()[0]!
  page.on('console', message => { if (message.type() === 'error') faults.push(message.text()) })
  page.on('pageerror', error => faults.push(error.message))
}, 240_000)
afterAll(async () => {
  await page?.context().close()
  profile.remove()
  await shop?.stop()
}, 60_000)

const names = () => page.locator('article a[href^="/shop/product/"]').allInnerTexts()
const PAGES = ['/', '/shop', '/shop?category=1&size=UK10&search=jaens', '/shop/product/1/ama-slim-jeans', '/collections', '/shop?search=velvet']

const scrolled = () => page.evaluate('Math.round(scrollY)') as Promise<number>

describe('browsing on a phone', () => {
  test('finds by a typo, filters, opens a product and comes back to the same place', async () => {
    await page.goto(shop.url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill('jaens')
    await expect.poll(() => page.getByRole('option').count(), { timeout: 10_000 }).toBeGreaterThan(2)
    expect((await page.getByRole('option').allInnerTexts()).join(' ')).toMatch(/jeans/i)
    await page.keyboard.press('Enter')
    await page.getByText('This is what we have for').waitFor()
    expect(page.url()).toBe(`${shop.url}/shop?search=jaens`)

    await page.getByRole('button', { name: 'Filter' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await sheet.getByRole('checkbox', { name: /^Bottoms/ }).check()
    await page.waitForURL(/category=1/)
    await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await page.getByRole('link', { name: 'Remove Bottoms' }).waitFor()
    expect((await names()).every(name => /jeans/i.test(name))).toBe(true)

    await page.getByRole('link', { name: 'Remove “jaens”' }).click()
    await page.getByRole('button', { name: 'Load more' }).click()
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
    await expect.poll(async () => Math.abs(await scrolled() - place)).toBeLessThan(40)
  })

  test('is at the same place too after a reload in between', async () => {
    await page.locator('article').nth(19).scrollIntoViewIfNeeded()
    const [before, place] = [await names(), await scrolled()]
    await page.reload()
    await expect.poll(async () => (await names()).length, { timeout: 15_000 }).toBe(before.length)
    await expect.poll(async () => Math.abs(await scrolled() - place)).toBeLessThan(40)
  })

  test('helps where nothing is found', async () => {
    await page.goto(`${shop.url}/shop?search=velvet%20jeans&size=UK6`)
    await page.getByText('No products found.').waitFor()
    await page.getByText('Perhaps one of these?').waitFor()
    expect((await page.getByRole('region', { name: 'Similar' }).getByRole('link').allInnerTexts()).some(name => /jean/i.test(name))).toBe(true)
    await page.getByRole('link', { name: 'Take the filter away' }).click()
    await expect.poll(() => page.url()).toBe(`${shop.url}/shop?search=velvet%20jeans`)
  })

  test('enlarges a picture and says what is left of a choice', async () => {
    await page.goto(`${shop.url}/shop/product/1/ama-slim-jeans`)
    await isAlive(page)
    await choose(page, /UK 12/)
    await page.getByText('UK 12 in Indigo is sold out.').waitFor()
    await choose(page, 'UK 10')
    await page.getByText('Only 2 left').waitFor()
    await page.getByRole('button', { name: /^Enlarge/ }).first().click()
    await page.getByRole('button', { name: 'Show it larger' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('button', { name: 'Show the whole picture' }).count()).toBe(0)
  })

  test.each(['light', 'dark'] as const)('has no serious fault for anybody when it is %s', async colorScheme => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of PAGES) {
      await page.goto(shop.url + path)
      await page.waitForLoadState('networkidle')
      expect([path, await graveFaults()]).toEqual([path, []])
    }
    await page.goto(`${shop.url}/shop`)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: /^Show \d+ products$/ }).waitFor()
    expect(await graveFaults('dialog[open]')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('combobox', { name: 'Name' }).fill('cargo')
    await page.getByRole('option', { name: /Cargo Pants/ }).waitFor()
    expect(await graveFaults('dialog[open]')).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('is nowhere wider than the screen, from 320 px on', async () => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of PAGES) {
        await page.goto(shop.url + path)
        await page.waitForLoadState('networkidle')
        expect([path, width, await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')]).toEqual([path, width, 0])
      }
    }
  })

  test('says nothing in the console', () => expect(faults).toEqual([]))
})

async function graveFaults(within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
