import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { checkBooks } from '#tests/support/people/books.ts'
import { AMA, checkoutOf, GOOD_CARD, tracesOf } from '#tests/support/shop/checkout.ts'
import { lookAt, PHONE } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

let shop: Shop
const { anybody, somebody } = visitorsOf(opened => {
  shop = opened
})

/** A till that pressed Checkout, and whose sale has not arrived. */
async function holdAtTill(code: string, amount: number): Promise<void> {
  const send = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(200)
    return (await reply.json()) as { token: string }
  }
  const { token } = await send('/api/login', { email: 'owner@shop.test', password: 'Demo-1234' })
  await send('/api/staff/till-holds', { sale_id: randomUUID(), amount, code, firm: true }, token)
}

test('staff sell a gift card, and a guest pays a part of an order with it and the rest by card', async () => {
  const staff = await somebody('admin@shop.test', '/staff/gift-cards/add')
  await staff.page.getByLabel('Amount').fill('100')
  await staff.page.getByLabel('Payment method').selectOption('BANK')
  await keepPicture(staff.page, 'gift-issue')
  staff.faults.push(...(await lookAt(staff.page, 'Selvedge | Issue Gift Card')))
  await staff.page.getByRole('button', { name: 'Issue Gift Card' }).click()
  const shown = staff.page.getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/)
  const code = await shown.innerText()
  await keepPicture(staff.page, 'gift-issued')

  const { page, faults } = await anybody()
  await page.setViewportSize(PHONE)
  await page.goto(`${shop.url}/gift-card`)
  await page.getByLabel('Gift card code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Show balance' }).click()
  await page.getByText(/^GH₵\s100\.00 left$/).waitFor()
  await keepPicture(page, 'gift-balance')
  faults.push(...(await lookAt(page, 'Selvedge | Gift cards')))

  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn(AMA)
  await shopper.review()
  await shopper.placeOrder()
  await page.getByText('Use a gift card').click()
  await page.getByLabel('Gift card code').fill(code)
  await keepPicture(page, 'gift-box')
  await page.getByRole('button', { name: 'Use gift card' }).click()
  await page.getByText(/^The gift card ending in .* pays GH₵\s100\.00\. Pay the rest below\.$/).waitFor()
  await keepPicture(page, 'gift-used')
  faults.push(...(await lookAt(page, 'Selvedge | Pay')))
  await shopper.byCard()
  await shopper.payWith(GOOD_CARD)
  const id = await shopper.done()
  await keepPicture(page, 'gift-done')
  expect(await tracesOf(shop, id)).toMatchObject({ status_code: 'PROCESSING', entries: 2, reserved: 0, sold: 1 })

  await staff.page.getByRole('link', { name: 'See Card' }).click()
  await staff.page.getByRole('cell', { name: 'Spent' }).waitFor()
  await keepPicture(staff.page, 'gift-view')
  staff.faults.push(...(await lookAt(staff.page, 'Selvedge | Gift card')))
  await staff.page.getByRole('button', { name: 'Adjust' }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('25')
  await dialog.getByLabel('Reason').fill('Goodwill')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await staff.page.getByText('Gift card adjusted.').waitFor()
  await holdAtTill(code, 25)
  await staff.page.reload()
  await staff.page.getByRole('heading', { name: 'Held by tills' }).waitFor()
  await keepPicture(staff.page, 'gift-held')
  staff.faults.push(...(await lookAt(staff.page, 'Selvedge | Gift card')))
  await staff.page.getByRole('button', { name: /^Release GH₵\s25\.00$/ }).click()
  await dialog.getByText(/^Checkout was pressed, so the sale may still arrive\./).waitFor()
  await keepPicture(staff.page, 'gift-free')
  await dialog.getByLabel('Reason').fill('The tablet is broken')
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await staff.page.getByText('Amount released.').waitFor()
  await staff.page.getByRole('heading', { name: 'Held by tills' }).waitFor({ state: 'detached' })
  await staff.page.goto(`${shop.url}/staff/gift-cards`)
  await staff.page.getByRole('cell', { name: /^GH₵\s25\.00$/ }).waitFor()
  await keepPicture(staff.page, 'gift-list')
  await checkBooks(shop)
  expect([...faults, ...staff.faults]).toEqual([])
})

test('a shopper buys a gift card on a phone, and its code goes to the recipient', async () => {
  const { page, faults } = await anybody()
  await page.setViewportSize(PHONE)
  await page.goto(`${shop.url}/gift-card`)
  await page.getByRole('heading', { name: 'Buy a gift card' }).waitFor()
  await page.getByText('Other amount').click()
  await page.getByLabel('Amount in cedis').fill('19')
  await page.getByLabel('Their name').fill('Kofi')
  await page.getByLabel('Their email').fill('kofi@friends.test')
  await page.getByLabel('Message').fill('Happy birthday!')
  await page.getByLabel('Your name').fill('Ama')
  await page.getByLabel('Your email').fill('ama@buyers.test')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByText(/^Enter an amount from GH₵\s20\.00 to GH₵\s5,000\.00\.$/).waitFor()
  await keepPicture(page, 'gift-buy')
  await page.getByText(/^GH₵\s200$/).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByText(/^Your gift card for GH₵\s200\.00 is waiting for payment\.$/).waitFor()
  const shopper = checkoutOf(page, shop.url)
  await shopper.payWith(GOOD_CARD)
  await page.getByText(/^Thank you\. Your gift card for GH₵\s200\.00 is paid\.$/).waitFor()
  await page.getByText('We have sent the code to kofi@friends.test.').waitFor()
  await keepPicture(page, 'gift-bought')
  faults.push(...(await lookAt(page, 'Selvedge | Your gift card')))
  await checkBooks(shop)

  const staff = await somebody('admin@shop.test', '/staff/gift-cards')
  await staff.page.getByRole('row', { name: /GH₵\s200\.00/ }).click()
  await staff.page.getByText('Bought on the website').waitFor()
  await staff.page.getByRole('button', { name: 'Void Card' }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByLabel('Refund to').selectOption({ label: 'Payment provider: GH₵\u00a0200.00 the way it was paid' })
  await dialog.getByLabel('Reason').fill('The buyer asked for it')
  await keepPicture(staff.page, 'gift-pay-back')
  await dialog.getByRole('button', { name: 'Void Card' }).click()
  await staff.page.getByText('Gift card voided.').waitFor()
  await staff.page.getByText(/^GH₵\s200\.00: (on its way|done|waiting for the payment provider)$/).waitFor()
  await keepPicture(staff.page, 'gift-paid-back')
  staff.faults.push(...(await lookAt(staff.page, 'Selvedge | Gift card')))
  await checkBooks(shop)
  expect(staff.faults).toEqual([])
  // The shop refused the first amount.
  expect(faults.filter(fault => !fault.includes('status of 422'))).toEqual([])
})
