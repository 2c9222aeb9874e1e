import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { counterOf } from '#tests/support/counter.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'
import { lookAt, watched } from '#tests/support/look.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

let shop: Shop
let profile: Profile
let browser: BrowserContext
let page: Page
let faults: string[]
beforeAll(async () => {
  shop = await startShop()
  profile = browserProfile()
  browser = await profile.open({ reducedMotion: 'reduce', acceptDownloads: true })
  page = await browser.newPage()
  faults = watched(page)
  await counterOf(page, shop.url).open('owner@shop.test')
}, 240_000)
afterAll(async () => {
  await browser?.close()
  profile?.remove()
  await shop?.stop()
})

async function choose(name: string, content: string) {
  await page.goto(`${shop.url}/staff/imports/add`)
  await page.getByLabel(/Product file/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Check the File' }).click()
  await page.waitForURL(/\/staff\/imports\/\d+\/view$/)
}

async function saved(press: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: press, exact: true }).click()])
  const path = join(profile.dir, download.suggestedFilename())
  await download.saveAs(path)
  return readFileSync(path, 'utf8')
}

test('a product file is checked, its wrong row taken out and corrected, and the rest goes in; what is exported changes nothing', async () => {
  await page.goto(`${shop.url}/staff/imports/add`)
  faults.push(...await lookAt(page, 'Selvedge | New Import'))
  const jeans = Array.from({ length: 30 }, (_, i) => aRow(`night-jeans-${i}`, { name: `Night jeans ${i}`, pictures: 'http://127.0.0.1/inside.jpg' }))
  await choose('night.csv', ownFile([...jeans, aRow('night-shirt', { name: 'Night shirt', retail_price: '-5' })]))
  await page.getByText('Nothing is changed yet.').waitFor()
  await page.getByText('30 new, 1 wrong').first().waitFor()
  faults.push(...await lookAt(page, 'Selvedge | Import'))
  await page.getByRole('link', { name: 'Wrong (1)' }).click()
  await page.getByText('The price must not be below 0').waitFor()
  const wrong = await saved('Download the Wrong Rows')
  expect(wrong).toContain('night-shirt')

  await page.getByRole('button', { name: 'Import 30 Products' }).click()
  await page.getByText('Imported.').waitFor()
  expect((await (await fetch(`${shop.url}/api/products?search_text=night+jeans`)).json() as { products: { total: number } }).products.total).toBe(30)

  await choose('corrected.csv', wrong.replaceAll('-5', '50'))
  await page.getByRole('button', { name: 'Import 1 Product' }).click()
  await page.getByText('Imported.').waitFor()

  await page.goto(`${shop.url}/staff/imports`)
  await page.getByRole('link', { name: 'corrected.csv' }).waitFor()
  faults.push(...await lookAt(page, 'Selvedge | Imports'))
  for (const program of ['Shopify', 'WooCommerce', "This shop's own"]) {
    await page.goto(`${shop.url}/staff/imports`)
    await choose(`${program}.csv`, await saved(program))
    await page.getByText('This file changes nothing.').waitFor()
  }
  expect(faults).toEqual([])
})
