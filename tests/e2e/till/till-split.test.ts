import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { COUNTER, lookAt } from '#tests/support/browser/look.ts'
import { until } from '#tests/support/runs/processes.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const BARCODE = '6034128000424'
const MOMO = 'MTN_MOBILE_MONEY'
const SHOTS = process.env.SHOTS

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
  await tablet.page.setViewportSize(COUNTER)
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

const shot = async (name: string) => {
  if (SHOTS) await tablet.page.screenshot({ path: `${SHOTS}/${name}.png` })
}

test(
  'sells in cash and mobile money without a network, voids it, and the books agree',
  { timeout: patience(720_000) },
  async () => {
    const { page, counter } = tablet
    gateway.cut()
    await counter.scan(BARCODE)
    await page.getByText('Sub-total · 1 item').waitFor()
    await counter.openPayment()
    await page.getByRole('button', { name: 'Split payment' }).click()
    const split = page.getByRole('group', { name: 'Payment in parts' })
    await split.getByRole('radio', { name: 'MTN MoMo' }).check()
    await split.getByLabel('Amount of this part').fill('50')
    await split.getByLabel(/^Reference/).fill('MP2411001')
    await page.keyboard.press('Enter')
    await split.getByRole('button', { name: /^Remove MTN MoMo/ }).waitFor()
    await shot('till-split-next')
    expect(await lookAt(page, /Store Order/)).toEqual([])
    await page.setViewportSize(COUNTER)
    await counter.openPayment()
    await split.getByRole('radio', { name: 'Cash', exact: true }).check()
    await split.getByRole('button', { name: '200', exact: true }).click()
    await split.getByRole('button', { name: 'Add this part' }).click()
    await split.getByText('Nothing is left to pay.').waitFor()
    await shot('till-split-whole')
    const number = await counter.checkOut()
    const paper = (await page.getByRole('article').innerText()).replaceAll('\u00A0', ' ')
    expect(paper).toMatch(
      /Paid by MTN MoMo\s+GH₵ 50\.00\s+Reference\s+MP2411001\s+Paid by Cash\s+GH₵ [\d.]+\s+Tendered/,
    )
    await shot('till-split-receipt')
    await counter.newSale()

    await page.goto(`${gateway.url}/staff/till/sales`)
    await page.getByRole('button', { name: `Void ${number}` }).click()
    const sheet = page.getByRole('dialog', { name: /^Void T/ })
    const back = (await sheet.innerText()).replaceAll('\u00A0', ' ')
    expect(back).toMatch(/MTN MoMo\s+GH₵ 50\.00\s+Cash\s+GH₵/)
    await sheet.getByRole('radio', { name: 'Customer changed their mind' }).check()
    await sheet.getByRole('button', { name: 'Void sale' }).click()
    await page.getByText(/^Voided by .*: Customer changed their mind$/).waitFor()

    gateway.mend()
    await page.goto(`${gateway.url}/staff/orders/add`)
    await counter.ready()
    await counter.sendNow()
    await until(async () => (await counter.held()).waiting === 0, 'all is sent')
    const entries = await sql<{ account_code: string; type_code: string; amount: string }>(
      shop,
      `SELECT t.account_code, t.type_code, t.amount FROM transactions t JOIN orders o ON o.id = t.order_id
    WHERE o.number = '${number}' ORDER BY t.id`,
    )
    const cash = Number(entries[1]!.amount)
    expect(entries.map(({ account_code, type_code, amount }) => [account_code, type_code, Number(amount)])).toEqual([
      [MOMO, 'SALE', 50],
      ['CASH', 'SALE', cash],
      [MOMO, 'REFUND', -50],
      ['CASH', 'REFUND', -cash],
    ])
    const after = await booksOf(shop)
    expect({ orders: after.orders - before.orders, stock: before.stock - after.stock }).toEqual({ orders: 1, stock: 0 })
    expect(after.money - before.money).toBeCloseTo(0, 2)
    expect([after.doubled, after.broken]).toEqual([[], []])
  },
)
