import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { keepPicture, keepsPictures } from '#tests/support/browser/film.ts'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { counterOf } from '#tests/support/counter/counter.ts'
import { patience } from '#tests/support/patience.ts'
import { crookedOn } from '#tests/support/layout/crooked.ts'
import { lookAt, standsStill } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { addressesOf, keepAShift, patternsOf, sellGiftCard } from '#tests/support/routes/staff-addresses.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(1_800_000)
const ANY_TITLE = /^Selvedge \| (?!Page not found)/

let shop: Shop
let page: Page
let faults: string[]
const { anybody } = visitorsOf(opened => {
  shop = opened
}, 1_440_000)
beforeAll(async () => {
  ;({ page, faults } = await anybody())
  await counterOf(page, shop.url).open('owner@shop.test')
})

test(
  'shows an owner no fault on any screen of the back office, in both themes, at the counter and on a phone',
  async () => {
    await sellGiftCard(shop)
    await keepAShift(shop)
    for (const [pattern, title] of patternsOf(staffRoutes))
      for (const path of await addressesOf(shop, pattern))
        await look(path, pattern.includes(':') ? ANY_TITLE : `Selvedge | ${title}`)
    await look('/staff/orders?status_code=ANY', 'Selvedge | Orders')
    await look('/staff/products?search=zzzz', 'Selvedge | Products')
    await look('/', 'Selvedge | Home')
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

test('control: notices an address without a screen', async () => {
  faults.length = 0
  await look('/staff/nowhere', ANY_TITLE)
  expect(faults).toContainEqual('/staff/nowhere leads to no screen')
})

test('control: notices a table that leaves its box, a squeezed icon and a broken amount', async () => {
  await page.goto(`${shop.url}/staff`)
  await standsStill(page)
  await page.evaluate(spoil)
  const found = await crookedOn(page)
  for (const fault of [
    /leaves its box by 140 px at 1280/,
    /5\.0 of 20 px wide at 390/,
    /579\.58 is on two lines at 1280/,
  ])
    expect(found).toContainEqual(expect.stringMatching(fault))
})

async function look(path: string, title: string | RegExp): Promise<void> {
  await page.goto(shop.url + path)
  if (keepsPictures) return keepPicture(page, path.slice(1).replace(/\W+/g, '-'))
  faults.push(...(await lookAt(page, title)), ...(await crookedOn(page)))
  if (path.includes('/missing')) faults.push(`${path} has no row to look at`)
  if ((await page.title()).endsWith('Page not found')) faults.push(`${path} leads to no screen`)
}

/** In the page, whose policy runs no styles from a text. */
function spoil(): void {
  const styled = (tag: string, style: string, text = '') => {
    const element = Object.assign(
      document.createElementNS(tag === 'svg' ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml', tag),
      { textContent: text },
    ) as HTMLElement
    element.style.cssText = style
    return element
  }
  const box = styled('div', 'width: 60px')
  const table = styled('table', 'width: 200px')
  table.innerHTML = '<tr><td>Total</td></tr>'
  const icon = styled('svg', 'max-width: 5px')
  icon.setAttribute('class', 'lucide')
  icon.setAttribute('width', '20')
  box.append(table, icon, styled('p', 'overflow-wrap: anywhere', 'GH₵\u00A0579.58'))
  document.querySelector('main')!.append(box)
}
