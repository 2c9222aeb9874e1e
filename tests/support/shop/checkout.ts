import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Page } from 'playwright-core'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { sql } from '#tests/support/people/books.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** A product with plenty of stock in the demo shop. */
export const JEANS = {
  path: '/shop/product/1/ama-slim-jeans',
  size: 'UK 6',
  colour: 'Mid Wash',
  sku: 'AMA-SLIM-UK6-MID',
}
export const AMA = { 'First name': 'Ama', 'Last name': 'Mensah', Phone: '024 123 4567', Email: 'ama@mail.test' }

/** A shopper's way from a product to a paid order, by the words on the screen. */
export function checkoutOf(page: Page, url: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const popUp = (): FrameLocator => page.frameLocator('iframe[title=Payment]')
  return {
    page,
    popUp,
    /** Buys a piece now, up to the form. */
    async buyNow({ path, size, colour } = JEANS): Promise<void> {
      await page.goto(url + path)
      await isAlive(page)
      await choose(page, colour)
      await choose(page, size)
      await button('Buy Now').click()
      await page.waitForURL(`${url}/checkout`)
      await page.getByLabel('First name').waitFor()
    },
    async fillIn(person: Record<string, string> = AMA): Promise<void> {
      for (const [name, words] of Object.entries(person)) await page.getByLabel(name, { exact: true }).fill(words)
    },
    async deliverTo(region: string, zone: RegExp): Promise<void> {
      await page.getByRole('radio', { name: 'Delivery', exact: true }).check()
      await page.getByLabel('Region').selectOption({ label: region })
      const option = page.getByLabel('Zone').locator('option').filter({ hasText: zone })
      await option.waitFor({ state: 'attached' })
      await page.getByLabel('Zone').selectOption((await option.getAttribute('value'))!)
      await page.getByLabel('Address', { exact: true }).fill('House 5, behind the blue kiosk')
    },
    async apply(code: string): Promise<void> {
      const box = page.getByLabel('Discount code')
      if (!(await box.isVisible())) await page.locator('summary').filter({ hasText: 'Your order' }).click()
      await box.fill(code)
      await button('Apply').click()
      await page.getByText(`${code} is applied`).waitFor()
    },
    async review(): Promise<void> {
      await button('Review Order').click()
      await page.waitForURL(`${url}/checkout/review`)
      await button('Make Payment').waitFor()
    },
    placeOrder: () => button('Make Payment').click(),
    /** Opens the pop-up on the last step. */
    async byCard(): Promise<void> {
      await page.getByRole('radio', { name: 'Card' }).check()
      await button('Make Payment').click()
    },
    /** Places the order if it is not placed yet, and opens its payment by card. */
    async makePayment(): Promise<void> {
      if (page.url().includes('/checkout/review')) await this.placeOrder()
      await this.byCard()
    },
    /** Asks a phone to pay, on the last step. */
    async payFrom(wallet: string, number: string): Promise<void> {
      await page.getByRole('radio', { name: wallet }).check()
      await page.getByLabel(`${wallet} number`).fill(number)
      await page.getByRole('button', { name: /^Pay GH₵/ }).click()
    },
    /** Pays with one of the sandbox's test cards in the pop-up. */
    async payWith(card: RegExp): Promise<void> {
      await popUp().getByRole('button', { name: card }).click()
      await popUp().locator('#submit').click()
    },
    closePopUp: () => popUp().getByRole('button', { name: 'Cancel payment' }).click(),
    /** Waits for the last screen and reads the order number from it. */
    async done(): Promise<number> {
      await page.getByRole('heading', { name: 'Thank you. Your order is complete.' }).waitFor()
      return Number(
        await page
          .getByText(/^Order number/)
          .locator('strong')
          .innerText(),
      )
    },
  }
}

export const GOOD_CARD = /^Success\s*4084/
export const BAD_CARD = /^Declined/

/**
 * The traces of an order in the books and the mailbox: each must be there exactly once, whatever reported the payment.
 */
export async function tracesOf(shop: Pick<Shop, 'dataDir'>, order_id: number) {
  const [row] = await sql<
    Record<'payments' | 'entries' | 'redemptions' | 'reserved' | 'sold', number> & { status_code: string }
  >(
    shop,
    `SELECT status_code,
      (SELECT COUNT(*) FROM payments WHERE order_id = ${order_id} AND status_code = 'APPLIED') AS payments,
      (SELECT COUNT(*) FROM transactions WHERE order_id = ${order_id}) AS entries,
      (SELECT COUNT(*) FROM coupon_redemptions WHERE order_id = ${order_id}) AS redemptions,
      (SELECT -COALESCE(SUM(quantity), 0) FROM stock_movements
        WHERE order_id = ${order_id} AND reason IN ('RESERVATION', 'RELEASE')) AS reserved,
      (SELECT -COALESCE(SUM(quantity), 0) FROM stock_movements WHERE order_id = ${order_id} AND reason = 'SALE') AS sold
    FROM orders WHERE id = ${order_id}`,
  )
  const { payments, entries, redemptions, reserved, sold, status_code } = row!
  return {
    status_code,
    payments: Number(payments),
    entries: Number(entries),
    redemptions: Number(redemptions),
    reserved: Number(reserved),
    sold: Number(sold),
  }
}

/** Waits for the confirmation, and counts its copies. */
export async function confirmationsOf({ dataDir }: Pick<Shop, 'dataDir'>, order_id: number): Promise<number> {
  const box = join(dataDir, 'mail')
  const written = () =>
    !existsSync(box) ? 0 : readdirSync(box).filter(name => new RegExp(`-order-${order_id}-confirm`).test(name)).length
  await until(() => written() > 0, `the confirmation of order ${order_id}`)
  return written()
}
