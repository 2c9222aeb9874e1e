import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { AMA, checkoutOf, JEANS } from '#tests/support/shop/checkout.ts'
import { goThrough, reach } from '#tests/support/browser/keyboard.ts'
import { standsStill } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 700 },
]

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach({ reducedMotion: 'reduce', viewport: SIZES[0]! }, here => {
  ;({ shop, page } = here)
  faults = []
})

const press = (key: string) => page.keyboard.press(key)
const to = async (wanted: Locator) => void faults.push(...(await reach(page, wanted)))
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const focused = () => page.locator(':focus')

async function open(path: string): Promise<void> {
  await page.goto(shop.url + path)
  await isAlive(page)
  await standsStill(page)
}

/** Chooses with the arrows, from where a group of radio buttons has the focus. */
async function choose(name: string): Promise<void> {
  const wanted = page.getByRole('radio', { name })
  for (let step = 0; step < 20 && !(await wanted.isChecked()); step++) await press('ArrowRight')
  expect(await wanted.isChecked()).toBe(true)
}

test(
  'needs no pointer from the search to the payment, and shows the focus at each step',
  { timeout: patience(720_000) },
  async () => {
    await open('/')
    await to(page.getByRole('link', { name: 'Skip to content' }))
    await press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

    await open('/')
    await to(button('Search'))
    await press('Enter')
    const field = page.getByRole('combobox', { name: 'Name' })
    await field.waitFor()
    await press('Escape')
    await expect
      .poll(() =>
        button('Search')
          .first()
          .evaluate(opener => opener === document.activeElement),
      )
      .toBe(true)
    await press('Enter')
    await field.waitFor()
    await page.keyboard.type('ama slim')
    await page
      .getByRole('option', { name: /Ama Slim Jeans/i })
      .first()
      .waitFor()
    await press('ArrowDown')
    await press('Enter')
    await page.waitForURL(/\/shop\/product\/\d+\//)

    await open(JEANS.path)
    await to(button(/^Enlarge/).first())
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => focused().getAttribute('aria-label')).toMatch(/^Enlarge/)
    await to(page.getByRole('radio', { checked: true }).first())
    await choose(JEANS.size)
    await to(page.getByRole('group', { name: 'Colour' }).getByRole('radio'))
    await choose(JEANS.colour)
    await to(button('Add to Shopping Bag'))
    await press('Enter')
    await expect.poll(() => focused().innerText()).toBe('Checkout')
    await press('Escape')
    await expect.poll(() => focused().innerText()).toBe('Add to Shopping Bag')
    const cart = page.getByRole('link', { name: 'Cart, 1 in it' })
    await cart.waitFor()
    faults.push(...(await reach(page, cart, 'Shift+Tab')))
    await press('Enter')
    await page.waitForURL(`${shop.url}/cart`)
    await to(page.getByRole('link', { name: 'Checkout', exact: true }))
    await press('Enter')

    await page.getByLabel('First name').waitFor()
    await standsStill(page)
    await reach(page, button('Review Order'))
    await press('Enter')
    await expect
      .poll(() => page.getByLabel('First name').evaluate(first => first === document.activeElement))
      .toBe(true)
    const [[, firstName], ...others] = Object.entries(AMA) as [[string, string], ...[string, string][]]
    await page.keyboard.type(firstName)
    for (const [name, words] of others) {
      await to(page.getByLabel(name, { exact: true }))
      await page.keyboard.type(words)
    }
    await to(page.getByRole('radio', { name: 'Walk In' }))
    await press('ArrowDown')
    await to(page.getByLabel('Region'))
    await expect.poll(() => page.getByLabel('Region').locator('option').count()).toBeGreaterThan(10)
    await page.keyboard.type('Ash')
    await expect.poll(() => page.getByLabel('Zone').locator('option').count()).toBeGreaterThan(1)
    await to(page.getByLabel('Zone'))
    await press('ArrowDown')
    await to(page.getByLabel('Address', { exact: true }))
    await page.keyboard.type('House 5, behind the blue kiosk')
    await standsStill(page)
    await reach(page, button('Review Order'))
    await press('Enter')
    await page.waitForURL(`${shop.url}/checkout/review`)
    await to(button('Make Payment'))
    await press('Enter')
    await page.waitForURL(/\/checkout\/pay\?order=/)
    await to(page.getByRole('radio', { name: 'MTN MoMo' }))
    await press('ArrowUp')
    await expect.poll(() => page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
    await to(button('Make Payment'))
    await press('Enter')
    await checkoutOf(page, shop.url).popUp().locator('#submit').waitFor()
    expect(faults).toEqual([])
  },
)

test('keeps the search open when Enter comes before the browser has said that it was closed', async () => {
  await open('/')
  await to(button('Search'))
  await press('Enter')
  await page.getByRole('combobox', { name: 'Name' }).waitFor()
  const isOpen = await page.evaluate(async () => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')!
    const said = new Promise(close => dialog.addEventListener('close', close))
    dialog.requestClose() // as Escape does
    await Promise.resolve()
    ;(document.activeElement as HTMLElement).click()
    await said
    return dialog.open
  })
  expect(isOpen).toBe(true)
})

test('filters a list by keyboard and keeps the focus', async () => {
  await open('/shop')
  const box = page.getByRole('group', { name: 'Sizes' }).getByRole('checkbox', { name: /UK 10/ })
  await to(box)
  await press('Space')
  await page.waitForURL(/size=UK10/)
  await standsStill(page)
  expect(await box.evaluate(one => one === document.activeElement && (one as HTMLInputElement).checked)).toBe(true)
  await to(page.getByRole('link', { name: 'Load more' }))
  const before = await page.locator('article').count()
  await press('Enter')
  await expect.poll(() => page.locator('article').count()).toBeGreaterThan(before)
  expect(faults).toEqual([])
})

/** All of a page, there and back, at each size. */
async function walkThrough(path: string): Promise<string[]> {
  const wrong: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await open(path)
    const there = await goThrough(page)
    const back = await goThrough(page, 'Shift+Tab')
    wrong.push(...[...there.faults, ...back.faults].map(fault => `${path} at ${size.width}: ${fault}`))
    for (const { places } of [there, back])
      if (!places.some(words => words === 'Returns policy'))
        wrong.push(`${path} at ${size.width}: the keys do not get to its end`)
  }
  return wrong
}

test('moves the focus through every page and back, never under a bar', { timeout: patience(1_800_000) }, async () => {
  await checkoutOf(page, shop.url).buyNow()
  for (const path of [
    '/',
    '/shop',
    '/collections',
    JEANS.path,
    '/cart',
    '/wishlist',
    '/checkout',
    '/contact',
    '/login',
    '/register',
  ])
    faults.push(...(await walkThrough(path)))
  expect(faults).toEqual([])
})

test(
  'control: notices focus under the header and focus that does not show',
  { timeout: patience(720_000) },
  async () => {
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const sheet = new CSSStyleSheet() // the page's policy refuses a style element
        sheet.replaceSync('html { scroll-padding: 0 !important } [href="/about"] { outline: none !important }')
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }),
    )
    const wrong = await walkThrough('/shop')
    expect(wrong).toContainEqual(expect.stringMatching(/Shift\+Tab: .* is hidden/))
    expect(wrong).toContainEqual(expect.stringMatching(/Our story shows no focus/))
  },
)
