import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { standsStill } from '#tests/support/browser/look.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { coveredOn } from '#tests/support/layout/covered.ts'
import { patternsOf } from '#tests/support/routes/staff-addresses.ts'
import type { Shop } from '#tests/support/server/server.ts'

let shop: Shop
let page: Page
const { anybody } = visitorsOf(opened => {
  shop = opened
})
beforeAll(async () => {
  ;({ page } = await anybody())
  await counterOf(page, shop.url).open('owner@shop.test')
})

/** Goes to each address in turn. Returns what is covered there at any size of a tablet. */
async function coveredAt(paths: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(shop.url + path)
    await standsStill(page)
    faults.push(...(await coveredOn(page)))
  }
  return faults
}

test('covers no control of the till on a tablet, with goods of many choices, a cart, its payment and a toast', async () => {
  const counter = counterOf(page, shop.url)
  await page.goto(`${shop.url}/staff/orders/add`)
  await counter.ready()
  const faults: string[] = []
  const next = page.getByRole('button', { name: 'Next page' })
  for (;;) {
    faults.push(...(await coveredOn(page)))
    if (!(await next.isEnabled())) break
    await next.click()
  }
  await counter.add('Adwoa wide-leg jeans', 2)
  faults.push(...(await coveredOn(page)))
  await counter.openPayment()
  faults.push(...(await coveredOn(page)))
  await counter.checkOut()
  faults.push(...(await coveredOn(page)))
  await counter.newSale()
  faults.push(...(await coveredAt(['/staff/till/sales', '/staff/till'])))
  expect(faults).toEqual([])
})

test('covers no control of the shop on a tablet', async () => {
  expect(await coveredAt(['/', '/shop', '/shop/product/1/ama-slim-jeans', '/cart', '/wishlist', '/checkout'])).toEqual(
    [],
  )
})

test('covers no control of a list or form of the back office on a tablet', async () => {
  const places = patternsOf(staffRoutes).flatMap(([pattern]) => (pattern.includes(':') ? [] : [`/staff/${pattern}`]))
  expect(await coveredAt(places)).toEqual([])
})

test('shows the whole name of the shop on a tablet, to a guest and to staff', async () => {
  const guest = (await anybody()).page
  const cut: string[] = []
  for (const [who, visitor] of [
    ['guest', guest],
    ['owner', page],
  ] as const)
    for (const width of [720, 768, 800, 834]) {
      await visitor.setViewportSize({ width, height: 1100 })
      await visitor.goto(`${shop.url}/shop`)
      await standsStill(visitor)
      const hidden = await visitor
        .getByRole('banner')
        .getByRole('link', { name: 'Selvedge' })
        .locator('span')
        .evaluate(name => name.scrollWidth - name.clientWidth)
      if (hidden > 0) cut.push(`${hidden} px of the name are cut at ${width} for the ${who}`)
    }
  expect(cut).toEqual([])
})

test('control: notices a button under another and one that leaves the window', async () => {
  await page.goto(`${shop.url}/about`)
  await standsStill(page)
  await page.evaluate(() => {
    for (const [text, style] of [
      ['Under', 'position: fixed; top: 200px; left: 200px; width: 100px; height: 60px; z-index: 90'],
      [
        'Over',
        'position: fixed; top: 220px; left: 240px; width: 100px; height: 60px; z-index: 91; pointer-events: none',
      ],
      ['Gone', 'position: fixed; top: 200px; left: 9000px; width: 100px; height: 60px'],
    ] as const) {
      const button = Object.assign(document.createElement('button'), { textContent: text })
      button.style.cssText = style
      document.body.append(button)
    }
  })
  expect(await coveredOn(page, [{ width: 1024, height: 768 }])).toEqual([
    '/about: “Over” covers “Under” at 1024×768',
    '/about: “Gone” cannot be scrolled to at 1024×768',
  ])
})
