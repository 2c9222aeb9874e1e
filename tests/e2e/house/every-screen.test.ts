import type { Page } from 'playwright-core'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pageRoutes } from '#pwa/page-routes.tsx'
import { routes as windows } from '#pwa/routes.tsx'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { checkoutOf } from '#tests/support/shop/checkout.ts'
import { keepPicture, keepsPictures } from '#tests/support/browser/film.ts'
import { COUNTER, EVERY_SIZE, lookAt, shiftOf, standsStill, watchShifts } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(1_800_000)
/** What the browser says where the shop answers that nothing was paid. */
const UNPAID = /^\/checkout\/return\?order=\d+: console says .* status of 409/
/** As the server knows them. */
const routes = [...pageRoutes, ...windows]
/** What web vitals call good. */
const MOST_SHIFT = 0.1
const NARROW = { width: 320, height: 640 }
/** The screens from the first look to the parcel, which are looked at on a tablet and a usual phone too. */
const ON_THE_WAY = new Set([
  'home',
  'shop',
  'product',
  'cart',
  'checkout',
  'review',
  'pay',
  'track',
  'gift-card',
  'wishlist',
  'login',
  'orders',
  'order-completed',
  'pay-for',
])

type Screens = [name: string, path: string, title: string | RegExp][]

const GUESTS: Screens = [
  ['home', '/', 'Home'],
  ['collections', '/collections', 'Collections'],
  ['shop', '/shop', 'Shop'],
  ['new-in', '/new', 'New in'],
  ['sale', '/sale', 'Sale'],
  ['shop-category', '/shop?category=4&sort=price-high-to-low', 'Shop: Cargo Pants'],
  ['shop-search', '/shop?search=jeans', 'Shop: “jeans”'],
  ['shop-nothing', '/shop?search=zzzz', 'Shop: “zzzz”'],
  ['shared', '/share?text=cargo', 'Shop: “cargo”'],
  ['product', '/shop/product/1/ama-slim-jeans', 'Ama slim jeans'],
  ['cart-empty', '/cart', 'In Your Bag'],
  ['wishlist-empty', '/wishlist', 'Wishlist'],
  ['checkout-empty', '/checkout', 'Checkout'],
  ['about', '/about', 'About'],
  ['contact', '/contact', 'Contact'],
  ['policy-shipping', '/policy/shipping', 'Shipping Policy'],
  ['policy-returns', '/policy/returns', 'Returns Policy'],
  ['policy-privacy', '/policy/privacy', 'Privacy Policy'],
  ['gift-card', '/gift-card', 'Gift cards'],
  ['login', '/login', 'Login'],
  ['register', '/register', 'Register'],
  ['forgot-password', '/forgot-passwrd', 'Forgot password'],
  ['reset-password', `/reset-password?token=${'a'.repeat(43)}&email=ama%40mail.test`, 'New password'],
  ['reset-password-without', '/reset-password', 'New password'],
  ['confirm-email', `/confirm-email?confirm=${'a'.repeat(43)}`, 'Confirm your email'],
  ['alerts-confirm', `/alerts?confirm=${'a'.repeat(43)}`, 'Alerts'],
  ['newsletter', '/newsletter', 'Newsletter'],
  ['alerts-without', '/alerts', 'Alerts'],
  ['404', '/404', 'Page not found'],
  ['page-not-found', '/page-not-found', 'Page not found'],
  ['unknown', '/nowhere/at/all', 'Page not found'],
  ['account-as-guest', '/account-area/orders', 'Login'],
  ['staff-as-guest', '/staff/orders', 'Login'],
]

/** With a piece in the bag and one on the wishlist, and the form of checkout filled in. */
const SHOPPERS: Screens = [
  ['cart', '/cart', 'In Your Bag'],
  ['wishlist', '/wishlist', 'Wishlist'],
  ['checkout', '/checkout', 'Checkout'],
  ['review', '/checkout/review', 'Review your order'],
]

/** The link to a wishlist. */
const SHARED = 'a'.repeat(32)
/** The link to a gift card that was bought. */
const BOUGHT = 'b'.repeat(43)

const waiting = ({ order, token, link }: { order: number; token: string; link: string }): Screens => [
  ['pay', `/checkout/pay?order=${order}`, 'Pay'],
  ['pay-returned', `/checkout/return?order=${order}`, 'Pay'],
  ['track', `/orders/track/${token}`, `Order ${order}`],
  ['pay-for', `/pay/${link}`, 'Pay for someone'],
  ['gift-bought', `/gift-card/${BOUGHT}`, 'Your gift card'],
  ['wishlist-shared', `/wishlist/${SHARED}`, 'Yaa’s wishlist'],
]

