import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
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

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true })
const field = (name: string) => tablet.page.getByLabel(name, { exact: true })
const report = (title: string) => tablet.page.getByRole('article', { name: title })
const toShift = (name: string) => tablet.page.getByRole('link', { name, exact: true }).click()
const toTill = async () => {
  await tablet.page.getByRole('link', { name: 'To the till' }).click()
  await tablet.counter.ready()
}

test(
  'opens, sells, counts and closes without a network, through a reload and a dead battery, and the books agree',
  { timeout: patience(720_000) },
  async () => {
    await tablet.page.getByRole('link', { name: 'Open shift' }).waitFor()
    gateway.cut()
    await toShift('Open shift')
    await field('GH₵ 50 notes').fill('2')
    await field('20p coins').fill('5')
    await keepPicture(tablet.page, 'till-shift-open')
    expect(await lookAt(tablet.page, /Shift/)).toEqual([])
    await tablet.page.reload()
    await until(async () => (await field('20p coins').inputValue()) === '5', 'the count is still in the form')
    await button('Open shift').click()
    await tablet.page.getByText(/^Open since/).waitFor()
    await tablet.kill()
    await tablet.reopen()

    await tablet.counter.scanAndSell([BARCODE, BARCODE, BARCODE])
    await toShift('Shift')
    await tablet.page.getByText(/3 sales so far/).waitFor()
    await button('Paid out').click()
    await button('Paid out').last().click()
    await tablet.page.getByText('Enter an amount from 0.01 to 1,000,000.').waitFor()
    await field('Amount').fill('20.50')
    await tablet.page.getByLabel('Reason').selectOption({ label: 'Supplies' })
    await tablet.page.getByLabel(/^Note/).fill('Paper bags')
    await keepPicture(tablet.page, 'till-shift')
    expect(await lookAt(tablet.page, /Shift/)).toEqual([])
    await button('Paid out').last().click()
    await tablet.page.getByText('Cash paid out.').waitFor()
    await button('No sale').click()
    await tablet.page.getByLabel('Reason').selectOption({ label: 'Give change' })
    await button('No sale').last().click()
    await tablet.page.getByText('Drawer opening recorded.').waitFor()
    await tablet.kill()
    await tablet.reopen()
    await toShift('Shift')
    await button('X report').click()
    const soFar = (await report('X report').innerText()).replaceAll('\u00A0', ' ')
    expect(soFar).not.toContain('Expected')
    expect(soFar).toContain('Paid out: Supplies\nGH₵ 20.50')
    expect(soFar).toContain('Drawer opened without a sale\nonce')
    await tablet.page.getByRole('button', { name: 'Close', exact: true }).click()

    await button('Close shift').click()
    await field('GH₵ 50 notes').waitFor()
    await button('Close shift').click()
    await tablet.page.getByText('Count the drawer first. Enter 0 if it is empty.').waitFor()
    await field('GH₵ 50 notes').fill('2')
    expect(await lookAt(tablet.page, /Shift/)).toEqual([])
    await button('Close shift').click()
    await report('Z report').waitFor()
    const [saved] = await Promise.all([tablet.page.waitForEvent('download'), button('Save PDF').click()])
    expect(saved.suggestedFilename()).toMatch(/^z-.*\.pdf$/)
    expect(readPdf(readFileSync(await saved.path())).words.join(' ')).toContain('Z report')
    await tablet.kill()
    await tablet.reopen()
    await toShift('Open shift')
    await tablet.page.getByRole('button', { name: /^Z report of/ }).click()
    const paper = await report('Z report').innerText()
    expect(paper).toContain('Sales\n3')
    expect(paper.replaceAll('\u00A0', ' ')).toContain('Paid out: Supplies\nGH₵ 20.50')
    await tablet.page.getByRole('button', { name: 'Close', exact: true }).click()

    gateway.mend()
    await toTill()
    await tablet.counter.sendNow()
    await until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent')
    const [kept] = await sql<{ expected: string; counted: string; figures: string; revision: number }>(
      shop,
      'SELECT expected, counted, figures, revision FROM shift_reports ORDER BY id DESC LIMIT 1',
    )
    const cedis = (amount: number | string) =>
      Number(amount).toLocaleString('en-GH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    expect(paper.replaceAll('\u00A0', ' ')).toContain(`Cash: expected\nGH₵ ${cedis(kept!.expected)}`)
    expect(JSON.parse(kept!.figures)).toMatchObject({
      sales: 3,
      float: 101,
      missing: 0,
      paid_out: 20.5,
      drawer_openings: 1,
    })
    expect([Number(kept!.counted), kept!.revision]).toEqual([100, 1])
    await tablet.page.goto(`${gateway.url}/staff/shifts`)
    await tablet.page.getByText('Paid out 20.50').waitFor()
    expect(await lookAt(tablet.page, /Shifts/)).toEqual([])
    await tablet.page.goto(`${gateway.url}/staff/shifts/1/view`)
    await tablet.page.getByText('Paper bags').waitFor()
    expect(await lookAt(tablet.page, /Shift/)).toEqual([])
    const { orders, doubled, broken } = await booksOf(shop)
    expect({ orders: orders - before.orders, doubled, broken }).toEqual({ orders: 3, doubled: [], broken: [] })
  },
)
