import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeFilmOf } from '#tests/support/browser/camera-film.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const JEANS = { barcode: '6034128000424', name: 'Adwoa wide-leg jeans' }
const SLIM = { barcode: '6034128000011', name: 'Ama slim jeans' }

/** What the camera sees. */
const FILM = join(tmpdir(), `selvedge-film-${process.pid}.y4m`)

let shop: Shop
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  writeFilmOf(JEANS.barcode, FILM)
  tablet = await aTablet(shop.url, { args: [`--use-file-for-fake-video-capture=${FILM}`] })
})
beforeEach(async () => {
  const { page } = tablet
  await page.reload()
  await tablet.counter.ready()
  await page.getByRole('button', { name: 'Reset' }).click()
  const empty = page.getByRole('button', { name: 'Empty the cart' })
  await page.getByText('The cart is empty').or(empty).first().waitFor()
  if (await empty.isVisible()) await empty.click()
  await page.getByText('The cart is empty').waitFor()
})
afterAll(async () => {
  await tablet.remove()
  rmSync(FILM)
  await shop.stop()
})

const quantityOf = (name: string) => tablet.page.getByRole('status', { name: new RegExp(`^Quantity of ${name}`) })

test('adds a piece per scan, and counts each scan in quick succession', async () => {
  const { page, counter } = tablet
  await page.locator('body').click({ position: { x: 2, y: 2 } })
  await counter.scan(JEANS.barcode)
  await page.getByText('Sub-total · 1 item').waitFor()
  await counter.scan(JEANS.barcode, SLIM.barcode, JEANS.barcode)
  await page.getByText('Sub-total · 4 items').waitFor()
  expect([await quantityOf(JEANS.name).innerText(), await quantityOf(SLIM.name).innerText()]).toEqual(['3', '1'])
})

test("presses no button by a scan's Enter, and keeps its keys out of the focused field", async () => {
  const { page, counter } = tablet
  await page
    .getByRole('button', { name: /^Checkout/ })
    .filter({ visible: true })
    .focus()
  await counter.scan(JEANS.barcode)
  await page.getByText('Sub-total · 1 item').waitFor()
  expect(await page.getByText(/Sale \S+ complete/).isVisible()).toBe(false)

  await counter.openPayment()
  await page.getByLabel('Cash received').focus()
  await counter.scan(SLIM.barcode)
  await page.getByText('Sub-total · 2 items').waitFor()
  expect(await page.getByLabel('Cash received').inputValue()).toBe('')
})

test('takes a slow scanner’s code out of the field it lands in, and adds its piece', async () => {
  const { page, counter } = tablet
  await counter.openPayment()
  await page.getByLabel('Cash received').fill('700')
  await counter.scan({ code: JEANS.barcode, gap: 45 })
  await page.getByText('Sub-total · 1 item').waitFor()
  expect(await page.getByLabel('Cash received').inputValue()).toBe('700')
  const search = page.getByRole('searchbox', { name: 'Name, SKU or barcode' })
  await search.focus()
  await counter.scan({ code: SLIM.barcode, gap: 45 })
  await page.getByText('Sub-total · 2 items').waitFor()
  expect(await search.inputValue()).toBe('')
})

test('says that it does not know a code, and adds nothing', async () => {
  const { page, counter } = tablet
  await counter.scan('9999999999994')
  await page.getByRole('alert').filter({ hasText: 'No item has the code 9999999999994.' }).first().waitFor()
  await page.getByText('The cart is empty').waitFor()
})

test('keeps a piece scanned over a receipt for the next sale', async () => {
  const { page, counter } = tablet
  await counter.scan(JEANS.barcode)
  await counter.checkOut()
  await counter.scan(SLIM.barcode, SLIM.barcode)
  await page.getByText('2 scanned items are waiting for the next sale.').waitFor()
  await page.getByText(/Sale \S+ complete/).waitFor()
  await counter.newSale()
  await page.getByText('Sub-total · 2 items').waitFor()
})

test('has a piece scanned over a receipt in the cart after a reload', async () => {
  const { page, counter } = tablet
  await counter.scan(JEANS.barcode)
  await counter.checkOut()
  await counter.scan(SLIM.barcode)
  await page.getByText('1 scanned item is waiting for the next sale.').waitFor()
  await page.reload()
  await counter.ready()
  await page.getByText('Sub-total · 1 item').waitFor()
  await quantityOf(SLIM.name).waitFor()
})

test('shows the camera in a dialog and releases it when closed', async () => {
  const { page } = tablet
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
  await dialog.locator('video').waitFor()
  await page.waitForFunction(() => (document.querySelector('dialog video') as HTMLVideoElement | null)?.videoWidth)
  const stream = await page.evaluateHandle(
    () => (document.querySelector('dialog video') as HTMLVideoElement).srcObject as MediaStream,
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.waitForFunction(media => media.getTracks().every(({ readyState }) => readyState === 'ended'), stream)
})

test('adds a barcode held before the camera once, however long it is held', async () => {
  // so that the library reads
  await tablet.page.evaluate(() => void Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
  expect(await readByCamera()).toBe('1')
})

test('leaves reading to a browser that reads barcodes itself', async () => {
  const { page } = tablet
  await page.evaluate(readBarcodes, JEANS.barcode)
  expect(await readByCamera()).toBe('1')
  expect(await page.evaluate(() => (globalThis as unknown as { looks: number }).looks)).toBeGreaterThan(1)
})

test('receives goods and counts a shelf in the back office with the same camera', async () => {
  const { page } = tablet
  const film = async (seen: RegExp) => {
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
    await dialog.getByText(JEANS.name).first().waitFor()
    await dialog.getByText(seen).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await page.goto(`${shop.url}/staff/stock/receive`)
  await film(/^1 piece so far$/)
  await page.getByRole('button', { name: 'Receive 1 Piece' }).waitFor()
  await page.goto(`${shop.url}/staff/stock/counts`)
  await page.getByRole('button', { name: 'New Count' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('The window')
  await page.getByRole('button', { name: 'Start Counting' }).click()
  await page.getByRole('heading', { name: 'The window' }).waitFor()
  await film(/^.*: 1$/)
  await page.goto(`${shop.url}/staff/orders/add`)
})

/** Holds the jeans before the camera for a while; how many of them are in the cart then. */
async function readByCamera(): Promise<string> {
  const { page } = tablet
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
  await dialog.getByText(JEANS.name).waitFor()
  await page.waitForTimeout(2500) // the barcode stays before the camera
  await dialog.getByRole('button', { name: 'Done' }).click()
  return quantityOf(JEANS.name).innerText()
}

/** In the page: a detector that finds one barcode in any running picture. */
function readBarcodes(code: string) {
  const counts = Object.assign(globalThis, { looks: 0 })
  class Detector {
    static getSupportedFormats = async () => ['ean_13', 'qr_code']
    async detect({ videoWidth, paused }: HTMLVideoElement) {
      counts.looks += 1
      return videoWidth > 0 && !paused ? [{ rawValue: code }] : []
    }
  }
  Object.assign(globalThis, { BarcodeDetector: Detector })
}
