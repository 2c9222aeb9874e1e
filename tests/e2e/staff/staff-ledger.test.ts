import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

const cash = async () =>
  Number((await sql<{ balance: string }>(shop, "SELECT balance FROM accounts WHERE code = 'CASH'"))[0]!.balance)

/** A sale at the counter, in cash, of goods at this price. */
async function sell(price: number): Promise<void> {
  const [product] = await sql<{ id: number; size_code: string; colour_code: string }>(
    shop,
    "SELECT p.id, v.size_code, v.colour_code FROM products p JOIN product_variations v ON v.product_id = p.id WHERE p.status_code = 'LIVE' AND v.colour_code IS NOT NULL AND v.on_hand > 9 ORDER BY p.id LIMIT 1",
  )
  const { id: product_id, ...choice } = product!
  await sql(shop, `UPDATE products SET retail_price = ${price}, discount = 0 WHERE id = ${product_id}`)
  const post = async (path: string, body: object, token = '') =>
    (await (
      await fetch(shop.url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      })
    ).json()) as { token: string }
  const { token } = await post('/api/login', { email: 'manager@shop.test', password: 'Demo-1234' })
  await post('/api/staff/orders', { account_code: 'CASH', items: [{ product_id, ...choice, quantity: 1 }] }, token)
}

async function count(page: Page, counted: number): Promise<void> {
  await page.goto(`${shop.url}/staff/cash-counts/add`)
  await page.getByRole('spinbutton', { name: 'Counted' }).fill(counted.toFixed(2))
  await page.getByRole('button', { name: 'Compare with expected' }).click()
  await page.waitForURL(/\/staff\/cash-counts\/\d+\/view$/)
}

test('lets a manager find 37 missing cedis, and an administrator book them, close last month and compare with the provider', async () => {
  const { page, faults } = await somebody('manager@shop.test', '/staff')
  faults.push(...(await lookAt(page, 'Selvedge | Desk')))
  await page.getByRole('link', { name: '30 days' }).click()
  await page.getByRole('figure', { name: 'Gross sales by day' }).waitFor()
  const orders = /[\d,]+/.exec(await page.getByText(/^[\d,]+ orders$/).innerText())![0]
  await page.getByRole('definition').first().getByRole('link').first().click()
  await page.getByText(`${orders} result`).waitFor()

  await count(page, await cash())
  await sell(37)
  await sell(12.5)
  await count(page, (await cash()) - 37)
  await page
    .getByText(/37\.00 short since the last count/)
    .first()
    .waitFor()
  const suspect = page.getByRole('listitem').filter({ hasText: 'This entry is exactly the difference' })
  expect(await suspect.innerText()).toContain('37.00')
  expect(await page.getByRole('button', { name: 'Book the difference' }).count()).toBe(0)
  faults.push(...(await lookAt(page, 'Selvedge | Cash count')))
  const address = new URL(page.url()).pathname
  await page.goto(`${shop.url}/staff/cash-counts`)
  faults.push(...(await lookAt(page, 'Selvedge | Cash counts')))

  await sql(shop, "UPDATE books SET open_period = DATE_FORMAT(UTC_DATE() - INTERVAL 1 MONTH, '%Y-%m')")
  const admin = await somebody('admin@shop.test', address)
  const there = (await cash()) - 37
  await admin.page.getByRole('button', { name: 'Book the difference' }).click()
  await admin.page.getByLabel('Reason').fill('Paid by wallet, rung up as cash')
  await admin.page.getByRole('button', { name: /^Book −/ }).click()
  await admin.page.getByText(/The difference of .*37\.00 is booked/).waitFor()
  expect(await cash()).toBeCloseTo(there)

  await admin.page.goto(`${shop.url}/staff/transactions/add`)
  faults.push(...(await lookAt(admin.page, 'Selvedge | Record Transaction')))
  await admin.page.getByLabel('Account', { exact: true }).selectOption('CASH')
  await admin.page.getByLabel('Direction').selectOption('Dr')
  await admin.page.getByLabel('Amount').fill('12.50')
  await admin.page.getByLabel('Description').fill('Needles')
  await admin.page.getByRole('button', { name: 'Record Transaction' }).click()
  await admin.page.getByText('Transaction recorded.').waitFor()
  expect(await cash()).toBeCloseTo(there - 12.5)

  await admin.page.goto(`${shop.url}/staff/accounts?search=needles`)
  await admin.page.getByRole('cell', { name: 'Needles', exact: true }).waitFor()
  await admin.page.getByRole('button', { name: /^Close \w+ \d{4}$/ }).click()
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close \w+ \d{4}$/ })
    .click()
  await admin.page.getByText('Closed', { exact: true }).first().waitFor()
  await admin.page.getByRole('button', { name: 'Compare now' }).click()
  await admin.page.getByText('There were no payments to compare.').first().waitFor()
  faults.push(...(await lookAt(admin.page, 'Selvedge | Accounts')))
  expect([...faults, ...admin.faults]).toEqual([])
  expect((await booksOf(shop)).broken).toEqual([])
})
