import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { lookAt, watched } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(1_260_000)

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

const press = (on: Page, name: string | RegExp) => on.getByRole('button', { name }).click()
const isSaid = (on: Page, words: string | RegExp) => on.getByText(words).filter({ visible: true }).first().waitFor()

/** What the print dialog gets to show of an order's receipt, which is all that it shows. */
async function printed(on: Page): Promise<string> {
  await on.evaluate(() => {
    window.print = () => {}
  })
  await press(on, 'Print Receipt')
  await on.emulateMedia({ media: 'print' })
  const paper = on.getByRole('article', { name: /^Receipt / })
  const words = (await paper.textContent())!
  expect([
    await paper.isVisible(),
    await on.getByRole('button', { name: 'Print Receipt' }).isVisible(),
    await on.getByRole('navigation').first().isVisible(),
  ]).toEqual([true, false, false])
  await on.emulateMedia({ media: 'screen' })
  await on.evaluate(() => dispatchEvent(new Event('afterprint')))
  await paper.waitFor({ state: 'detached' })
  return words
}

/** The picture of each line of the packing slip. */
const picturesPacked = (on: Page) =>
  on
    .locator('tbody tr')
    .evaluateAll(rows =>
      rows.map(row => [row.children[4]!.textContent, /(\w+)-\d+\.webp/.exec(row.querySelector('img')!.src)![1]!]),
    )

/** Those of the colours that were ordered. */
const picturesOf = async (order: number) =>
  (
    await sql<{ sku: string; name: string }>(
      shop,
      `SELECT v.sku, (SELECT name FROM product_images p WHERE p.product_id = v.product_id
          AND p.colour_code <=> v.colour_code ORDER BY position LIMIT 1) AS name
        FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id
        WHERE i.order_id = ${order} ORDER BY i.id`,
    )
  ).map(({ sku, name }) => [sku, name])

test(
  'finds an order, confirms its money, gives it to a rider, packs and hands it over, and exports all in between',
  async () => {
    const [unpaid] = await sql<{ id: number; customer_name: string }>(
      shop,
      "SELECT id, customer_name FROM orders WHERE status_code = 'UNPAID' AND type_code = 'WEBSITE' ORDER BY id DESC LIMIT 1",
    )
    await sql(
      shop,
      `UPDATE orders SET delivery_method_code = 'delivery', shipping_region_code = 'GH-AA',
        shipping_delivery_zone_code = NULL, total = total - shipping_fee, shipping_fee = 0,
    reserved_until = NOW(3) + INTERVAL 1 HOUR WHERE id = ${unpaid!.id}`,
    )
    const { page, faults } = await somebody('owner@shop.test', '/staff/orders')
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('PROCESSING')
    await page.getByLabel('Status').selectOption('ANY')
    await press(page, 'Prepare Export')
    faults.push(...(await lookAt(page, 'Selvedge | Orders')))
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Download Export')])
    expect(readFileSync((await saved.path())!).toString('latin1')).toMatch(/^%PDF-1\.7[^]*%%EOF\n$/)

    const from = page.getByLabel('From')
    await from.pressSequentially('11222020')
    expect(await from.inputValue()).toBe('2020-11-22')
    await page.waitForURL(/start_date=2020-11-22/)
    await from.fill('')

    await page.getByLabel('Number or customer').fill(unpaid!.customer_name.split(' ').at(-1)!)
    const row = page
      .getByRole('row')
      .filter({ has: page.locator(`a[href="/staff/orders/${unpaid!.id}/view"]`) })
      .filter({ hasText: 'Unpaid' })
    const [order] = await Promise.all([page.context().waitForEvent('page'), row.click()])
    const more = watched(order)
    await press(order, 'Manually Confirm Payment')
    await isSaid(order, /The provider has no payment/)
    await order.getByLabel('Reason').fill('Bank transfer 4711, seen in the statement.')
    await order.getByRole('dialog').getByRole('button', { name: 'Manually Confirm Payment' }).click()
    await order.getByRole('button', { name: 'Mark as Ready To Ship or Deliver' }).waitFor()
    await order.getByLabel('Name').fill('Kojo')
    await order.getByLabel('Phone').fill('024 412 3456')
    await order.getByLabel('Agreed fee in GH₵').fill('25')
    await press(order, 'Save rider')
    await isSaid(order, 'Kojo, +233244123456, GH₵ 25.00 delivery fee, paid to the rider.')
    await order.getByLabel('For staff only').fill('Calls at noon.')
    await press(order, 'Save note')
    await isSaid(order, 'Note written')
    faults.push(...(await lookAt(order, `Selvedge | Order ${unpaid!.id}`)))
    const [receipt] = await Promise.all([order.waitForEvent('download'), press(order, 'Download PDF')])
    expect(receipt.suggestedFilename()).toBe(`${unpaid!.id}.pdf`)
    expect(await printed(order)).toContain(`Receipt${unpaid!.id}`)
    await order.getByRole('link', { name: 'Packing slip' }).click()
    await isSaid(order, 'Rider: Kojo, 024 412 3456')
    expect(await picturesPacked(order)).toEqual(await picturesOf(unpaid!.id))
    faults.push(...(await lookAt(order, 'Selvedge | Packing slip')))
    await order.emulateMedia({ media: 'print' })
    expect([
      await order.getByRole('navigation').first().isVisible(),
      await order.getByRole('button', { name: 'Print' }).isVisible(),
      await order.getByText('Rider: Kojo').isVisible(),
    ]).toEqual([false, false, true])
    await order.emulateMedia({ media: 'screen' })
    await order.getByRole('link', { name: 'Go Back' }).click()
    await press(order, 'Mark as Ready To Ship or Deliver')
    await press(order, 'Mark as Completed')
    await isSaid(order, 'Marked as completed.')
    expect(await order.getByRole('button', { name: /Mark as/ }).count()).toBe(0)

    for (const [path, title, words] of [
      ['orders/pick-list', 'Pick list', 'pieces? for'],
      ['jobs', 'Jobs', 'Order export'],
      ['health', 'Health', 'MariaDB'],
    ] as const) {
      await page.goto(`${shop.url}/staff/${path}`)
      await isSaid(page, new RegExp(words))
      faults.push(...(await lookAt(page, `Selvedge | ${title}`)))
    }
    expect([(await booksOf(shop)).broken, faults, more]).toEqual([[], [], []])
  },
  PATIENCE_MS,
)
