import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { placesFor } from '#pwa/staff/places.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { lookAt } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf, type Visitor } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(720_000)
/** One size of the slim jeans. */
const BARCODE = '6034128000011'
/** What a manager has: products and orders with all that belongs to them, refunds, the till and its exceptions. */
const OWN = [
  'Desk',
  'Store Order',
  'Today’s sales',
  'Orders',
  'Refunds',
  'Gift cards',
  'Cash counts',
  'Shifts',
  'Products',
  'Stock',
  'Exceptions',
  'Reviews',
  'Searches without results',
]
const ABOVE = placesFor(MANAGEMENT)
  .filter(({ clearance }) => clearance > STAFF)
  .flatMap(({ places }) => places)

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
})

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()
const go = (page: Page, path: string) => page.goto(`${shop.url}/staff/${path}`)
const first = async <Row extends object>(text: string) => (await sql<Row>(shop, `${text} LIMIT 1`))[0]!
const jeans = () =>
  first<{ id: number; product_id: number; category_id: number; on_hand: number; name: string }>(
    `SELECT v.id, v.product_id, p.category_id, v.on_hand, p.name FROM product_variations v
      JOIN products p ON p.id = v.product_id WHERE v.barcode = '${BARCODE}'`,
  )

/** What is wrong with a screen, a door among it that would be shut. */
async function look({ page, faults }: Visitor, title: string | RegExp): Promise<void> {
  faults.push(...(await lookAt(page, title)))
  const shut = new Set(ABOVE.map(({ to }) => placeIn(to)))
  const doors = await page
    .locator('a[href^="/staff/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')!))
  faults.push(...doors.filter(door => shut.has(placeIn(door))).map(door => `${page.url()} leads to ${door}`))
}
const placeIn = (path: string) => path.split(/[/?]/)[2]