/** As the demo's customer comes: with orders, but no address, and nothing sent back. */
const newcomers = (completed: number): Screens => [
  ['addresses-empty', '/account-area/addresses', 'Addresses'],
  ['address-add', '/account-area/addresses/add', 'Add Address'],
  ['refunds-empty', '/account-area/refunds', 'Refunds'],
  ['alerts-empty', '/account-area/alerts', 'Alerts'],
  ['refund-add', `/account-area/refunds/${completed}/add`, 'Request a refund'],
]

const customers = (ids: Record<'unpaid' | 'ready' | 'completed' | 'address' | 'refund', number>): Screens => [
  ['account', '/account-area', 'Your Orders'],
  ['orders', '/account-area/orders', 'Your Orders'],
  ...(['unpaid', 'ready', 'completed'] as const).map((status): Screens[number] => [
    `order-${status}`,
    `/account-area/orders/${ids[status]}/view`,
    `Order ${ids[status]}`,
  ]),
  ['refunds', '/account-area/refunds', 'Refunds'],
  ['refund', `/account-area/refunds/${ids.refund}/view`, 'Refund'],
  ['addresses', '/account-area/addresses', 'Addresses'],
  ['address-update', `/account-area/addresses/${ids.address}/update`, 'Update Address'],
  ['coupons', '/account-area/coupons', 'Coupons'],
  ['details', '/account-area/details', 'Your details'],
]

let shop: Shop
let page: Page
let faults: string[]
const { anybody } = visitorsOf(opened => {
  shop = opened
}, 1_440_000)
beforeAll(async () => {
  ;({ page, faults } = await anybody())
  await page.addInitScript(watchShifts)
})
beforeEach(() => {
  faults.length = 0
})

async function walk(screens: Screens): Promise<void> {
  for (const [name, path, title] of screens) {
    await page.goto(shop.url + path)
    await look(name, title)
  }
}

async function look(name: string, title: string | RegExp): Promise<void> {
  const whole = typeof title === 'string' ? `Selvedge | ${title}` : title
  await standsStill(page)
  const shift = await shiftOf(page)
  if (shift > MOST_SHIFT) faults.push(`${name} moves by ${shift.toFixed(3)} while it loads`)
  if (keepsPictures) return keepPicture(page, name)
  faults.push(...(await lookAt(page, whole, ON_THE_WAY.has(name) ? [NARROW, ...EVERY_SIZE] : [NARROW, COUNTER])))
}

test('walks every route for shoppers', () => {
  const walked = [
    ...GUESTS,
    ...SHOPPERS,
    ...waiting({ order: 1, token: 'x', link: 'x' }),
    ...newcomers(1),
    ...customers({ unpaid: 1, ready: 1, completed: 1, address: 1, refund: 1 }),
  ]
  expect(notWalked(routes, walked)).toEqual([])
})

test('control: names a route that nobody walks', () => {
  expect(notWalked([...routes, { path: 'lookbook/:season' }], GUESTS)).toEqual(
    expect.arrayContaining(['/lookbook/:season', '/checkout/review', '/account-area/orders/:id/view']),
  )
  expect(notWalked(routes, GUESTS)).not.toContain('/shop/product/:id/:slug?')
})

