import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { patience } from '#tests/support/patience.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { COUNTER, lookAt } from '#tests/support/browser/look.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet
beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
  await tablet.page.setViewportSize(COUNTER)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

/** A gift card that the owner sells for cash. */
async function aCard(amount: number): Promise<string> {
  const send = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as { token: string; code: string }
  }
  const { token } = await send('/api/login', { email: 'owner@shop.test', password: 'Demo-1234' })
  return (await send('/api/staff/gift-cards', { amount, account_code: 'CASH' }, token)).code
}
const entriesOf = async (number: string) =>
  (
    await sql<{ account_code: string; amount: string }>(
      shop,
      `SELECT t.account_code, t.amount FROM transactions t JOIN orders o ON o.id = t.order_id
      WHERE o.number = '${number}' ORDER BY t.id`,
    )
  ).map(({ account_code, amount }) => [account_code, Number(amount)])

test('a gift card pays a part of a sale by scan, and the next whole by hand', async () => {
  const { page, counter } = tablet
  const code = await aCard(200)
  await counter.scan(BARCODE)
  await page.getByText('Sub-total · 1 item').waitFor()
  const total = Number(/[\d.]+$/.exec((await page.locator('dd').last().innerText()).replaceAll(',', ''))![0])
  expect(total).toBeGreaterThan(100)
  await counter.scan(BARCODE)
  await page.getByText('Sub-total · 2 items').waitFor()
  await counter.openPayment()
  await page.getByRole('button', { name: 'Gift card' }).click()
  await page.getByLabel('Gift card code').waitFor()
  await keepPicture(tablet.page, 'till-card-box')
  await counter.scan(code)
  await page
    .getByText(/^GH₵\s[\d.]+ left to pay\.$|pays GH₵\s200\.00\./)
    .first()
    .waitFor()
  await keepPicture(tablet.page, 'till-card-part')
  const faults = await lookAt(page, /Store Order/)
  await page.setViewportSize(COUNTER)
  const rest = Math.round((2 * total - 200) * 100) / 100
  await counter.openPayment()
  await page.getByLabel('Cash received').fill(String(rest + 1))
  const number = await counter.checkOut()
  expect(await page.getByRole('article').innerText()).toMatch(
    new RegExp(`Gift card …${code.slice(-4)}\\s+GH₵\\s200\\.00\\s+Card balance\\s+GH₵\\s0\\.00\\s+Paid by\\s+Cash`),
  )
  await page.getByText('Change due').waitFor()
  await keepPicture(tablet.page, 'till-card-receipt')
  await page.getByText(/^Synced, order #\d+/).waitFor()
  expect(await entriesOf(number)).toEqual([
    ['GIFT_CARDS', 200],
    ['CASH', rest],
  ])
  await counter.newSale()

  const large = await aCard(1000)
  await counter.scan(BARCODE)
  await counter.openPayment()
  await page.getByRole('button', { name: 'Gift card' }).click()
  await page.getByLabel('Gift card code').fill('ABCD-EFGH-JKMN-PQRS')
  await page.getByRole('button', { name: 'Use card' }).click()
  await page.getByText('This code is not valid. Check each character.').waitFor()
  await keepPicture(tablet.page, 'till-card-unknown')
  await page.getByLabel('Gift card code').fill(large.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByText(/left on the card\.$/).waitFor()
  await keepPicture(tablet.page, 'till-card-whole')
  // The card is found again after a reload, held for the same sale.
  await counter.kept(1)
  await page.reload()
  await counter.ready()
  await page.getByText(/left on the card\.$/).waitFor()
  const whole = await counter.checkOut()
  await page.getByText(/^Synced, order #\d+/).waitFor()
  expect(await entriesOf(whole)).toEqual([['GIFT_CARDS', total]])
  await counter.newSale()
  await checkBooks(shop)
  expect(faults).toEqual([])
})

test('without a network the till says so, sells nothing on a card, and gives the card back later', async () => {
  const { page, counter } = tablet
  const code = await aCard(1000)
  await counter.scan(BARCODE)
  await counter.scan(code)
  await page.getByText(/left on the card\.$/).waitFor()
  gateway.cut()
  await tablet.browser.setOffline(true)
  await page
    .getByRole('button', { name: /^Checkout/ })
    .filter({ visible: true })
    .click()
  await page.getByText(/^No connection, so the gift card was not charged/).waitFor()
  await keepPicture(tablet.page, 'till-card-unreached')
  await page.getByRole('button', { name: 'Remove card' }).click()
  await counter.openPayment()
  await page.getByRole('button', { name: 'Gift card' }).click()
  await page.getByText('Gift cards need a connection. Use another payment method.').waitFor()
  await keepPicture(tablet.page, 'till-card-offline')
  await page.keyboard.press('F9')
  await page.getByText('No gift card was used. Scan the card, or choose another payment method.').waitFor()
  await page.getByText('Cash', { exact: true }).click()
  const number = await counter.checkOut()
  gateway.mend()
  await tablet.browser.setOffline(false)
  await page.getByText(/^Synced, order #\d+/).waitFor()
  expect((await entriesOf(number)).map(([account]) => account)).toEqual(['CASH'])
  await expect
    .poll(async () => (await sql<{ held: string }>(shop, 'SELECT SUM(held) AS held FROM stored_values'))[0]!.held, {
      timeout: patience(90_000),
    })
    .toBe('0.00')
  await counter.newSale()
  await checkBooks(shop)
})

test('a refund as store credit gives a code that pays at the till', async () => {
  const { page, counter } = tablet
  await counter.scan(BARCODE)
  await page.getByText('Sub-total · 1 item').waitFor()
  const number = await counter.checkOut()
  await page.getByText(/^Synced, order #\d+/).waitFor()
  await counter.newSale()
  await page.goto(`${gateway.url}/staff/refunds/add`)
  await page.getByLabel('Which order?').fill(number)
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  const give = page.getByRole('button', { name: /^Give GH₵\s[\d.]+ as store credit$/ })
  await give.waitFor()
  await keepPicture(tablet.page, 'refund-credit')
  await give.click()
  const shown = page.getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/)
  const code = await shown.innerText()
  await keepPicture(tablet.page, 'refund-credit-code')
  const faults = await lookAt(page, /^Selvedge \| Refund #\d+$/)
  await page.setViewportSize(COUNTER)
  await page.goto(`${gateway.url}/staff/orders/add`)
  await counter.ready()
  await counter.scan(BARCODE)
  await counter.scan(code)
  await page.getByText(/left on the card\.$/).waitFor()
  const paid = await counter.checkOut()
  await page.getByText(/^Synced, order #\d+/).waitFor()
  expect((await entriesOf(paid)).map(([account]) => account)).toEqual(['GIFT_CARDS'])
  await counter.newSale()
  await checkBooks(shop)
  expect(faults).toEqual([])
})
