import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Product, ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import { isEan } from '#sync/protocol/ean.ts'
import { atTheCounter } from '#tests/support/counter/at-the-counter.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { patience } from '#tests/support/patience.ts'
import type { Shop } from '#tests/support/server/server.ts'

let shop: Shop
let page: Page
let faults: string[]
atTheCounter(here => {
  ;({ shop, page, faults } = here)
})

const read = async <Reply>(path: string) => (await (await fetch(shop.url + path)).json()) as Reply
const aPicture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 2000, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
const listed = async (words: string) =>
  (await read<{ products: { data: ProductSummary[] } }>(`/api/products?search_text=${words}`)).products.data

test(
  'puts a product with two pictures and a grid in the shop at once, moves its address and pictures, and deletes it',
  { timeout: patience(540_000) },
  async () => {
    const tabs = page.getByRole('navigation', { name: 'Product' })
    await page.goto(`${shop.url}/staff/products/add`)
    await page.getByLabel('Name').fill('Kumasi night jeans')
    await page.getByLabel(/^Description/).fill('For the night bus.')
    await page.getByLabel('Category').selectOption({ label: "Women's Jeans" })
    await page.getByLabel('Price, GH₵').fill('1,149.50')
    await page.getByLabel(/^Features/).fill('Five pockets\nHigh rise')
    for (const tick of ['UK 10', 'UK 12', 'Indigo', 'Black']) await page.getByLabel(tick, { exact: true }).check()
    await page
      .getByLabel('Pictures')
      .setInputFiles([await aPicture('front.jpg', '#23407f'), await aPicture('back.jpg', '#c19a6b')])
    faults.push(...(await lookAt(page, 'Selvedge | New Product')))
    await page.getByRole('button', { name: 'Add Product' }).click()
    await page.waitForURL(/\/staff\/products\/\d+\/view$/)

    const [made] = await listed('kumasi+night')
    expect(made).toMatchObject({
      name: 'Kumasi night jeans',
      retail_price: 1149.5,
      images: [{ dominant: expect.stringMatching(/^2[23]/) }, { dominant: expect.stringMatching(/^C[01]/) }],
    })
    const { product } = await read<{ product: Product }>(`/api/products/${made!.id}`)
    expect([
      product.features,
      product.variations.length,
      product.variations.every(({ barcode }) => isEan(barcode!)),
    ]).toEqual([['Five pockets', 'High rise'], 4, true])

    faults.push(...(await lookAt(page, 'Selvedge | Kumasi night jeans')))
    await page.getByLabel('Address').fill('night-jeans')
    await page.getByRole('button', { name: 'Update Product Details' }).click()
    await page.getByText('Product updated.').waitFor()
    await page.getByText(`/shop/product/${made!.id}/kumasi-night-jeans`).waitFor()
    const old = await fetch(shop.url + productPath(made!), { redirect: 'manual', headers: { accept: 'text/html' } })
    expect([old.status, old.headers.get('location')]).toEqual([301, `/shop/product/${made!.id}/night-jeans`])

    await tabs.getByRole('link', { name: 'Images' }).click()
    faults.push(...(await lookAt(page, 'Selvedge | Kumasi night jeans')))
    await page.getByRole('button', { name: 'Move picture 2 forward' }).press('ArrowLeft')
    await expect
      .poll(async () => (await listed('kumasi+night'))[0]!.images.map(({ id }) => id))
      .toEqual(made!.images.map(({ id }) => id).reverse())

    await tabs.getByRole('link', { name: 'Stock' }).click()
    faults.push(...(await lookAt(page, 'Selvedge | Kumasi night jeans')))
    for (const tick of ['UK 14', 'Black']) await page.getByLabel(tick, { exact: true }).check()
    await page.getByRole('button', { name: 'Add Variations' }).click()
    await page.getByText('1 variant added.').first().waitFor()

    await page.getByRole('button', { name: 'Print labels' }).click()
    await page.getByRole('button', { name: 'One of each' }).click()
    const [labels] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save 5 labels' }).click(),
    ])
    expect(labels.suggestedFilename()).toBe('labels.pdf')

    await tabs.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Kumasi night jeans is deleted.').waitFor()
    // A search shows goods with some of its words when none has all.
    expect((await listed('kumasi+night')).map(({ id }) => id)).not.toContain(made!.id)
    expect(faults).toEqual([])
  },
)

test('lowers the prices of many products with a preview and undoes it', async () => {
  const before = await listed('hoodie')
  await page.goto(`${shop.url}/staff/products?search=hoodie`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Change by').fill('-10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Change them' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByLabel('Select all on this page').check()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['Undo', 'Change', 'Labels', 'Clear selection'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true })
  }
  await page.getByRole('button', { name: 'Clear selection' }).click()
  const lowered = new Map((await listed('hoodie')).map(({ id, retail_price }) => [id, retail_price]))
  for (const { id, retail_price } of before) expect(lowered.get(id)).toBeCloseTo(retail_price * 0.9, 1)
  faults.push(...(await lookAt(page, 'Selvedge | Products')))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/products restored\./).waitFor()
  expect((await listed('hoodie')).map(({ id, retail_price }) => [id, retail_price])).toEqual(
    before.map(({ id, retail_price }) => [id, retail_price]),
  )
  expect(faults).toEqual([])
})
