import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { patience } from '#tests/support/patience.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(720_000)

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

async function choose(page: Page, name: string, content: string) {
  await page.goto(`${shop.url}/staff/imports/add`)
  await page.getByLabel(/Product file/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Check the File' }).click()
  await page.waitForURL(/\/staff\/imports\/\d+\/view$/)
}

async function saved(page: Page, press: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: press, exact: true }).click(),
  ])
  return readFileSync((await download.path())!, 'utf8')
}

test(
  'checks a product file, takes out and corrects its wrong row, imports the rest, and exports it unchanged',
  async () => {
    const { page, faults } = await somebody('owner@shop.test', '/staff/imports/add')
    faults.push(...(await lookAt(page, 'Selvedge | New Import')))
    const jeans = Array.from({ length: 30 }, (_, i) =>
      aRow(`night-jeans-${i}`, { name: `Night jeans ${i}`, pictures: 'http://127.0.0.1/inside.jpg' }),
    )
    await choose(
      page,
      'night.csv',
      ownFile([...jeans, aRow('night-shirt', { name: 'Night shirt', retail_price: '-5' })]),
    )
    await page.getByText('Nothing has been imported yet.').waitFor()
    await page.getByText('30 new, 1 skipped').first().waitFor()
    faults.push(...(await lookAt(page, 'Selvedge | Import')))
    await page.getByRole('link', { name: 'Skipped (1)' }).click()
    await page.getByText('The price must not be below 0').waitFor()
    const wrong = await saved(page, 'Download Skipped Rows')
    expect(wrong).toContain('night-shirt')

    await page.getByRole('button', { name: 'Import 30 Products' }).click()
    await page.getByText('Imported.').waitFor()
    const { products } = (await (await fetch(`${shop.url}/api/products?search_text=night+jeans`)).json()) as {
      products: { data: ProductSummary[]; total: number }
    }
    expect([products.total, products.data[0]!.images]).toEqual([30, []])

    const [{ id, name }] = products.data as [ProductSummary]
    await page.goto(`${shop.url}/staff/products/${id}/view/images`)
    await until(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Not downloaded yet' }).waitFor()
      return page.getByText('This address is not on the public internet.').isVisible()
    }, 'the picture is tried')
    await page.goto(`${shop.url}/shop/product/${id}`)
    await page.locator('main svg.lucide-shirt').first().waitFor()
    faults.push(...(await lookAt(page, `Selvedge | ${name}`)))

    await choose(page, 'corrected.csv', wrong.replaceAll('-5', '50'))
    await page.getByRole('button', { name: 'Import 1 Product' }).click()
    await page.getByText('Imported.').waitFor()

    await page.goto(`${shop.url}/staff/imports`)
    await page.getByRole('link', { name: 'corrected.csv' }).waitFor()
    faults.push(...(await lookAt(page, 'Selvedge | Imports')))
    for (const program of ['Shopify', 'WooCommerce', "This shop's own"]) {
      await page.goto(`${shop.url}/staff/imports`)
      await choose(page, `${program}.csv`, await saved(page, program))
      await page.getByText('This file changes nothing.').waitFor()
    }
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)
