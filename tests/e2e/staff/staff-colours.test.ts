import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(720_000)
const CREW = 'Everyday crew tee'

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

test(
  'gives pictures to colours by dragging, by a field and by dropping a file, and a variant its own price',
  async () => {
    const [crew] = await sql<{ id: number }>(shop, `SELECT id FROM products WHERE name = '${CREW}'`)
    const { page, faults } = await somebody('manager@shop.test', `/staff/products/${crew!.id}/view/images`)
    const card = (at: number) => page.locator('ol > li[data-row]').nth(at)
    const colour = (name: string) => page.locator('span[data-row]').filter({ hasText: name })
    await card(4).waitFor()
    await card(1).locator('img').dragTo(colour('Wine'))
    await page.getByText('Colour of picture 2: Wine').waitFor({ state: 'attached' })
    await expect.poll(() => page.getByLabel('Colour of picture 2').inputValue()).toBe('7A1F2B')
    await page.getByLabel('Colour of picture 5').selectOption({ label: 'All colours' })
    await page.getByText('Colour of picture 5: All colours').waitFor({ state: 'attached' })
    await dropFile(page, 'Black', 'night-back.jpg')
    await page.getByText('night-back.jpg').waitFor()
    await keepPicture(page, 'staff-pictures-of-colours')
    faults.push(...(await lookAt(page, `Selvedge | ${CREW}`)))
    await page.getByRole('button', { name: 'Add Product Images' }).click()
    await page.getByText('1 picture added.').first().waitFor()

    const tabs = page.getByRole('navigation', { name: 'Product' })
    await tabs.getByRole('link', { name: 'Prices' }).click()
    await page.getByLabel('Price UK 10 · Black', { exact: true }).fill('72.50')
    await page.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('1 variant updated.').waitFor()
    await keepPicture(page, 'staff-prices-of-variants')
    faults.push(...(await lookAt(page, `Selvedge | ${CREW}`)))

    await page.goto(`${shop.url}/shop/product/${crew!.id}`)
    await isAlive(page)
    const shown = async (name: string) => {
      await choose(page, name)
      return page
        .getByRole('button', { name: /^Enlarge/ })
        .evaluateAll(all => all.map(({ ariaLabel }) => ariaLabel?.replace('Enlarge: Everyday crew tee', '')))
    }
    // The fifth picture is now of all colours, so it follows those of each colour.
    expect(await shown('Black')).toEqual([', Black, from the front', ', Black, from the back', ', from the front'])
    expect(await shown('Wine')).toEqual([', Wine, from the back', ', from the front'])
    await choose(page, 'Black')
    await choose(page, 'UK 10')
    await expect.poll(() => page.locator('header [aria-live=polite]').innerText()).toMatch(/^GH₵.72\.50/)
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

/** Drops a picture from another window onto the place of a colour. */
async function dropFile(page: Page, colour: string, name: string): Promise<void> {
  const bytes = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#1b1d23' } })
    .jpeg()
    .toBuffer()
  await page
    .locator('span[data-row]')
    .filter({ hasText: colour })
    .evaluate(
      (place, [base64, called]) => {
        const content = Uint8Array.from(atob(base64!), letter => letter.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([content], called!, { type: 'image/jpeg' }))
        for (const type of ['dragover', 'drop'])
          place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      },
      [bytes.toString('base64'), name],
    )
}

test(
  'asks what a file leaves open, and imports by the answers',
  async () => {
    const { page, faults } = await somebody('owner@shop.test', '/staff/imports/add')
    await page
      .getByLabel(/Product file/)
      .setInputFiles({ name: 'woo.csv', mimeType: 'text/csv', buffer: Buffer.from(HOODIE) })
    await page.getByRole('button', { name: 'Check the File' }).click()
    await page.getByText('Grouped products (1): Logo Collection').waitFor()
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
    await keepPicture(page, 'staff-import-questions')
    faults.push(...(await lookAt(page, 'Selvedge | Import')))
    await page.getByLabel('Pieces of each variant in stock').fill('6')
    await page.getByLabel('“Logo” is').selectOption({ label: 'A size' })
    await page.getByRole('button', { name: 'Check with These Answers' }).click()
    await page.getByRole('button', { name: 'Import 1 Product' }).click()
    await page.getByText('Imported.').waitFor()
    const made = await sql<{ sku: string; size: string; on_hand: number }>(
      shop,
      `SELECT v.sku, s.name AS size, v.on_hand FROM product_variations v JOIN sizes s ON s.code = v.size_code
        WHERE v.sku LIKE 'night-hood%' ORDER BY v.sku`,
    )
    expect(made.map(row => Object.values(row))).toEqual([
      ['night-hood-1', 'No', 6],
      ['night-hood-2', 'Yes', 6],
      ['night-hood-3', 'No', 4],
    ])
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

const HOODIE = [
  'ID,Type,SKU,Name,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
  '945,variable,night-hood,Night hoodie,1,,,,Color,"Blue, Green",Logo,"Yes, No"',
  '981,variation,night-hood-1,"Night hoodie - Blue, No",1,,45,night-hood,Color,Blue,Logo,No',
  '982,variation,night-hood-2,"Night hoodie - Blue, Yes",1,,45,night-hood,Color,Blue,Logo,Yes',
  '983,variation,night-hood-3,"Night hoodie - Green, No",1,4,45,night-hood,Color,Green,Logo,No',
  '987,grouped,night-collection,Logo Collection,1,,,,,,,',
].join('\n')
