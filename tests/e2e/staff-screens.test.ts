import type { BrowserContext, Page } from 'playwright-core'
import type { RouteObject } from 'react-router-dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteHandle } from '#pwa/lib/title.ts'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { sql } from '#tests/support/books.ts'
import { browserProfile } from '#tests/support/chromium.ts'
import { counterOf } from '#tests/support/counter.ts'
import { lookAt, watched } from '#tests/support/look.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const PATIENCE_MS = 1_800_000
const ANY_TITLE = /^Selvedge \| (?!Page not found)/

/** Where the rows of a place are kept, for a screen of one of them. */
const TABLES: Record<string, string> = {
  'cash-counts': 'cash_counts', 'delivery-zones': 'delivery_zones', imports: 'product_imports', stock: 'product_variations', 'stock/counts': 'stock_counts', 'stock/receive': 'stock_receipts',
}
const TABS = ['details', 'stock', 'images']

const profile = browserProfile()
let shop: Shop
let browser: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  shop = await startShop({ patience: 480_000 })
  browser = await profile.open({ reducedMotion: 'reduce' })
  page = browser.pages()[0]!
  faults = watched(page)
  await counterOf(page, shop.url).open('owner@shop.test')
}, 600_000)
afterAll(async () => {
  await browser?.close()
  profile.remove()
  await shop?.stop()
}, 60_000)

test('an owner meets nothing to complain of on any screen of the back office, in both themes, at the counter and on a phone', async () => {
  for (const [pattern, title] of patternsOf(staffRoutes)) for (const path of await addressesOf(pattern)) await look(path, pattern.includes(':') ? ANY_TITLE : `Selvedge | ${title}`)
  await look('/staff/products?search=zzzz', 'Selvedge | Products')
  await look('/', 'Selvedge | Home')
  expect(faults).toEqual([])
}, PATIENCE_MS)

test('control: an address without a screen is found out', async () => {
  faults.length = 0
  await look('/staff/nowhere', ANY_TITLE)
  expect(faults).toContainEqual('/staff/nowhere leads to no screen')
})

async function look(path: string, title: string | RegExp): Promise<void> {
  await page.goto(shop.url + path)
  faults.push(...await lookAt(page, title))
  if ((await page.title()).endsWith('Page not found')) faults.push(`${path} leads to no screen`)
}

/** Every leaf of the routes with its title, such as 'orders/:id/view'. */
const patternsOf = (routes: RouteObject[]): [pattern: string, title: string][] =>
  routes.flatMap(({ path = '', children, handle }) => children ? patternsOf(children) : [[path, (handle as RouteHandle).title]])

/** A pattern with its parameters filled in by what the demo shop holds. */
async function addressesOf(pattern: string): Promise<string[]> {
  if (!pattern.includes(':')) return [`/staff/${pattern}`]
  const [place = ''] = pattern.split('/:')
  const [row] = await sql<{ id: number | null }>(shop, `SELECT MIN(id) AS id FROM ${TABLES[place] ?? place}`)
  const path = `/staff/${pattern.replace(':id', String(row?.id ?? 'missing'))}`
  return path.includes(':tab') ? TABS.map(tab => path.replace(':tab', tab)) : [path]
}
