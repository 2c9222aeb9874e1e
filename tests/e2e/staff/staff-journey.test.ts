import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { productPath, type ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { checkoutOf, GOOD_CARD } from '#tests/support/shop/checkout.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

let shop: Shop
const { anybody, somebody, faults } = visitorsOf(opened => {
  shop = opened
})

/** A till asks for news when it is opened, and each minute. */
const A_TILL_ASKS_WITHIN_MS = 180_000

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const go = (page: Page, path: string) => page.goto(`${shop.url}/staff/${path}`)
/** The form stays until the shop has answered; its button has another name already while it is on its way. */
const isTakenBack = (page: Page) =>
  page.getByRole('radio', { name: 'Back on the shelf' }).waitFor({ state: 'detached' })
/** The provider tells of a refund when it has carried it out. */
const isEven = (page: Page) =>
  until(async () => {
    await page.reload()
    await says(page, 'To do')
    return page.getByText('Nothing. Refund and items are settled.').isVisible()
  }, 'the return is through')

/** The product that this is about, as the shop lists it, and its pieces. */
async function kaftan() {
  const reply = await fetch(`${shop.url}/api/products?search_text=makola`)
  const [product] = ((await reply.json()) as { products: { data: ProductSummary[] } }).products.data
  const pieces = await sql<{ id: number; sku: string; barcode: string; size_code: string; on_hand: number }>(
    shop,
    `SELECT id, sku, barcode, size_code, on_hand FROM product_variations WHERE product_id = ${product!.id} ORDER BY id`,
  )
  return { product: product!, pieces }
}
const onHand = async () =>
  Object.fromEntries((await kaftan()).pieces.map(({ size_code, on_hand }) => [size_code, on_hand]))

test(
  'takes goods from a new category and size over the shelf, the till and the website to a refund, an exchange and an export',
  { timeout: patience(900_000) },
  async () => {
    const { page: administrator } = await somebody('admin@shop.test', '/staff')
    await go(administrator, 'categories/add')
    await administrator.getByLabel('Name').fill('Kaftans')
    await press(administrator, 'Add Category')
    await says(administrator, 'Category added.')
    await go(administrator, 'sizes/add')
    await administrator.getByLabel('Code').fill('UK20')
    await administrator.getByLabel('Name').fill('UK 20')
    await press(administrator, 'Add Size')
    await says(administrator, 'Size added.')

    const { page: manager } = await anybody()
    await counterOf(manager, shop.url).open('manager@shop.test')
    const counter = counterOf(manager, shop.url)
    const picture = async (name: string, background: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 1200, height: 1500, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    })
    await go(manager, 'products/add')
    await manager.getByLabel('Name').fill('Makola kaftan')
    await manager.getByLabel('Category').selectOption({ label: 'Kaftans' })
    await manager.getByLabel('Price, GH₵').fill('320')
    for (const tick of ['UK 18', 'UK 20', 'Indigo']) await manager.getByLabel(tick, { exact: true }).check()
    await manager
      .getByLabel('Pictures')
      .setInputFiles([await picture('front.jpg', '#1B2A41'), await picture('back.jpg', '#8A5A00')])
    await press(manager, 'Add Product')
    await manager.waitForURL(/\/staff\/products\/\d+\/view$/)
    const { product, pieces } = await kaftan()
    const [small, large] = pieces as [(typeof pieces)[number], (typeof pieces)[number]]

    await go(manager, 'stock/receive')
    await says(manager, 'Scan the first item')
    await counter.scan(...Array<string>(4).fill(small.barcode), ...Array<string>(3).fill(large.barcode))
    await press(manager, 'Receive 7 Pieces')
    await says(manager, /received by Abena Owusu/)
    expect(await onHand()).toEqual({ UK18: 4, UK20: 3 })

    await go(manager, 'orders/add')
    await counter.ready()
    await manager.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill('Makola kaftan')
    await manager
      .getByRole('button', { name: 'Add Makola kaftan', exact: true })
      .waitFor({ timeout: A_TILL_ASKS_WITHIN_MS })
    await manager.getByRole('searchbox', { name: 'Name, SKU or barcode' }).blur()
    await counter.scan(large.barcode)
    await says(manager, 'Sub-total · 1 item')
    const sale = await counter.checkOut()
    await until(async () => (await onHand()).UK20 === 2, 'the sale is booked')

    const shopper = checkoutOf((await anybody()).page, shop.url)
    await shopper.buyNow({ path: productPath(product), size: 'UK 18', colour: 'Indigo', sku: small.sku })
    await shopper.fillIn()
    await shopper.review()
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    const order = await shopper.done()
    expect(await onHand()).toEqual({ UK18: 3, UK20: 2 })

    await go(manager, `orders/${order}/view`)
    await press(manager, 'Mark as Ready To Ship or Deliver')
    await press(manager, 'Mark as Completed')
    await says(manager, 'Marked as completed.')
    await go(manager, `refunds/add?order=${order}`)
    await manager.getByRole('checkbox').first().check()
    await press(manager, 'Send request')
    await manager.getByLabel('Refund amount, GH₵').fill('300')
    await manager.getByLabel('Message to the customer').fill('A button was missing.')
    await press(manager, 'Approve')
    await press(manager, /^Refund GH₵/)
    await says(manager, /The payment provider is sending the money|Money settled/)
    await manager.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(manager, 'Mark as received')
    await isTakenBack(manager)
    await isEven(manager)
    expect(await onHand()).toEqual({ UK18: 4, UK20: 2 })

    await go(manager, 'refunds/add')
    await manager.getByLabel('Which order?').fill(sale)
    await manager.getByRole('link', { name: new RegExp(sale) }).click()
    await manager.getByRole('radio', { name: 'Exchange' }).check()
    await manager.getByRole('checkbox').first().check()
    await expect.poll(() => manager.getByLabel('Exchange for').locator('option').count()).toBeGreaterThan(1)
    await manager.getByLabel('Exchange for').selectOption(String(small.id))
    await press(manager, 'Send request')
    await press(manager, 'Approve')
    await manager.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(manager, 'Receive and hand over')
    await isTakenBack(manager)
    await isEven(manager)
    expect(await onHand()).toEqual({ UK18: 3, UK20: 3 })

    const { page: owner } = await somebody('owner@shop.test', '/staff')
    await go(owner, 'orders?status_code=ANY')
    await press(owner, 'Prepare Export')
    await owner.getByRole('button', { name: 'Download Export' }).waitFor({ timeout: patience(270_000) })
    const [saved] = await Promise.all([owner.waitForEvent('download'), press(owner, 'Download Export')])
    expect(readFileSync((await saved.path())!).toString('latin1')).toMatch(/^%PDF-/)
    await go(owner, `changes?subject=product&subject_id=${product.id}`)
    await says(owner, 'Makola kaftan')
    expect([(await booksOf(shop)).broken, faults()]).toEqual([[], []])
  },
)
