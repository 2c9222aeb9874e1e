import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPicture } from '#tests/support/browser/film.ts'
import { booksOf, type Books } from '#tests/support/people/books.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const SHIRT = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books
beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

const button = (name: string | RegExp) => tablet.page.getByRole('button', { name, exact: true })
const items = (count: string) => tablet.page.getByText(`Sub-total · ${count}`).waitFor()

async function park(name: string): Promise<void> {
  await button('Park').click()
  const dialog = tablet.page.getByRole('dialog', { name: 'Park this sale' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
  await dialog.getByRole('button', { name: 'Park' }).click()
  await items('0 items')
}

async function resume(name: string): Promise<void> {
  await button(/^Parked \(/).click()
  await keepPicture(tablet.page, 'till-parked')
  await button(`Resume ${name}`).click()
}

test('keeps a parked sale through a dead battery, lets one tab have it, and sells it once the customer is back', async () => {
  gateway.cut()
  await tablet.counter.scan(SHIRT, SHIRT)
  await items('2 items')
  await park('Ama, blue scarf')
  await tablet.counter.scan(SHIRT)
  await items('1 item')
  await tablet.counter.checkOut()
  await tablet.counter.newSale()

  await tablet.kill()
  await tablet.reopen()
  await items('0 items')
  await button('Parked (1)').waitFor()

  // A sale that is open gives way, and is not lost.
  await tablet.counter.scan(SHIRT, SHIRT, SHIRT)
  await items('3 items')
  await resume('Ama, blue scarf')
  await items('2 items')
  await button('Parked (1)').waitFor()

  if (process.env.LOOK) await tablet.page.screenshot({ path: '/tmp/dp/parked-1.png' })
  const other = await tablet.tab()
  await other.page.getByRole('button', { name: 'Parked (1)' }).click()
  const row = other.page.getByRole('listitem').filter({ hasText: '3 items' })
  await row.getByRole('button', { name: /^Resume/ }).click()
  await other.page.getByText('Sub-total · 3 items').waitFor()
  await other.checkOut()
  await other.page.close()
  await tablet.counter.checkOut()
  await tablet.counter.newSale()
  expect((await tablet.counter.held()).sales.map(({ total }) => total).sort((a, b) => a - b)).toHaveLength(3)

  gateway.mend()
  await tablet.counter.sendNow()
  await tablet.counter.sent()
  const { orders, doubled, broken } = await booksOf(shop)
  expect([orders - before.orders, doubled, broken]).toEqual([3, [], []])
})

test('deletes a parked sale only after a second question', async () => {
  await tablet.counter.scan(SHIRT)
  await items('1 item')
  await park('Kofi')
  await button('Parked (1)').click()
  await button('Delete Kofi').click()
  if (process.env.LOOK) await tablet.page.screenshot({ path: '/tmp/dp/parked-2.png' })
  await button('Keep it').click()
  await button('Resume Kofi').waitFor()
  await button('Delete Kofi').click()
  await button('Delete').click()
  await tablet.page.getByText('No sale is parked on this device.').waitFor()
})
