import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { AMA, BAD_CARD, checkoutOf, GOOD_CARD } from '#tests/support/shop/checkout.ts'
import { lookAt, watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PATIENCE_MS = patience(1_260_000)
const PHONE = { width: 390, height: 844 }

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach({ viewport: PHONE, reducedMotion: 'reduce', acceptDownloads: true }, here => {
  ;({ shop, page } = here)
  faults = watched(page)
})

/** Looks at the screen as everybody may see it, down to 320 px, and goes back to the phone. */
async function look(title: string | RegExp): Promise<void> {
  await keepPicture(page, `own-order-${String(title).replace(/\W+/g, '-')}`)
  faults.push(...(await lookAt(page, title)))
  await page.setViewportSize({ width: 320, height: 640 })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wider > 0) faults.push(`${page.url()} is ${wider} px wider than 320`)
  await page.setViewportSize(PHONE)
}

/** What a page says of refusals that belong to the test. */
const unexpected = () => faults.filter(fault => !/the server responded with a status of (400|409|422)/.test(fault))

/** The staff hand it over. */
const complete = (id: number) =>
  sql(shop, `UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ${id}`)

describe('every step of checkout, and an order by its link', () => {
  test(
    'can be used by everybody, light and dark, from 320 px on',
    async () => {
      const shopper = checkoutOf(page, shop.url)
      await page.goto(`${shop.url}/checkout`)
      await page.getByText('Add Products to Begin Checkout.').waitFor()
      await look('Selvedge | Checkout')
      await shopper.buyNow()
      await look('Selvedge | Checkout')
      await page.getByRole('button', { name: 'Review Order' }).click()
      await shopper.deliverTo('Greater Accra', /Tema/)
      await page.getByText('You agree the delivery fee with the rider').waitFor()
      await look('Selvedge | Checkout')
      await shopper.fillIn()
      await shopper.apply('WELCOME10')
      await shopper.review()
      await page.getByText('Agreed with the rider', { exact: true }).waitFor()
      await look('Selvedge | Review your order')
      await shopper.makePayment()
      await shopper.payWith(BAD_CARD)
      await shopper.popUp().getByRole('alert').filter({ hasText: /./ }).waitFor()
      await shopper.closePopUp()
      await page.getByText(/^You closed the payment/).waitFor()
      await page.reload()
      await page.getByRole('timer').waitFor()
      await look('Selvedge | Pay')
      await shopper.makePayment()
      await shopper.payWith(GOOD_CARD)
      const id = await shopper.done()
      await page.reload()
      await shopper.done()
      await look('Selvedge | Pay')
      await page.getByRole('link', { name: 'See your order' }).click()
      await page.getByText('Payment received').waitFor()
      await look(`Selvedge | Order ${id}`)

      await complete(id)
      await page.reload()
      await page.getByRole('button', { name: 'Request a refund' }).click()
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByText('Choose what you want to return.').waitFor()
      await look(`Selvedge | Order ${id}`)
      await page.getByRole('checkbox', { name: /jeans/i }).check()
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByRole('heading', { name: /^Refund #?\d+$/ }).waitFor()
      await look(`Selvedge | Order ${id}`)
      await page.goto(`${shop.url}/orders/track/${'x'.repeat(32)}`)
      await page.getByText('Page not found.').waitFor()
      expect(faults.filter(fault => !/status of (400|404|409)/.test(fault))).toEqual([])
    },
    PATIENCE_MS,
  )
})

describe('a customer', () => {
  test(
    'orders to a saved address, finds the order in the account and asks for an exchange',
    async () => {
      await page.goto(`${shop.url}/login?redirect=/account-area/refunds`)
      await page.getByLabel('Email', { exact: true }).fill('customer@shop.test')
      await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
      await page.keyboard.press('Enter')
      await page
        .getByText('No refunds found.')
        .or(page.getByRole('link', { name: /^View refund/ }).first())
        .waitFor()
      await look('Selvedge | Refunds')
      const [user] = await sql<{ id: number }>(shop, "SELECT id FROM users WHERE email = 'customer@shop.test'")
      await sql(shop, `DELETE FROM addresses WHERE user_id = ${user!.id}`)

      const shopper = checkoutOf(page, shop.url)
      await shopper.buyNow()
      await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('customer@shop.test')
      await shopper.fillIn({ Phone: AMA.Phone })
      await shopper.deliverTo('Ashanti', /Obuasi/)
      await page.getByRole('checkbox', { name: 'Save this address' }).check()
      await shopper.review()
      await shopper.makePayment()
      await shopper.popUp().locator('#submit').waitFor()
      const id = Number(new URL(page.url()).searchParams.get('order'))
      await shopper.closePopUp()
      await page.getByText(/^You closed the payment/).waitFor()
      await page.goto(`${shop.url}/account-area/orders/${id}/view`)
      await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor()
      await shopper.makePayment()
      await shopper.payWith(GOOD_CARD)
      await page.getByText('Payment received').waitFor()
      await expect
        .poll(() => sql(shop, `SELECT address, zone_code FROM addresses WHERE user_id = ${user!.id}`))
        .toEqual([{ address: 'House 5, behind the blue kiosk', zone_code: 'OBUASI' }])

      await shopper.buyNow()
      await page.getByRole('radio', { name: 'Delivery', exact: true }).check()
      await expect
        .poll(() => page.getByLabel('Address', { exact: true }).inputValue())
        .toBe('House 5, behind the blue kiosk')
      await look('Selvedge | Checkout')

      await page.goto(`${shop.url}/account-area/orders`)
      await page.getByRole('heading', { name: 'Your Orders' }).waitFor()
      await look('Selvedge | Your Orders')
      await page.getByRole('link', { name: `View order ${id}` }).click()
      await page.getByText('Payment received').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Receipt as PDF' }).click()
      expect((await download).suggestedFilename()).toBe(`${id}.pdf`)
      await look(`Selvedge | Order ${id}`)

      await complete(id)
      await page.reload()
      await page.getByRole('link', { name: 'Request a refund' }).click()
      await page.getByRole('radio', { name: 'Exchange' }).check()
      await page.getByRole('checkbox', { name: /jeans/i }).check()
      await page.getByLabel('Exchange for').selectOption({ index: 1 })
      await page.getByLabel('Reason').selectOption({ label: 'It does not fit' })
      await look('Selvedge | Request a refund')
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByRole('heading', { name: /^Refund #?\d+$/ }).waitFor()
      await page
        .getByLabel('Photo')
        .setInputFiles({ name: 'seam.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') })
      await page.getByRole('img', { name: 'Photo 1 of the problem' }).waitFor()
      const kept = await page.evaluate(async () =>
        (await (await caches.open('pictures')).keys()).map(({ url }) => new URL(url).pathname),
      )
      expect([kept.length > 0, kept.filter(path => path.startsWith('/storage/returns/'))]).toEqual([true, []])
      await look('Selvedge | Refund')
      await page.getByRole('link', { name: 'All your refunds' }).click()
      await page
        .getByRole('link', { name: /^View refund/ })
        .first()
        .waitFor()
      await look('Selvedge | Refunds')
      await page.goto(`${shop.url}/account-area/orders/${id}/view`)
      await page.getByRole('link', { name: /^Exchange #?\d+$/ }).waitFor()
      expect(unexpected()).toEqual([])
    },
    PATIENCE_MS,
  )
})

/** A picture of one point. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
