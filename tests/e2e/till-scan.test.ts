import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startShop, type Shop } from '#tests/support/server.ts'
import { aTablet, type Tablet } from '#tests/support/tablet.ts'

const JEANS = { barcode: '6034128000424', name: 'Adwoa wide-leg jeans' }
const SLIM = { barcode: '6034128000011', name: 'Ama slim jeans' }

let shop: Shop
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  tablet = await aTablet(shop.url)
})
beforeEach(async () => {
  const { page } = tablet
  await page.reload()
  await tablet.counter.ready()
  await page.getByRole('button', { name: 'Reset' }).click()
  const empty = page.getByRole('button', { name: 'Empty the cart' })
  if (await empty.isVisible()) await empty.click()
  await page.getByText('The cart is empty').waitFor()
})
afterAll(async () => {
  await tablet.remove()
  await shop.stop()
})

const quantityOf = (name: string) => tablet.page.getByRole('status', { name: new RegExp(`^Quantity of ${name}`) })

test('a scan adds its piece, and each scan in quick succession counts', async () => {
  const { page, counter } = tablet
  await page.locator('body').click({ position: { x: 2, y: 2 } })
  await counter.scan(JEANS.barcode)
  await page.getByText('Sub-total · 1 item').waitFor()
  await counter.scan(JEANS.barcode, SLIM.barcode, JEANS.barcode)
  await page.getByText('Sub-total · 4 items').waitFor()
  expect([await quantityOf(JEANS.name).innerText(), await quantityOf(SLIM.name).innerText()]).toEqual(['3', '1'])
})

test('the Enter of a scan presses no button, and its keys stay out of the field that has the focus', async () => {
  const { page, counter } = tablet
  await page.getByRole('button', { name: /^Checkout/ }).filter({ visible: true }).focus()
  await counter.scan(JEANS.barcode)
  await page.getByText('Sub-total · 1 item').waitFor()
  expect(await page.getByText(/Sale \S+ done/).isVisible()).toBe(false)

  await page.getByLabel('Cash received').focus()
  await counter.scan(SLIM.barcode)
  await page.getByText('Sub-total · 2 items').waitFor()
  expect(await page.getByLabel('Cash received').inputValue()).toBe('')
})

test('a code that the shop does not know is said, and nothing is added', async () => {
  const { page, counter } = tablet
  await counter.scan('9999999999994')
  await page.getByRole('alert').filter({ hasText: 'No item has the code 9999999999994.' }).first().waitFor()
  await page.getByText('The cart is empty').waitFor()
})

test('a piece scanned over a receipt waits for the next sale', async () => {
  const { page, counter } = tablet
  await counter.scan(JEANS.barcode)
  await counter.checkOut()
  await counter.scan(SLIM.barcode, SLIM.barcode)
  await page.getByText('2 scanned pieces wait for the new sale.').waitFor()
  await page.getByText(/Sale \S+ done/).waitFor()
  await counter.newSale()
  await page.getByText('Sub-total · 2 items').waitFor()
})

test('the camera shows its picture in a dialog, and lets go of it when closed', async () => {
  const { page } = tablet
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
  await dialog.locator('video').waitFor()
  await page.waitForFunction(() => (document.querySelector('dialog video') as HTMLVideoElement | null)?.videoWidth)
  const stream = await page.evaluateHandle(() => (document.querySelector('dialog video') as HTMLVideoElement).srcObject as MediaStream)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.waitForFunction(media => media.getTracks().every(({ readyState }) => readyState === 'ended'), stream)
})