test(
  'lets a manager work an order, take something back, price, receive and count goods, and nothing above that',
  async () => {
    const manager = await somebody('manager@shop.test', '/staff')
    const { page } = manager
    const counter = counterOf(page, shop.url)
    const places = () => page.getByRole('navigation', { name: 'Staff' }).getByRole('link').allInnerTexts()
    await says(page, 'Waiting for you')
    expect(await places()).toEqual(OWN)
    await look(manager, 'Selvedge | Desk')

    const order = await first<{ id: number }>(
      "SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email = 'customer@shop.test' AND o.status_code = 'PROCESSING' ORDER BY o.id DESC",
    )
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').fill('026 411 1004')
    const found = palette.getByRole('option').filter({ hasText: `Order ${order.id}` })
    await found.filter({ hasText: 'Yaa Darko' }).waitFor()
    expect(await palette.getByRole('group', { name: 'Customers' }).count()).toBe(0)
    await found.click()
    await page.waitForURL(`${shop.url}/staff/orders/${order.id}/view`)
    await press(page, 'Mark as Ready To Ship or Deliver')
    await press(page, 'Mark as Completed')
    await page.getByRole('button', { name: 'Mark as Completed' }).waitFor({ state: 'detached' })
    await page.getByText('History', { exact: true }).click()
    await says(page, 'Status Ready to ship became Completed')
    await look(manager, `Selvedge | Order ${order.id}`)

    await page.getByRole('link', { name: 'New Refund' }).click()
    await page.getByRole('checkbox').first().check()
    await look(manager, 'Selvedge | New Refund')
    await press(page, 'Send request')
    await press(page, 'Approve')
    await press(page, /^Refund GH₵/)
    await page.getByRole('radio', { name: 'Back on the shelf' }).check()
    await press(page, 'Mark as received')
    await says(page, 'Nothing. Refund and items are settled.')
    await look(manager, /^Selvedge \| Refund #\d+$/)

    const before = await jeans()
    await go(page, `products?search=${BARCODE}`)
    await page.getByRole('link', { name: before.name }).first().waitFor()
    await look(manager, 'Selvedge | Products')
    await go(page, `products/${before.product_id}/view`)
    await page.getByLabel('Price, GH₵').fill('219.50')
    await press(page, 'Update Product Details')
    await says(page, 'Product updated.')
    expect(
      Number(
        (await first<{ price: string }>(`SELECT retail_price AS price FROM products WHERE id = ${before.product_id}`))
          .price,
      ),
    ).toBe(219.5)
    await look(manager, `Selvedge | ${before.name}`)

    await go(page, 'stock/receive')
    await says(page, 'Scan the first item')
    await counter.scan(BARCODE, BARCODE)
    await press(page, 'Receive 2 Pieces')
    await says(page, /received by Abena Owusu/)
    await look(manager, 'Selvedge | Goods Receipt')
    expect((await jeans()).on_hand).toBe(before.on_hand + 2)

    await go(page, 'stock/counts')
    await page.getByRole('button', { name: 'New Count' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('The front table')
    await page.getByLabel('Scope').selectOption(String(before.category_id))
    await press(page, 'Start Counting')
    await page.getByRole('heading', { name: 'The front table' }).waitFor()
    await counter.scan(BARCODE)
    await page.getByRole('region', { name: 'Scan' }).getByText(before.name).first().waitFor()
    await page.getByLabel('Pieces to add').fill(String(before.on_hand + 1))
    await page.getByRole('form', { name: 'Several' }).getByRole('button', { name: 'Add' }).click()
    await page
      .getByRole('region', { name: 'Scan' })
      .getByText(String(before.on_hand + 2), { exact: true })
      .waitFor()
    await press(page, 'Check the Count')
    await press(page, 'Close the Count')
    await page.getByRole('dialog').getByRole('button', { name: 'Close the Count' }).click()
    await says(page, 'Count closed. The differences are booked.')
    await look(manager, 'Selvedge | The front table')
    expect((await jeans()).on_hand).toBe(before.on_hand + 2)

    for (const { to } of [...ABOVE, { to: '/staff/users/add' }, { to: '/staff/coupons/add' }]) {
      await page.goto(shop.url + to)
      await page.waitForURL(`${shop.url}/404`)
      await page.getByRole('heading', { name: 'Page not found.' }).waitFor()
    }
    await look(manager, 'Selvedge | Page not found')
    expect(await places()).toEqual(OWN)
    expect([(await booksOf(shop)).broken, manager.faults]).toEqual([[], []])
  },
  PATIENCE_MS,
)

test('refuses a manager on the server exactly what is above a manager', async () => {
  const send = (method: string, path: string, { token, body }: { token?: string; body?: object } = {}) =>
    fetch(`${shop.url}/api/${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
  const { token } = (await (
    await send('POST', 'login', { body: { email: 'manager@shop.test', password: 'Demo-1234' } })
  ).json()) as { token: string }
  const answers = async (method: string, paths: readonly string[], body?: object) => {
    const all: [string, number][] = []
    for (const path of paths)
      all.push([path, (await send(method, `staff/${path}`, { token, ...(body && { body }) })).status])
    return all
  }
  const each = (paths: readonly string[], status: number) => paths.map(path => [path, status])

  const open = [
    'products',
    'orders',
    'refunds',
    'exceptions',
    'accounts',
    'categories',
    'sizes',
    'colours',
    'stock',
    'dashboard',
    'search?text=026+411+1004',
  ]
  const shut = [
    'users',
    'users/1',
    'roles',
    'countries',
    'regions',
    'delivery-zones',
    'coupons',
    'settings',
    'transactions',
    'changes',
    'imports',
    'jobs',
  ]
  const unwritable = [
    'users',
    'users/4/end-sessions',
    'users/4/invite',
    'categories',
    'colours',
    'sizes',
    'countries',
    'regions',
    'delivery-zones',
    'coupons',
    'settings',
    'transactions',
  ]
  const unchangeable = ['users/4', 'categories', 'colours/1', 'sizes/1', 'coupons/1', 'settings/1', 'tills/1']
  const was = await sql(shop, 'SELECT id, name, status_code, role_code, updated_at FROM users ORDER BY id')
  expect(await answers('GET', open)).toEqual(each(open, 200))
  expect(await answers('GET', shut)).toEqual(each(shut, 403))
  expect(
    await answers('POST', unwritable, { name: 'Mine', code: 'MINE', role_code: 'MANAGER', email: 'mine@shop.test' }),
  ).toEqual(each(unwritable, 403))
  expect(await answers('PATCH', unchangeable, { name: 'Mine', status_code: 'REVOKED' })).toEqual(
    each(unchangeable, 403),
  )
  expect(await sql(shop, 'SELECT id, name, status_code, role_code, updated_at FROM users ORDER BY id')).toEqual(was)
  expect(
    ((await (await send('GET', 'staff/search?text=026+411+1004', { token })).json()) as { customers: object[] })
      .customers,
  ).toEqual([])
})
