import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf } from '#tests/support/people/books.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const BARCODE = '6034128000424'
const POINTS_AN_INCH = 72

let shop: Shop
let gateway: Gateway
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

async function goOffline() {
  gateway.cut()
  await tablet.browser.setOffline(true)
}
async function goOnline() {
  gateway.mend()
  await tablet.browser.setOffline(false)
}

/** Does what downloads something; the file's name and content. */
async function downloaded(press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([tablet.page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}
const savePdf = () => downloaded(() => tablet.page.getByRole('button', { name: 'Save PDF' }).click())

/** Width and height of the first page in inches. */
function paperOf(pdf: Buffer): [number, number] {
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf.toString('latin1'))!
  return [Number(width) / POINTS_AN_INCH, Number(height) / POINTS_AN_INCH]
}

test('saves a receipt offline under its number, and under the order’s id once it is known', async () => {
  await goOffline()
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  const number = await tablet.counter.checkOut()
  const before = await savePdf()
  expect([before.name, before.content.subarray(0, 5).toString()]).toEqual([`${number}.pdf`, '%PDF-'])
  const [width, height] = paperOf(before.content)
  expect([width.toFixed(2), height.toFixed(2)]).toEqual(['3.14', '11.00'])

  await goOnline()
  const accepted = await tablet.page.getByText(/^Synced, order #\d+/).innerText()
  expect((await savePdf()).name).toBe(`${/#(\d+)/.exec(accepted)![1]}.pdf`)
  await tablet.counter.newSale()
})

test('hands a receipt to another app as a file, or saves it when the browser cannot', async () => {
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await tablet.counter.checkOut()
  const accepted = await tablet.page.getByText(/^Synced, order #\d+/).innerText()
  const name = `${/#(\d+)/.exec(accepted)![1]}.pdf`
  const share = tablet.page.getByRole('button', { name: 'Share' })

  await tablet.page.evaluate(() => void Reflect.deleteProperty(Navigator.prototype, 'canShare'))
  expect((await downloaded(() => share.click())).name).toBe(name)
  await tablet.page.getByText('This browser cannot share files, so the PDF was saved in Downloads.').waitFor()

  await tablet.page.evaluate(takeShared)
  await share.click()
  await tablet.page.waitForFunction(() => 'shared' in globalThis)
  const shared = await tablet.page.evaluate(() => (globalThis as unknown as { shared: unknown }).shared)
  expect(shared).toEqual([{ name, type: 'application/pdf', begins: '%PDF-' }])
  await tablet.counter.newSale()
})

/** In the page: another app that takes files. */
function takeShared() {
  const look = async (file: File) => ({ name: file.name, type: file.type, begins: await file.slice(0, 5).text() })
  Object.assign(navigator, {
    canShare: ({ files }: ShareData) => files !== undefined && files.length > 0,
    share: async ({ files }: ShareData) => {
      Object.assign(globalThis, { shared: await Promise.all(files!.map(look)) })
    },
  })
}

/** The page that the print dialog gets, as a PDF. */
const printed = async () => readPdf(await tablet.page.pdf({ preferCSSPageSize: true }))

test('prints on a page as long as the receipt, and numbers each further print as a copy, also after a reload', async () => {
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  const number = await tablet.counter.checkOut()
  const paper = tablet.page.getByRole('article', { name: `Receipt ${number}` })
  const { boxes } = await printed()
  const [, , width, height] = boxes[0]!.map(points => points / POINTS_AN_INCH)
  expect([boxes.length, width!.toFixed(2)]).toEqual([1, '3.14'])
  expect(height).toBeGreaterThan(3)
  expect(height).toBeLessThan(6)

  const print = tablet.page.getByRole('button', { name: 'Print', exact: true })
  await tablet.page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
  expect(await paper.innerText()).not.toContain('COPY')
  await print.click()
  await until(async () => (await copiesOf(number)) === 1, 'the first print is counted')
  expect(await paper.innerText()).not.toContain('COPY')
  await until(() => print.isEnabled(), 'it can be printed again')
  await print.click()
  await paper.getByText('COPY 1').waitFor()

  await tablet.page.goto(`${gateway.url}/staff/till/sales`)
  await tablet.page.getByRole('button', { name: `Receipt ${number}` }).click()
  await paper.getByText('COPY 2').waitFor()
  const again = await printed()
  expect([again.boxes.length, again.boxes[0]![3]! / POINTS_AN_INCH < 6]).toEqual([1, true])
  await tablet.page.goto(`${gateway.url}/staff/orders/add`)
  await tablet.counter.ready()
})

/** How often this device printed the receipt of a sale. */
async function copiesOf(number: string): Promise<number> {
  const { sales } = await tablet.counter.held()
  return (sales as { number: string; printed?: number }[]).find(sale => sale.number === number)?.printed ?? 0
}

test('prints a receipt of the day again from the list', async () => {
  const [sale] = (await tablet.counter.held()).sales
  await tablet.page.goto(`${gateway.url}/staff/till/sales`)
  await tablet.page.getByRole('button', { name: `Receipt ${sale!.number}` }).click()
  const dialog = tablet.page.getByRole('dialog', { name: `Receipt ${sale!.number}` })
  await dialog.getByRole('article').getByText('Adwoa wide-leg jeans').waitFor()
  expect((await savePdf()).name).toBe(`${sale!.verdict!.order_id}.pdf`)
  await tablet.page.goto(`${gateway.url}/staff/orders/add`)
  await tablet.counter.ready()
})

test('carries unsent sales to another device by file, each sale once', async () => {
  const { orders } = await booksOf(shop)
  await goOffline()
  await tablet.counter.scanAndSell([BARCODE, BARCODE, BARCODE])
  await tablet.page.getByRole('link', { name: 'Today’s sales' }).first().click()
  await tablet.page.getByRole('button', { name: 'Export unsent' }).click()
  const { name, content } = await downloaded(() =>
    tablet.page.getByRole('button', { name: 'Export to a file' }).click(),
  )
  const path = join(tmpdir(), `${process.pid}-${name}`)
  writeFileSync(path, content)

  const other = await aTablet(shop.url)
  await other.page.getByRole('link', { name: 'Today’s sales' }).first().click()
  for (const words of ['3 sales imported', '3 sales were here already']) {
    await other.page.getByRole('button', { name: 'Import', exact: true }).click()
    await other.page.getByLabel('File of unsent sales').setInputFiles(path)
    await other.page.getByText(words).waitFor()
    await other.counter.says(/all sales sent/i)
  }
  await other.remove()
  expect((await booksOf(shop)).orders - orders).toBe(3)

  await goOnline()
  await tablet.counter.says(/all sales sent/i)
  const { sales, waiting } = await tablet.counter.held()
  expect([waiting, sales.every(({ verdict }) => verdict?.status === 'accepted')]).toEqual([0, true])
  const books = await booksOf(shop)
  expect([books.orders - orders, books.doubled, books.broken]).toEqual([3, [], []])
  await tablet.page.goto(`${gateway.url}/staff/orders/add`)
  await tablet.counter.ready()
})

test('asks before emptying the cart, and touches no finished sale', async () => {
  const { sales } = await tablet.counter.held()
  const ask = tablet.page.getByRole('dialog', { name: 'Empty this cart?' })
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await tablet.page.getByRole('button', { name: 'Reset' }).click()
  await ask.getByRole('button', { name: 'Keep it' }).click()
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await tablet.page.getByRole('button', { name: 'Reset' }).click()
  await ask.getByRole('button', { name: 'Empty the cart' }).click()
  await tablet.page.getByText('The cart is empty').waitFor()
  expect((await tablet.counter.held()).sales).toHaveLength(sales.length)
})

test('warns at an offline sign-out that nobody can sell, locks instead, and sends the sales while it is locked', async () => {
  const { orders } = await booksOf(shop)
  await goOffline()
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  await tablet.page.locator('header summary').filter({ hasText: 'Abena' }).click()
  await tablet.page.getByRole('button', { name: 'Logout' }).first().click()
  const warning = tablet.page.getByRole('dialog', { name: 'You are offline' })
  await warning.getByText('nobody can sign in or sell here until the network is back').waitFor()
  await warning.getByText('2 sales are not sent yet').waitFor()
  await warning.getByRole('button', { name: 'Lock instead' }).click()
  await tablet.page.getByLabel('PIN', { exact: true }).fill('407158')
  await tablet.page.getByLabel('Repeat the PIN').fill('407158')
  await tablet.page.keyboard.press('Enter')
  await tablet.page.getByRole('dialog', { name: 'This till is locked' }).waitFor()
  expect((await tablet.counter.held()).waiting).toBe(2)
  await goOnline()
  await until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent')
  expect((await booksOf(shop)).orders - orders).toBe(2)
})
