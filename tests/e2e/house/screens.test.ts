import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { stoppedByPolicy } from '#tests/support/browser/chromium.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { lookAt, watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { patience } from '#tests/support/patience.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PICTURE = new URL('../till.webp', import.meta.url)

const PATIENCE_MS = patience(720_000)

let shop: Shop
let page: Page
let faults: string[]
inABrowserEach({ reducedMotion: 'reduce' }, here => {
  ;({ shop, page } = here)
  faults = watched(page)
})

test(
  'shows no fault at the till: empty, with a cart, after a sale and in its list',
  async () => {
    const counter = counterOf(page, shop.url)
    await counter.open('admin@shop.test')
    faults.push(...(await lookAt(page, 'Selvedge | Store Order')))
    await keepPicture(page, 'till')
    for (const name of ['Adwoa wide-leg jeans', 'Accra oxford shirt', 'Esi skinny jeans']) await counter.add(name)
    await page.getByRole('button', { name: '600', exact: true }).click()
    await page.getByText('Change from 600.00').waitFor()
    faults.push(...(await lookAt(page, 'Selvedge | Store Order')))
    if (process.env.PICTURE) await pictureTill()
    await keepPicture(page, 'till-cart')
    await counter.openPayment()
    await keepPicture(page, 'till-payment')
    faults.push(...(await lookAt(page, 'Selvedge | Store Order')))
    await counter.checkOut()
    await counter.says(/all sales sent/i)
    await keepPicture(page, 'till-receipt')
    faults.push(...(await lookAt(page, 'Selvedge | Store Order')))
    await page.goto(`${shop.url}/staff/till/sales`)
    await page
      .getByText(/^Synced, order #\d+/)
      .first()
      .waitFor()
    faults.push(...(await lookAt(page, 'Selvedge | Today’s sales')))
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

test('control: notices a screen that is too pale, has the wrong title, logs errors and runs foreign scripts', async () => {
  await page.goto(`${shop.url}/about`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(spoil)
  faults.push(...(await lookAt(page, 'Selvedge | Contact')))
  for (const found of [/title/, /console/, /script-src/, /color-contrast/])
    expect(faults).toContainEqual(expect.stringMatching(found))
  expect(stoppedByPolicy.splice(0)).toContainEqual(expect.stringMatching(/\/about: .*elsewhere\.test/))
})

/** The till as the README shows it. */
async function pictureTill() {
  await page.getByRole('searchbox').fill('')
  await page.mouse.move(640, 82)
  await page.waitForTimeout(500) // until nothing moves any more: it is a picture for people
  writeFileSync(
    PICTURE,
    await sharp(await page.screenshot())
      .webp({ quality: 50, effort: 6 })
      .toBuffer(),
  )
}

/** In the page. */
function spoil(): void {
  console.error('something is wrong')
  const words = document.querySelector('h1')!
  words.style.color = '#cccccc'
  words.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: 'https://elsewhere.test/x.js' }),
  )
}
