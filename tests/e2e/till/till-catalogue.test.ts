import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PullReply } from '#sync/protocol/replica.ts'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter/counter.ts'
import { aGateway, answer, type Answered, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

const PULL = '/api/sync/pull'
const VARIATIONS = 50_000
const barcodeOf = (product: number) => String(7_000_000_000_000 + product * 10)

let shop: Shop
let gateway: Gateway
let profile: Profile
let counter: Counter
/** Rows of each chunk that was answered, in order. */
const chunks: number[] = []

beforeAll(async () => {
  shop = await startShop()
  await stock()
  gateway = await aGateway(shop.port)
  profile = browserProfile()
  const browser = await profile.open()
  counter = counterOf(browser.pages()[0] ?? (await browser.newPage()), gateway.url)
})
afterAll(async () => {
  await counter.page.context().close()
  profile.remove()
  gateway.close()
  await shop.stop()
})

/** Fills the demo shop up to 50,000 variations, five to a product, without stock. */
async function stock() {
  const products = VARIATIONS / 5
  await sql(
    shop,
    `INSERT INTO products (id, slug, name, description, features, category_id, retail_price, updated_at)
    SELECT 100000 + seq, CONCAT('many-', seq), CONCAT('Zebra jeans ', seq), '', '[]', (SELECT MIN(id) FROM categories),
      50 + seq % 200, NOW(3) - INTERVAL 1 HOUR FROM seq_1_to_${products}`,
  )
  await sql(
    shop,
    `INSERT INTO product_variations (product_id, sku, barcode, size_code, updated_at)
    SELECT 100000 + p.seq, CONCAT('MANY-', p.seq, '-', s.nth), 7000000000000 + p.seq * 10 + s.nth, s.code,
      NOW(3) - INTERVAL 1 HOUR
    FROM seq_1_to_${products} p JOIN (SELECT code, ROW_NUMBER() OVER (ORDER BY id) - 1 AS nth FROM sizes ORDER BY id
      LIMIT 5) s`,
  )
}

/** A slow network: each chunk takes a while, the next only once `go` says so. */
function slowly(go: () => boolean) {
  gateway.meddle(PULL, async ({ forward, reply }) => {
    const answered = await forward()
    while (chunks.length > 0 && !go()) await sleep(20) // between two looks
    const rows = rowsOf(answered)
    if (rows !== null) chunks.push(rows)
    answer(reply, answered)
  })
}

function rowsOf({ status, headers, body }: Answered): number | null {
  if (status !== 200) return null
  const text =
    headers['content-encoding'] === 'br'
      ? brotliDecompressSync(body)
      : headers['content-encoding'] === 'gzip'
        ? gunzipSync(body)
        : body
  const { changes } = JSON.parse(text.toString()) as PullReply
  return Object.values(changes).reduce((sum, rows) => sum + rows.length, 0)
}

test('fetches fifty thousand variants in chunks, sells after the first, and later fetches only changes', async () => {
  let go = false
  slowly(() => go)
  const { page } = counter
  await page.goto(`${gateway.url}/login?redirect=/staff/orders/add`)
  await page.getByLabel('Email', { exact: true }).fill('manager@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()

  await page
    .getByText(/You can start selling. Loading the other products: [\d,]+ of [\d,]+/)
    .waitFor({ timeout: patience(180_000) })
  expect(chunks).toHaveLength(1)
  const { orders } = await booksOf(shop)
  const first = page.getByRole('button', { name: /^Add / }).first()
  await counter.ready()
  const name = (await first.getAttribute('aria-label'))!.slice('Add '.length)
  await counter.sell(name)
  expect(chunks).toHaveLength(1)

  go = true
  await page.getByText(/Loading the other products/).waitFor({ state: 'detached', timeout: patience(300_000) })
  await counter.scan(barcodeOf(VARIATIONS / 5))
  await page.getByText('Sub-total · 1 item').waitFor()
  expect(chunks.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(VARIATIONS)
  expect(chunks.length).toBeGreaterThan(10)
  await until(async () => (await booksOf(shop)).orders - orders === 1, 'the sale is booked')

  await sql(shop, "UPDATE products SET retail_price = 77.7 WHERE slug = 'many-10000'")
  const before = chunks.length
  await counter.sendNow()
  await page.getByText('now GH₵ 77.70').waitFor()
  // The demo shop's own thousand may come once more: they are hardly a minute old.
  expect(chunks.slice(before).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(VARIATIONS / 20)
})