test(
  'shows a guest no fault on any screen, light and dark, from 320 px on',
  async () => {
    await walk(GUESTS)
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'shows none with a full bag, at checkout, and with an unpaid order',
  async () => {
    const shopper = checkoutOf(page, shop.url)
    await page.goto(`${shop.url}/shop/product/2`)
    await page
      .getByRole('button', { name: /wishlist/i })
      .first()
      .click()
    await shopper.buyNow()
    await shopper.fillIn()
    await shopper.deliverTo('Ashanti', /Obuasi/)
    await shopper.apply('WELCOME10')
    await shopper.review()
    await walk(SHOPPERS)
    await shopper.makePayment()
    await page.waitForURL(/\/checkout\/pay\?order=/)
    const order = Number(new URL(page.url()).searchParams.get('order'))
    const [row] = await sql<{ tracking_token: string }>(shop, `SELECT tracking_token FROM orders WHERE id = ${order}`)
    const made = await fetch(`${shop.url}/api/payments/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tracking_token: row!.tracking_token }),
    })
    const { url } = (await made.json()) as { url: string }
    await sql(
      shop,
      `INSERT INTO wishlist_links (owner_key, user_id, token)
        SELECT CONCAT('u', id), id, '${SHARED}' FROM users WHERE email = 'customer@shop.test'`,
    )
    await sql(
      shop,
      `INSERT INTO gift_purchases (token_hash, amount, recipient_email)
        VALUES (UNHEX(SHA2('${BOUGHT}', 256)), 50, 'kofi@friends.test')`,
    )
    await walk(waiting({ order, token: row!.tracking_token, link: url.split('/').at(-1)! }))
    expect(faults.filter(fault => !UNPAID.test(fault))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'shows a customer none anywhere in the account',
  async () => {
    await page.goto(`${shop.url}/login?redirect=/account-area/orders`)
    await page.getByLabel('Email', { exact: true }).fill('customer@shop.test')
    await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${shop.url}/account-area/orders`)
    const orders = await ordersOf('customer@shop.test')
    await walk(newcomers(orders.completed))
    await walk(customers({ ...orders, address: await addAddress(), refund: await askForRefund(orders.completed) }))
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'control: notices what is unnamed, too wide, headed twice or missing',
  async () => {
    await page.goto(`${shop.url}/about`)
    await standsStill(page)
    await page.evaluate(spoil)
    faults.push(...(await lookAt(page, 'Selvedge | About', [NARROW])))
    await page.goto(`${shop.url}/about`)
    await standsStill(page)
    await page.evaluate(() =>
      document.getElementById('main')!.prepend(Object.assign(document.createElement('p'), { style: 'height: 400px' })),
    )
    await expect.poll(() => shiftOf(page)).toBeGreaterThan(MOST_SHIFT)
    for (const fault of [/critical button-name/, /280 px wider than 320/, /2 headings/, /status of 404/])
      expect(faults).toContainEqual(expect.stringMatching(fault))
  },
  PATIENCE_MS,
)

/** The patterns of shoppers' routes that no screen of the list leads to. */
function notWalked(all: RouteObject[], screens: Screens): string[] {
  const walked = new Set(
    screens.map(([, path]) => patternOf(matchRoutes(all, path.split('?')[0]!)!.map(({ route }) => route))),
  )
  return leaves(all).filter(pattern => !pattern.startsWith('/staff') && !walked.has(pattern))
}

const leaves = (all: RouteObject[], above: RouteObject[] = []): string[] =>
  all.flatMap(route => (route.children ? leaves(route.children, [...above, route]) : [patternOf([...above, route])]))

const patternOf = (trail: RouteObject[]) => `/${trail.flatMap(({ path }) => path ?? []).join('/')}`

/** A customer's newest order in each status. */
async function ordersOf(email: string) {
  const rows = await sql<{ status_code: string; id: number }>(
    shop,
    `SELECT status_code, MAX(id) AS id FROM orders WHERE user_id = (SELECT id FROM users WHERE email = '${email}')
      GROUP BY status_code`,
  )
  const newest = Object.fromEntries(rows.map(({ status_code, id }) => [status_code, id]))
  return { unpaid: newest.UNPAID ?? 0, ready: newest.READY_TO_SHIP ?? 0, completed: newest.COMPLETED ?? 0 }
}

async function addAddress(): Promise<number> {
  await page.goto(`${shop.url}/account-area/addresses/add`)
  for (const [name, words] of [
    ['First name', 'Yaa'],
    ['Last name', 'Darko'],
    ['Phone', '026 411 1004'],
    ['Address', 'House 5, behind the blue kiosk'],
  ])
    await page.getByLabel(name!, { exact: true }).fill(words!)
  await page.getByLabel('Region').selectOption({ label: 'Greater Accra' })
  await page.getByRole('button', { name: 'Add Address' }).click()
  await page.getByText('Address added.').waitFor()
  return idIn(await page.getByRole('link', { name: /^Change/ }).getAttribute('href'))
}

async function askForRefund(order: number): Promise<number> {
  await page.goto(`${shop.url}/account-area/refunds/${order}/add`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(/\/refunds\/\d+\/view$/)
  return idIn(page.url())
}

const idIn = (address: string | null) => Number(/\d+(?=\/(view|update)$)/.exec(address ?? '')?.[0])

/** In the page. */
function spoil(): void {
  const wide = Object.assign(document.createElement('div'), {
    innerHTML: '<h1>Sale</h1><button></button><img src="/nowhere.webp" alt="">',
  })
  wide.style.width = '600px'
  document.body.append(wide)
}
