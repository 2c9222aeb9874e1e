import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atTheCounter } from '#tests/support/counter/at-the-counter.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import type { Counter } from '#tests/support/counter/counter.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** One size of the slim jeans. */
const BARCODE = '6034128000011'

let shop: Shop
let page: Page
let counter: Counter
let faults: string[]
atTheCounter(here => {
  ;({ shop, page, counter, faults } = here)
})

const goods = async () =>
  (
    await sql<{ id: number; product_id: number; category_id: number; on_hand: number; name: string }>(
      shop,
      `SELECT v.id, v.product_id, p.category_id, v.on_hand, p.name FROM product_variations v
        JOIN products p ON p.id = v.product_id WHERE v.barcode = '${BARCODE}'`,
    )
  )[0]!
const go = (path: string) => page.goto(`${shop.url}/staff/${path}`)
const said = (words: string | RegExp) => page.getByText(words).first().waitFor()

test('receives goods by scanner, sells and counts them, and shows what made each number', async () => {
  const before = await goods()
  await go('stock/receive')
  await page.getByText('Scan the first item').waitFor()
  await counter.scan(BARCODE, BARCODE, BARCODE)
  await page.getByRole('button', { name: 'Receive 3 Pieces' }).waitFor()
  await counter.scan('9999999999994')
  await said('No product has the code 9999999999994.')
  await page.getByLabel(/^Unit cost/).fill('45.50')
  await page.getByLabel('Supplier').fill('Kantamanto')
  faults.push(...(await lookAt(page, 'Selvedge | Receive Goods')))
  await page.getByRole('button', { name: 'Receive 3 Pieces' }).click()
  await said('3 pieces from Kantamanto, received by Abena Owusu')
  expect((await goods()).on_hand).toBe(before.on_hand + 3)

  await go('orders/add')
  await counter.ready()
  await counter.scan(BARCODE)
  await page.getByText('Sub-total · 1 item').waitFor()
  await counter.checkOut()
  await until(async () => (await goods()).on_hand === before.on_hand + 2, 'the sale is booked')

  await go('stock/counts')
  await page.getByRole('button', { name: 'New Count' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('The back wall')
  await page.getByLabel('Scope').selectOption(String(before.category_id))
  await page.getByRole('button', { name: 'Start Counting' }).click()
  await page.getByRole('heading', { name: 'The back wall' }).waitFor()
  const countAllButOne = async () => {
    await counter.scan(BARCODE)
    await page.getByRole('region', { name: 'Scan' }).getByText(before.name).first().waitFor()
    await page.getByLabel('Pieces to add').fill(String(before.on_hand))
    await page.getByRole('form', { name: 'Several' }).getByRole('button', { name: 'Add' }).click()
    await page
      .getByRole('region', { name: 'Scan' })
      .getByText(String(before.on_hand + 1), { exact: true })
      .waitFor()
  }
  await countAllButOne()
  faults.push(...(await lookAt(page, 'Selvedge | The back wall')))
  await page.getByRole('button', { name: 'Check the Count' }).click()
  await said('Please count again: 1 product differs from stock on record.')
  await page.getByRole('region', { name: 'Scan' }).getByText(before.name).waitFor({ state: 'detached' })
  await countAllButOne()
  await page.getByRole('button', { name: 'Check the Count' }).click()
  await page.getByRole('button', { name: 'Close the Count' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the Count' }).click()
  await said('Count closed. The differences are booked.')
  expect((await goods()).on_hand).toBe(before.on_hand + 1)

  await go(`stock/${before.id}/movements`)
  const rows = page.getByRole('row')
  await rows
    .filter({ hasText: 'Counted' })
    .filter({ has: page.getByText('−1', { exact: true }) })
    .first()
    .waitFor()
  await rows
    .filter({ hasText: 'Sold' })
    .filter({ has: page.getByText('−1', { exact: true }) })
    .first()
    .waitFor()
  await rows
    .filter({ hasText: 'Received' })
    .filter({ has: page.getByText('+3', { exact: true }) })
    .waitFor()
  faults.push(...(await lookAt(page, /^Selvedge \| Ama slim jeans · /)))
  expect([faults, (await booksOf(shop)).broken]).toEqual([[], []])
})

test('takes a grid of shelf stock, removes pieces for a reason, and counts oversold goods from the list', async () => {
  const before = await goods()
  await go(`products/${before.product_id}/view/stock`)
  await page.locator(`input[name=sku_${before.id}]`).fill(String(before.on_hand + 4))
  await page.getByRole('button', { name: 'Update Stock Quantities' }).click()
  await said('Stock updated.')
  expect((await goods()).on_hand).toBe(before.on_hand + 4)

  await go(`stock?search=${BARCODE}`)
  await page.getByRole('button', { name: 'Adjust' }).first().click()
  await page.getByLabel('Why').selectOption('DAMAGED')
  await page.getByLabel('Pieces', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Adjust Stock' }).click()
  await said('Stock adjusted.')
  expect((await goods()).on_hand).toBe(before.on_hand)

  await go('exceptions')
  faults.push(...(await lookAt(page, 'Selvedge | Exceptions')))
  await page.getByRole('button', { name: 'Count now' }).click()
  await page.getByLabel(/^Quantity on hand now/).fill('5')
  await page.getByRole('button', { name: 'Found in the storeroom.' }).click()
  await said('Exception resolved.')
  expect(await sql(shop, "SELECT resolution, note FROM exceptions WHERE code = 'OVERSOLD'")).toEqual([
    { resolution: 'COUNTED', note: 'Found in the storeroom.' },
  ])

  expect([faults, (await booksOf(shop)).broken]).toEqual([[], []])
})
