import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { checkBooks, sql } from '#tests/support/people/books.ts'
import { JEANS } from '#tests/support/shop/checkout.ts'
import { EVERY_SIZE, lookAt, watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = { width: 390, height: 844 }

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach({ viewport: PHONE, reducedMotion: 'reduce' }, here => {
  ;({ shop, page } = here)
  faults = watched(page)
})
afterEach(() => checkBooks(shop))

/** Somebody else's phone. */
async function another(): Promise<void> {
  const context = await page.context().browser()!.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
}

async function look(title: RegExp): Promise<void> {
  faults.push(...(await lookAt(page, title, EVERY_SIZE)))
  await keepPicture(page, `reviews-${title.source.replace(/\W+/g, '-')}`)
  await page.setViewportSize(PHONE)
}

async function signIn(email: string): Promise<void> {
  await page.goto(`${shop.url}/login`)
  await isAlive(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(url => url.pathname !== '/login')
}

test('a buyer reviews by keyboard, a manager publishes it, and everybody reads it without scripts', async () => {
  const [bought] = await sql<{ order_id: number; product_id: number; slug: string; name: string }>(
    shop,
    `SELECT o.id AS order_id, p.id AS product_id, p.slug, p.name FROM orders o JOIN users u ON u.id = o.user_id
      JOIN order_items i ON i.order_id = o.id JOIN product_variations v ON v.id = i.product_variation_id
      JOIN products p ON p.id = v.product_id
      WHERE u.email = 'customer@shop.test' AND o.status_code = 'COMPLETED'
        AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.product_id = p.id) ORDER BY o.id LIMIT 1`,
  )
  const { order_id, product_id, slug, name } = bought!
  const path = `${shop.url}/shop/product/${product_id}/${slug}`
  expect(await (await fetch(path)).text()).not.toContain('aggregateRating')

  await signIn('customer@shop.test')
  await page.goto(`${shop.url}/account-area/orders/${order_id}/view`)
  await isAlive(page)
  // Until the customer's reviews are read, a key on it does nothing.
  await page.getByRole('button', { name: `Write a review of ${name}`, disabled: false }).press('Enter')
  const form = page.getByRole('form', { name: `Write a review of ${name}` })
  await form.getByRole('button', { name: 'Send review' }).press('Enter')
  await form.getByText('Choose 1 to 5 stars.').waitFor()
  await form.getByRole('radio', { name: '5 stars' }).press('Space')
  await form.getByRole('radio', { name: 'True to size' }).press('Space')
  await form.getByLabel('Your review').fill('Deep pockets.\n<b>Bold</b> stitching.')
  await look(/Order/)
  await form.getByRole('button', { name: 'Send review' }).press('Enter')
  await page.getByText('We are checking your review').first().waitFor()
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#23407f' } })
    .jpeg()
    .toBuffer()
  await page
    .locator('li', { has: page.getByRole('link', { name }) })
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('img', { name: 'Your picture 1' }).waitFor()
  expect(await (await fetch(path)).text()).not.toContain('Deep pockets')

  await another()
  await signIn('manager@shop.test')
  await page.goto(`${shop.url}/staff`)
  await page.getByRole('link', { name: /reviews? to check/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Deep pockets.' })
  await row.waitFor()
  await look(/Reviews/)
  await row.getByRole('button', { name: 'Check' }).click()
  const dialog = page.getByRole('dialog', { name: `Review of ${name}` })
  await dialog.getByLabel('Reply').fill('Thank you, Yaa.')
  await keepPicture(page, 'reviews-check')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The review is published.').first().waitFor()

  // A kept page may be sent for three seconds before it is looked at again.
  const drawn = async () => (await fetch(path)).text()
  await expect.poll(drawn, { timeout: patience(60_000) }).toContain('Deep pockets.')
  const html = await drawn()
  for (const text of [
    'Deep pockets.',
    '&lt;b&gt;Bold',
    'Thank you, Yaa.',
    'True to size',
    '"aggregateRating"',
    'Bought ',
  ])
    expect([text, html.includes(text)]).toEqual([text, true])
  await another()
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().includes('/assets/reviews')) scripts.push(request.url())
  })
  await page.goto(path)
  await isAlive(page)
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await page.getByText('Deep pockets.').waitFor()
  await expect.poll(() => scripts.length).toBe(1)
  await look(new RegExp(name))
  await page.goto(`${shop.url}/shop?search=${encodeURIComponent(name)}`)
  await page.getByText('5 of 5 stars').first().waitFor()
  await look(/Shop/)
  expect(faults).toEqual([])
})

test('a shopper finds a size by keyboard, and the measurements stay on the device', async () => {
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  await page.goto(shop.url + JEANS.path)
  await isAlive(page)
  expect(asked.filter(each => each.includes('adviser') || each.includes('size-history'))).toEqual([])
  const [row] = await sql<{ size_code: string; waist: number; hip: number }>(
    shop,
    `SELECT f.size_code, f.waist, f.hip FROM fit_rows f JOIN products p ON p.category_id = f.category_id
      WHERE p.id = 1 AND f.size_code = 'UK12'`,
  )
  await page.getByRole('button', { name: 'Find my size' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Find my size' })
  await dialog.getByRole('button', { name: 'Suggest a size' }).press('Enter')
  await dialog.getByText('Enter at least one measurement.').waitFor()
  await dialog.getByLabel('Waist (cm)').fill(String(row!.waist))
  await dialog.getByLabel('Hip (cm)').fill('9')
  await dialog.getByLabel('Hip (cm)').press('Enter')
  await dialog.getByText('Enter a number from 20 to 220.').waitFor()
  await dialog.getByLabel('Hip (cm)').fill(String(row!.hip))
  await dialog.getByLabel('Hip (cm)').press('Enter')
  await dialog.getByText('We suggest UK 12.').waitFor()
  await dialog.getByText('These stay on this device only.').waitFor()
  faults.push(...(await lookAt(page, /Ama slim jeans/, EVERY_SIZE)))
  await keepPicture(page, 'adviser')
  await page.setViewportSize(PHONE)
  await dialog.getByRole('button', { name: 'Choose UK 12' }).press('Enter')
  expect(await page.getByRole('radio', { name: /^UK 12/ }).isChecked()).toBe(true)
  await page.reload()
  await isAlive(page)
  await page.getByRole('button', { name: 'Find my size' }).press('Enter')
  await expect.poll(() => dialog.getByLabel('Waist (cm)').inputValue()).toBe(String(Number(row!.waist)))
  await dialog.getByRole('radio', { name: 'A size I wear' }).press('Space')
  await dialog.getByLabel('The size I wear, here or elsewhere').selectOption('UK10')
  await dialog.getByRole('radio', { name: 'A little tight' }).press('Space')
  await dialog.getByRole('button', { name: 'Suggest a size' }).press('Enter')
  await dialog.getByText('We suggest UK 12.').waitFor()
  await dialog.getByRole('radio', { name: 'Another brand I wear' }).press('Space')
  await dialog.getByLabel('Brand and garment').selectOption('Levi’s women’s jeans')
  await dialog.getByLabel('Size on its label').selectOption('28')
  await dialog.getByRole('radio', { name: 'Just right' }).press('Space')
  await dialog.getByRole('button', { name: 'Suggest a size' }).press('Enter')
  await dialog.getByText('It is closest to your Levi’s women’s jeans, 28.').waitFor()
  faults.push(...(await lookAt(page, /Ama slim jeans/, EVERY_SIZE)))
  await keepPicture(page, 'adviser-brand')
  await page.setViewportSize(PHONE)
  await dialog.getByRole('radio', { name: 'My measurements' }).press('Space')
  await dialog.getByRole('button', { name: 'Delete my measurements' }).press('Enter')
  expect(await page.evaluate(() => localStorage.getItem('own-body'))).toBe('{}')
  expect(asked.filter(each => each.includes('own-body') || /"waist"|waist=/.test(each))).toEqual([])
  expect(faults).toEqual([])
})
