import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { counterOf } from '#tests/support/counter/counter.ts'
import { watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { patience } from '#tests/support/patience.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PATIENCE_MS = patience(720_000)

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach({ reducedMotion: 'reduce' }, here => {
  ;({ shop, page } = here)
  faults = watched(page)
})

const go = (path: string) => page.goto(`${shop.url}/staff/${path}`)
const says = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).first().waitFor()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
/** While an order is on its way to the shop nothing else can be moved. */
const isSaved = () => page.locator('main ol[aria-busy]').waitFor({ state: 'detached' })

test(
  'lets an administrator set up a category with its picture, a zone, a coupon for it, opening hours and a colleague',
  async () => {
    await counterOf(page, shop.url).open('admin@shop.test')

    await go('categories/add')
    await page.getByLabel('Name').fill('Scarves')
    await page.getByLabel('Parent category').selectOption({ label: 'Tops' })
    await page.getByLabel('Icon').setInputFiles({
      name: 'scarf.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background: '#8A5A00' } })
        .jpeg()
        .toBuffer(),
    })
    await press('Add Category')
    await says('Category added.')
    await go('categories')
    const place = () =>
      page
        .locator('main li a')
        .allTextContents()
        .then(names => names.indexOf('Scarves'))
    await page.getByRole('link', { name: 'Scarves', exact: true }).waitFor()
    const before = await place()
    await press('Move Scarves up')
    await expect.poll(place).toBe(before - 1)
    await isSaved()
    const row = (name: string) =>
      page.locator('[data-row]').filter({ has: page.getByRole('link', { name, exact: true }) })
    const first = (await page.locator('main li a').allTextContents()).indexOf('Tops') + 1
    await row('Scarves').dragTo(page.locator('[data-row]').nth(first))
    await expect.poll(place).toBe(first)
    await isSaved()
    await row('Scarves').dragTo(row("Women's Jeans"))
    await page.reload()
    await page.getByRole('link', { name: 'Scarves', exact: true }).waitFor()
    expect(await place()).toBe(first)
    await go('delivery-zones/add')
    await page.getByLabel('Region').selectOption({ label: 'Ashanti' })
    await page.getByLabel('Name').fill('Ejisu')
    await page.getByLabel('Code').fill('EJISU')
    await page.getByLabel('Delivery fee').fill('soon')
    await press('Add Delivery Zone')
    await page.getByText('Delivery fee must be a number.').first().waitFor()
    await page.getByLabel('Delivery fee').fill('55.50')
    await press('Add Delivery Zone')
    await says('Delivery zone added.')

    await go('coupons/add')
    await page.getByLabel('Code').fill('SCARF15')
    await page.getByLabel('Name').fill('Scarves')
    await page.getByLabel('Value').fill('15')
    await page.getByLabel('Scarves', { exact: true }).check()
    await press('Add Coupon')
    await says('Coupon added.')

    await go('settings?search=hours')
    await page.getByRole('row', { name: 'Opening hours' }).getByRole('link').click()
    await page.getByLabel('Hours 1').fill('10:00 am to 2:00 pm')
    await press('Update Setting')
    await says('Setting updated.')
    await page.goto(`${shop.url}/contact`)
    await page.getByText('10:00 am to 2:00 pm').first().waitFor()

    await go('users/add')
    await page.getByLabel('Name').fill('Yaa Asante')
    await page.getByLabel('Email', { exact: true }).fill('yaa@shop.test')
    await press('Add User')
    await says('User added, and invited by email.')
    // The browser itself tells of a form that is refused, as one here was.
    expect(faults.filter(fault => !fault.includes('the server responded with a status of 422'))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'sorts a list and selects its whole page, on a phone as at the counter',
  async () => {
    await counterOf(page, shop.url).open('admin@shop.test')
    const first = () => page.locator('tbody tr').first().getByRole('link').first().textContent()
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await go('products')
      await page.locator('thead').getByRole('link', { name: 'Product' }).click()
      await page.waitForURL(/order_column=name&order_direction=asc/)
      await expect.poll(first).toMatch(/^A/)
      await page.locator('thead').getByRole('link', { name: 'Product' }).click()
      await page.waitForURL(/order_column=name&order_direction=desc/)
      await expect.poll(first).toMatch(/^[S-Z]/)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText('12 selected').waitFor()
    }
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)
