import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { until } from '#tests/support/runs/processes.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books

beforeAll(async () => {
  shop = await startShop()
  await sql(shop, "UPDATE settings SET value = 'ON' WHERE name = 'till_shifts'")
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

const button = (name: string | RegExp) => tablet.page.getByRole('button', { name, exact: true })
const link = (name: string) => tablet.page.getByRole('link', { name, exact: true })

test(
  'sells and voids without a network, through a dead battery, and the books agree',
  { timeout: patience(720_000) },
  async () => {
    await link('Open shift').waitFor()
    gateway.cut()
    await link('Open shift').click()
    await tablet.page.getByLabel('GH₵ 50 notes', { exact: true }).fill('2')
    await button('Open shift').click()
    await tablet.page.getByText(/^Open since/).waitFor()
    await link('To the till').click()
    await tablet.counter.ready()
    await tablet.counter.scanAndSell([BARCODE, BARCODE])

    await tablet.page.goto(`${gateway.url}/staff/till/sales`)
    await tablet.page.getByRole('button', { name: /^Void T/ }).waitFor()
    expect(await tablet.page.getByRole('button', { name: /^Void T/ }).count()).toBe(1)
    await tablet.page.getByRole('button', { name: /^Void T/ }).click()
    const sheet = tablet.page.getByRole('dialog', { name: /^Void T/ })
    await sheet.getByText('Put 1 item back on the shelf.').waitFor()
    expect(await lookAt(tablet.page, /sales/i)).toEqual([])
    await sheet.getByRole('radio', { name: 'Customer changed their mind' }).check()
    await sheet.getByRole('button', { name: 'Void sale' }).click()
    await tablet.page.getByText(/^Voided by .*: Customer changed their mind$/).waitFor()
    expect(await lookAt(tablet.page, /sales/i)).toEqual([])

    await tablet.kill()
    await tablet.reopen()
    await tablet.page.goto(`${gateway.url}/staff/till/sales`)
    const row = tablet.page.getByRole('listitem').filter({ hasText: 'Voided by' })
    await row.getByRole('button', { name: /^Receipt/ }).click()
    const paper = tablet.page.getByRole('article', { name: /^Receipt/ })
    await paper.getByText(/^VOID/).waitFor()
    expect((await paper.innerText()).replaceAll('\u00A0', ' ')).toContain('Net paid\nGH₵ 0.00')
    await tablet.page.keyboard.press('Escape')
    expect(await tablet.page.getByRole('button', { name: /^Void T/ }).count()).toBe(0)

    await tablet.page.goto(`${gateway.url}/staff/till/shift`)
    await button('Close shift').click()
    await tablet.page.getByLabel('GH₵ 50 notes', { exact: true }).fill('2')
    await button('Close shift').click()
    const report = tablet.page.getByRole('article', { name: 'Z report' })
    await report.waitFor()
    const z = (await report.innerText()).replaceAll('\u00A0', ' ')
    expect(z).toMatch(/Voids\n1\n/)
    expect(z).toMatch(/Customer changed their mind/)

    gateway.mend()
    await tablet.page.goto(`${gateway.url}/staff/orders/add`)
    await tablet.counter.ready()
    await tablet.counter.sendNow()
    await until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent')
    const [kept] = await sql<{ expected: string; figures: string; outcome: string; total: string }>(
      shop,
      `SELECT r.expected, r.figures, w.outcome, o.total FROM shift_reports r JOIN sale_voids w
    JOIN orders o ON o.id = w.order_id ORDER BY r.id DESC LIMIT 1`,
    )
    const total = Number(kept!.total)
    const figures = JSON.parse(kept!.figures) as { sales: number; voids: { amount: number }[] }
    expect([kept!.outcome, figures.sales, figures.voids]).toMatchObject(['BOOKED', 2, [{ amount: total }]])
    expect(z).toContain(`Cash: expected\nGH₵ ${Number(kept!.expected).toFixed(2)}`)
    const after = await booksOf(shop)
    expect({ orders: after.orders - before.orders, stock: before.stock - after.stock }).toEqual({ orders: 2, stock: 1 })
    expect(after.money - before.money).toBeCloseTo(total, 2)
    expect([after.doubled, after.broken]).toEqual([[], []])
  },
)
