import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { checkoutOf, GOOD_CARD } from '#tests/support/shop/checkout.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(1_260_000)

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const isSaid = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const isCompleted = (page: Page) => isSaid(page, 'Nothing. Refund and items are settled.')
const onHand = async (sku: string) =>
  Number((await sql<{ n: number }>(shop, `SELECT on_hand AS n FROM product_variations WHERE sku = '${sku}'`))[0]!.n)

test(
  'approves a return, refunds it by the provider and restocks it; exchanges a till sale and takes the exchanged piece back',
  async () => {
    const customer = await somebody('customer@shop.test', '/account-area/refunds')
    const shopper = checkoutOf(customer.page, shop.url)
    await shopper.buyNow()
    await shopper.fillIn({ Phone: '024 123 4567' })
    await shopper.review()
    await shopper.makePayment()
    await shopper.payWith(GOOD_CARD)
    const order = await shopper.done()
    await sql(shop, `UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ${order}`)
    const [sold] = await sql<{ sku: string }>(
      shop,
      `SELECT v.sku FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id
        WHERE i.order_id = ${order}`,
    )
    const before = await onHand(sold!.sku)
    await customer.page.goto(`${shop.url}/account-area/refunds/${order}/add`)
    await customer.page.getByRole('checkbox', { name: /jeans/i }).check()
    await press(customer.page, 'Send request')
    await customer.page.getByRole('heading', { name: /^Refund #?\d+$/ }).waitFor()

    const { page, faults } = await somebody('manager@shop.test', '/staff/refunds')
    await page.getByRole('searchbox', { name: 'Order number' }).fill(String(order))
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByLabel('Message to the customer').fill('Bring it whenever you pass by.')
    await press(page, 'Approve')
    await page.getByLabel('Refund to').waitFor()
    expect(await page.getByLabel('Refund to').inputValue()).toBe('PAYSTACK')
    faults.push(...(await lookAt(page, /^Selvedge \| Refund #\d+$/)))
    await press(page, /^Refund GH₵/)
    await isSaid(page, /The payment provider is sending the money|Money settled/)
    await page.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(page, 'Mark as received')
    await isCompleted(page)
    expect(await onHand(sold!.sku)).toBe(before + 1)
    await customer.page.reload()
    await isSaid(customer.page, 'Bring it whenever you pass by.')
    await isSaid(customer.page, 'We have received the items.')

    const [sale] = await sql<{ number: string }>(
      shop,
      `SELECT o.number FROM orders o JOIN order_items i ON i.order_id = o.id
        JOIN product_variations v ON v.id = i.product_variation_id
    WHERE o.type_code = 'STORE' AND EXISTS (SELECT 1 FROM product_variations w
      WHERE w.product_id = v.product_id AND w.id <> v.id AND w.on_hand - w.reserved > 2) ORDER BY o.id LIMIT 1`,
    )
    await page.goto(`${shop.url}/staff/refunds/add`)
    await page.getByLabel('Which order?').fill(sale!.number)
    await page.getByRole('link', { name: new RegExp(sale!.number) }).click()
    await page.getByRole('radio', { name: 'Exchange' }).check()
    await page.getByRole('checkbox').first().check()
    await expect.poll(() => page.getByLabel('Exchange for').locator('option').count()).toBeGreaterThan(1)
    await page.getByLabel('Exchange for').selectOption({ index: 1 })
    faults.push(...(await lookAt(page, 'Selvedge | New Refund')))
    await press(page, 'Send request')
    await press(page, 'Approve')
    await page.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(page, 'Receive and hand over')
    await isCompleted(page)
    faults.push(...(await lookAt(page, /^Selvedge \| Refund #\d+$/)))
    const [moved] = await sql<{ n: number }>(
      shop,
      "SELECT COUNT(*) AS n FROM stock_movements WHERE reason = 'EXCHANGE'",
    )
    expect(Number(moved!.n)).toBe(1)

    await page.goto(`${shop.url}/staff/refunds/add`)
    await page.getByLabel('Which order?').fill(sale!.number)
    await page.getByRole('link', { name: new RegExp(sale!.number) }).click()
    await page.getByRole('checkbox', { name: /\(exchanged\)/ }).check()
    faults.push(...(await lookAt(page, 'Selvedge | New Refund')))
    await press(page, 'Send request')
    await press(page, 'Approve')
    await isSaid(page, /\(exchanged\)/)
    await press(page, /^Refund GH₵/)
    await page.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(page, 'Mark as received')
    await isCompleted(page)
    expect([(await booksOf(shop)).broken, faults, customer.faults]).toEqual([[], [], []])
  },
  PATIENCE_MS,
)
