import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { checkoutOf, confirmationsOf, GOOD_CARD, tracesOf } from '#tests/support/shop/checkout.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { lookAt, PHONE as SIZE, shiftOf, watchShifts } from '#tests/support/browser/look.ts'
import { SECRET } from '#tests/support/shop/sandbox.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = { viewport: SIZE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' as const }
const PAID = { status_code: 'PROCESSING', payments: 1, entries: 1, redemptions: 0, reserved: 0, sold: 1 }

let shop: Shop
let browser: BrowserContext
let page: Page
inABrowserEach(PHONE, here => {
  ;({ shop, browser, page } = here)
})
afterEach(() => checkBooks(shop))

const chaos = (settings: object) =>
  fetch(`${shop.url}/sandbox/paystack/_chaos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })

/** Anybody can use the screen, light and dark, on a phone and at a desk. */
async function isFit(its: Page, title = 'Selvedge | Pay'): Promise<void> {
  expect(await lookAt(its, title)).toEqual([])
  await its.setViewportSize(SIZE)
}

/** A guest's way to the last step. Returns the order's id. */
async function placed(phone = '024 123 4567') {
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await shopper.review()
  await shopper.placeOrder()
  await page.getByRole('radio', { name: 'Card' }).waitFor()
  return { shopper, id: Number(new URL(page.url()).searchParams.get('order')) }
}

const approve = () => page.getByRole('heading', { name: 'Approve the payment on your phone' })

test('a guest pays from an MTN phone, reloads while waiting, and has one paid order', async () => {
  await chaos({ phone_after: 600_000 })
  const { shopper, id } = await placed()
  expect(await page.getByRole('radio', { name: 'MTN MoMo' }).isChecked()).toBe(true)
  expect(await page.getByLabel('MTN MoMo number').inputValue()).toBe('024 123 4567')
  await keepPicture(page, 'wallet-choose')
  await page.getByRole('button', { name: /^Pay GH₵/ }).click()
  await approve().waitFor()
  expect(await page.getByRole('timer').last().innerText()).toMatch(/^[23]:\d\d$/)
  await keepPicture(page, 'wallet-waiting')
  await isFit(page)
  await page.reload()
  await approve().waitFor()
  await chaos({ phone_after: 500 })
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.getByText('is still open').waitFor()
  await keepPicture(page, 'wallet-aside')
  await shopper.payFrom('AT Money', '027 123 4567')
  expect(await shopper.done()).toBe(id)
  expect(await tracesOf(shop, id)).toEqual(PAID)
  expect(await confirmationsOf(shop, id)).toBe(1)
})

test('a guest whose payment fails sees why, and pays with a code from another network', async () => {
  await chaos({ phone_after: 300 })
  const { shopper, id } = await placed()
  await shopper.payFrom('MTN MoMo', '024 123 0001')
  await page.getByText('MTN MoMo did not complete the payment').waitFor()
  expect(await page.getByText('The network says: Insufficient funds').count()).toBe(1)
  expect(await page.getByLabel('MTN MoMo number').inputValue()).toBe('024 123 0001')
  await keepPicture(page, 'wallet-failed')
  await isFit(page)
  await shopper.payFrom('MTN MoMo', '12')
  await page.getByText('Enter a Ghana mobile number, such as 024 123 4567.').waitFor()
  await keepPicture(page, 'wallet-number')
  await shopper.payFrom('Telecel Cash', '020 123 4567')
  await page.getByRole('heading', { name: 'Enter the code from your network' }).waitFor()
  await keepPicture(page, 'wallet-code')
  await isFit(page)
  await page.reload()
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Send code' }).click()
  expect(await shopper.done()).toBe(id)
  expect(await tracesOf(shop, id)).toEqual(PAID)
})

test('a guest who loses the network and closes the tab while waiting finds the order paid', async () => {
  await chaos({ phone_after: 600_000 })
  const { shopper, id } = await placed()
  await shopper.payFrom('MTN MoMo', '024 123 4567')
  await approve().waitFor()
  await browser.setOffline(true)
  await page.getByText('No connection. We check again when you are back online.').waitFor()
  await keepPicture(page, 'wallet-offline')
  await page.close()
  await browser.setOffline(false)
  await sql(shop, 'UPDATE sandbox_transactions SET answers_at = created_at')
  page = await browser.newPage()
  await page.goto(`${shop.url}/checkout/pay?order=${id}`)
  expect(await checkoutOf(page, shop.url).done()).toBe(id)
  expect(await tracesOf(shop, id)).toEqual(PAID)
})

test('a guest whose time is over is told so, and may try again', async () => {
  await chaos({ phone_after: 600_000 })
  const { shopper, id } = await placed()
  await shopper.payFrom('MTN MoMo', '024 123 4567')
  await approve().waitFor()
  await sql(shop, 'UPDATE payment_attempts SET ends_at = created_at WHERE network IS NOT NULL')
  await page.getByText('We did not get your approval in time').waitFor()
  await keepPicture(page, 'wallet-late')
  await page.getByRole('button', { name: 'Try again' }).click()
  await chaos({ phone_after: 300 })
  await page.getByRole('button', { name: /^Pay GH₵/ }).click()
  expect(await shopper.done()).toBe(id)
  expect(await tracesOf(shop, id)).toEqual(PAID)
})

test('somebody else pays by the link that a guest shares, and sees no more than the first name', async () => {
  await chaos({ phone_after: 600_000 })
  const { shopper, id } = await placed()
  await page.getByRole('button', { name: 'Ask someone else to pay' }).click()
  const url = await page.getByLabel('Link to pay').inputValue()
  await keepPicture(page, 'wallet-link')
  const elsewhere = browserProfile()
  const payer = await elsewhere.open(PHONE)
  try {
    const theirs = payer.pages()[0]!
    await theirs.addInitScript(watchShifts)
    await theirs.goto(url)
    await theirs.getByRole('heading', { name: 'Pay for Ama’s order' }).waitFor()
    expect(await shiftOf(theirs)).toBeLessThan(0.1)
    expect(await theirs.locator('main').innerText()).not.toMatch(/Mensah|mail\.test|024 123|Order number/)
    await keepPicture(theirs, 'wallet-pay-for')
    await isFit(theirs, 'Selvedge | Pay for someone')
    await checkoutOf(theirs, shop.url).payFrom('MTN MoMo', '055 987 6543')
    await theirs.getByRole('heading', { name: 'Approve the payment on your phone' }).waitFor()
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'Approve the payment on your phone' }).waitFor()
    await sql(shop, 'UPDATE sandbox_transactions SET answers_at = created_at')
    await theirs.getByRole('heading', { name: 'This order is paid. Thank you.' }).waitFor()
    await keepPicture(theirs, 'wallet-pay-for-done')
    expect(await shopper.done()).toBe(id)
    expect(await tracesOf(shop, id)).toEqual(PAID)
  } finally {
    await payer.close()
    elsewhere.remove()
  }
})

test('somebody else pays by card, and the link is over when the order is cancelled', async () => {
  const { id } = await placed()
  await page.getByRole('button', { name: 'Ask someone else to pay' }).click()
  const url = await page.getByLabel('Link to pay').inputValue()
  const theirs = await browser.newPage()
  const payer = checkoutOf(theirs, shop.url)
  await theirs.goto(url)
  await payer.byCard()
  await payer.closePopUp()
  await theirs.getByText('The payment was not completed. You were not charged.').waitFor()
  await payer.byCard()
  await payer.payWith(GOOD_CARD)
  await theirs.getByRole('heading', { name: 'This order is paid. Thank you.' }).waitFor()
  expect(await tracesOf(shop, id)).toEqual(PAID)
  const next = await placed()
  await page.getByRole('button', { name: 'Ask someone else to pay' }).click()
  const second = await page.getByLabel('Link to pay').inputValue()
  await sql(shop, `UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND WHERE id = ${next.id}`)
  await theirs.goto(second)
  await theirs.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await keepPicture(theirs, 'wallet-pay-for-over')
})
