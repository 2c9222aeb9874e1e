import { expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { AMA, checkoutOf, GOOD_CARD, tracesOf } from '#tests/support/shop/checkout.ts'
import { lookAt, PHONE } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

let shop: Shop
const { anybody, somebody } = visitorsOf(opened => {
  shop = opened
})

test('a guest pays on delivery: staff send the order, collect the money, and complete it only then', async () => {
  await sql(shop, "UPDATE delivery_zones SET pay_on_delivery = 1 WHERE code = 'KUMASI-CENTRAL'")
  await sql(
    shop,
    "INSERT INTO settings (name, value) VALUES ('pay_on_delivery_limit', '500') ON DUPLICATE KEY UPDATE value = '500'",
  )
  const { page, faults } = await anybody()
  await page.setViewportSize(PHONE)
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await shopper.deliverTo('Ashanti', /Kumasi Central/)
  await shopper.review()
  await shopper.placeOrder()
  await page.getByRole('radio', { name: 'Pay on delivery' }).check()
  await keepPicture(page, 'on-delivery')
  faults.push(...(await lookAt(page, 'Selvedge | Pay')))
  await page.getByRole('button', { name: 'Order and pay on delivery' }).click()
  const id = await shopper.done()
  await page.getByText(/^You pay GH₵\s[\d.]+ on delivery\.$/).waitFor()
  await keepPicture(page, 'on-delivery-done')
  expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'PROCESSING', entries: 0, reserved: 1, sold: 0 })

  const staff = await somebody('manager@shop.test', `/staff/orders/${id}/view`)
  const press = (name: string | RegExp) => staff.page.getByRole('button', { name }).click()
  await press('Mark as Ready To Ship or Deliver')
  await staff.page.getByText('Marked as ready to ship or deliver.').waitFor()
  expect(await staff.page.getByRole('button', { name: 'Mark as Completed' }).count()).toBe(0)
  expect(await staff.page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(1)
  await keepPicture(staff.page, 'collect')
  await press(/^Collect GH₵/)
  await staff.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Collect GH₵/ })
    .click()
  await staff.page.getByText('Payment collected.').waitFor()
  await press('Mark as Completed')
  await staff.page.getByText('Marked as completed.').waitFor()
  expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'COMPLETED', entries: 1, reserved: 0, sold: 1 })
  await checkBooks(shop)
  expect([...faults, ...staff.faults]).toEqual([])
})

test('a guest pays a deposit by card and the rest on delivery', async () => {
  await sql(shop, "UPDATE delivery_zones SET pay_on_delivery = 1, deposit_percent = 20 WHERE code = 'KUMASI-CENTRAL'")
  const { page, faults } = await anybody()
  await page.setViewportSize(PHONE)
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn({ ...AMA, Phone: '024 555 0199' })
  await shopper.deliverTo('Ashanti', /Kumasi Central/)
  await shopper.review()
  await shopper.placeOrder()
  await page.getByRole('radio', { name: 'Pay on delivery' }).check()
  await page.getByText(/^Pay GH₵\s[\d.]+ now and GH₵\s[\d.]+ when your order is handed over\.$/).waitFor()
  await keepPicture(page, 'deposit')
  await page.getByRole('button', { name: /^Pay a deposit of GH₵/ }).click()
  await page.getByText(/^You pay a deposit of GH₵\s[\d.]+ now, and GH₵\s[\d.]+ on delivery\.$/).waitFor()
  await keepPicture(page, 'deposit-chosen')
  faults.push(...(await lookAt(page, 'Selvedge | Pay')))
  await page.getByRole('button', { name: 'Pay the whole order now' }).click()
  await page.getByRole('radio', { name: 'Pay on delivery' }).check()
  await page.getByRole('button', { name: /^Pay a deposit of GH₵/ }).click()
  await page.getByText(/^You pay a deposit of GH₵\s[\d.]+ now, and GH₵\s[\d.]+ on delivery\.$/).waitFor()
  await shopper.byCard()
  await shopper.payWith(GOOD_CARD)
  const id = await shopper.done()
  await page.getByText(/^You pay GH₵\s[\d.]+ on delivery\.$/).waitFor()
  expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'PROCESSING', entries: 2, reserved: 1, sold: 0 })

  const staff = await somebody('manager@shop.test', `/staff/orders/${id}/view`)
  const press = (name: string | RegExp) => staff.page.getByRole('button', { name }).click()
  await press('Mark as Ready To Ship or Deliver')
  await staff.page.getByText('Marked as ready to ship or deliver.').waitFor()
  await press('Cancel Order')
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('Nobody was at home')
  await dialog.getByLabel(/^Keep the deposit of GH₵/).check()
  await keepPicture(staff.page, 'deposit-kept')
  await dialog.getByRole('button', { name: 'Cancel Order' }).click()
  await staff.page.getByText('Order cancelled.').waitFor()
  expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'CANCELLED', entries: 3, reserved: 0, sold: 0 })
  await checkBooks(shop)
  expect([...faults, ...staff.faults]).toEqual([])
})
