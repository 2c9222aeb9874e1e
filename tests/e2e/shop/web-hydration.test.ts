import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, isAlive } from '#tests/support/database/alive.ts'
import { patience } from '#tests/support/patience.ts'
import { sql } from '#tests/support/people/books.ts'
import { JEANS } from '#tests/support/shop/checkout.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { serveEmptyPage } from '#tests/support/server/foreign-page.ts'
import { anOrderAt } from '#tests/support/shop/guest-over-http.ts'
import { shiftOf, watchShifts } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** Of somebody abroad: nothing that the server draws hangs on where its clocks are. */
const PHONE = {
  timezoneId: 'Asia/Kolkata',
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1.75,
}
const PAGES = [
  '/',
  '/shop',
  '/shop?category=4&size=UK10&sort=popularity',
  '/sale?in_stock=1&sort=best-sellers',
  '/shop?search=jaens',
  '/shop/product/1/ama-slim-jeans',
  '/collections',
  '/about',
  '/contact',
  '/policy/shipping',
  '/policy/returns',
  '/policy/privacy',
  '/gift-card',
  '/login?redirect=%2Fabout',
  '/register',
  '/forgot-passwrd',
  '/cart',
  '/wishlist',
  '/checkout',
  '/checkout/review',
  '/reset-password?token=x&email=ama%40mail.test',
  '/reset-password',
]
const MOST_SHIFT = 0.01

let shop: Shop
let browser: BrowserContext
let page: Page
let faults: string[]
let calls: string[]
// Every visit is a first one: without the worker the page comes from the server.
inABrowserEach({ ...PHONE, serviceWorkers: 'block' }, async here => {
  ;({ shop, browser, page } = here)
  faults = []
  calls = []
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', error => faults.push(error.message))
  page.on('request', request => {
    if (request.method() === 'GET') calls.push(new URL(request.url()).pathname)
  })
  await page.addInitScript(watchShifts)
})

const shifted = () => shiftOf(page)

/** React has taken over what the server drew, or has drawn it. */
async function open(path: string) {
  await page.goto(shop.url + path)
  await isAlive(page)
  await page.waitForLoadState('networkidle')
}

test('brings every public page to life as the server drew it, without errors, jumps or repeated requests', async () => {
  for (const path of PAGES) {
    await open(path)
    expect([path, faults, calls.filter(call => call.startsWith('/api/'))]).toEqual([path, [], []])
    expect(await shifted()).toBeLessThan(MOST_SHIFT)
  }
})

test('brings an order by its link to life as the server drew it, in every status', async () => {
  const { id, path } = await anOrderAt(shop.url, {
    delivery_method_code: 'delivery',
    shipping_country_code: 'GH',
    shipping_region_code: 'GH-AA',
    shipping_address: 'Behind the bank, Osu',
  })
  const states = {
    [`status_code = 'UNPAID'`]: 'left to pay',
    [`status_code = 'PROCESSING', paid_at = NOW(3)`]: 'What happens next',
    [`status_code = 'COMPLETED', completed_at = NOW(3)`]: 'Receipt as PDF',
    [`status_code = 'CANCELLED'`]: 'Go to the shop',
  }
  for (const [state, words] of Object.entries(states)) {
    await sql(shop, `UPDATE orders SET ${state} WHERE id = ${id}`)
    const told = await (await fetch(shop.url + path, { headers: { accept: 'text/html' } })).text()
    calls.length = 0
    await open(path)
    expect([state, told.includes(words), faults, calls.filter(call => call.startsWith('/api/'))]).toEqual([
      state,
      true,
      [],
      [],
    ])
    expect(await shifted()).toBeLessThan(MOST_SHIFT)
  }
  expect(await page.title()).toBe(`Selvedge | Order ${id}`)
})

test('counts a view of a drawn page once per browser and day', async () => {
  const views = async () =>
    ((await (await fetch(`${shop.url}/api/products/2`)).json()) as { product: { views: number } }).product.views
  const before = await views()
  const told: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') told.push(new URL(request.url()).pathname)
  })
  for (let visit = 0; visit < 2; visit++) await open('/shop/product/2/jeans')
  await expect.poll(views, { timeout: patience(45_000) }).toBe(before + 1)
  await expect.poll(() => told).toEqual(['/api/products/2/views', '/api/products/2/views'])
  expect((await browser.cookies()).filter(({ name }) => name === 'visitor')).toHaveLength(1)
})

const EMPTY = 'Your Cart Is Empty'

/** Puts a pair of jeans into the bag, and waits until the shop has it. */
async function fillBag(): Promise<void> {
  await open(JEANS.path)
  await choose(page, JEANS.colour)
  await choose(page, JEANS.size)
  await page.getByRole('button', { name: 'Add to Shopping Bag' }).first().click()
  await page.getByRole('link', { name: 'Cart, 1 in it' }).waitFor()
}

/** Goes to a page by a link on another site, and gives what the server answered. */
async function comeFromElsewhere(path: string): Promise<string> {
  const elsewhere = await serveEmptyPage()
  try {
    await page.goto(`http://localhost:${elsewhere.port}/`)
    await page.evaluate(
      href => document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'To the shop' })),
      shop.url + path,
    )
    const [reply] = await Promise.all([page.waitForResponse(shop.url + path), page.getByText('To the shop').click()])
    return await reply.text()
  } finally {
    elsewhere.stop()
  }
}

test('never shows a full bag as empty: on a reload, by a link from elsewhere, or when the server has no session', async () => {
  await fillBag()
  const goods = page.getByText('Ama Slim Jeans').first()
  for (const path of ['/cart', '/checkout']) {
    calls.length = 0
    const reply = await page.goto(shop.url + path)
    expect([path, /ama slim jeans|Your Cart Is Empty|Add Products to Begin/i.test(await reply!.text())]).toEqual([
      path,
      false,
    ])
    await goods.waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    expect([path, calls.filter(call => call.startsWith('/api/')).toSorted()]).toEqual([
      path,
      ['/api/cart', '/api/wishlist'],
    ])
    expect(await shifted()).toBeLessThan(MOST_SHIFT)
  }
  expect(await comeFromElsewhere('/cart')).not.toContain(EMPTY)
  await goods.waitFor()
  expect(faults).toEqual([])

  // As by a browser that says nothing of where it comes from, and keeps its cookie to itself.
  await page.route(`${shop.url}/cart`, async route =>
    route.fulfill({
      contentType: 'text/html',
      body: await (await fetch(`${shop.url}/cart`, { headers: { accept: 'text/html' } })).text(),
    }),
  )
  const reply = await page.goto(`${shop.url}/cart`)
  expect(await reply!.text()).toContain(EMPTY)
  await goods.waitFor()
  expect([await page.getByText(EMPTY).count(), faults]).toEqual([0, []])
})

test('tells a visitor from elsewhere with an empty bag so soon, though the server could not know', async () => {
  expect(await comeFromElsewhere('/cart')).not.toContain(EMPTY)
  await page.getByText(EMPTY).waitFor()
  expect([faults, calls.filter(call => call.startsWith('/api/'))]).toEqual([[], []])
})

/** What only the code of the back office, of the till and of its outbox has in it. */
const BACK_OFFICES = [/\/api\/staff\//, /\/api\/sync\/push/, /Dexie/]

test('loads nothing of the till or the back office for shoppers', async () => {
  const sources = new Map<string, string>()
  page.on('response', reply => {
    const { pathname } = new URL(reply.url())
    if (pathname.endsWith('.js'))
      void reply.text().then(
        text => sources.set(pathname, text),
        () => {},
      )
  })
  for (const path of PAGES) await open(path)
  const tills = (await (await fetch(`${shop.url}/till-assets.json`)).json()) as string[]
  expect(tills.length).toBeGreaterThan(10)
  // The worker fetches each file alone.
  expect(tills.length).toBeLessThan(150)
  // The writer of barcodes is fetched when labels are printed.
  expect(tills.filter(file => file.includes('labels-form'))).toEqual([])
  expect(calls.filter(call => call.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(calls.filter(call => tills.includes(call))).toEqual([])
  // Nor in a file that is called the shop's own.
  const scripts = new Set(calls.filter(call => /^\/assets\/.*\.js$/.test(call)))
  await expect.poll(() => [...scripts].filter(script => !sources.has(script))).toEqual([])
  for (const script of scripts)
    expect([script, BACK_OFFICES.filter(words => words.test(sources.get(script)!))]).toEqual([script, []])
  const theirs = (
    await Promise.all(
      tills.filter(path => path.endsWith('.js')).map(async path => (await fetch(shop.url + path)).text()),
    )
  ).join('\n')
  for (const words of BACK_OFFICES) expect(theirs).toMatch(words)
})

/** Keeps the page from coming alive; what is returned lets it. */
async function holdScripts(): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(/\/assets\/index-[^/]*\.js/, async route => {
    await held
    await route.continue()
  })
  return letGo
}

test("does a button's work once the page is alive when it was pressed before", async () => {
  const letGo = await holdScripts()
  await page.goto(shop.url, { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Search' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  letGo()
  await page.getByRole('dialog', { name: 'Search for Product.' }).waitFor()
})

test('sends a form once when it was sent before the page is alive, with no password in an address', async () => {
  const letGo = await holdScripts()
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${shop.url}/login?redirect=/about`, { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email', { exact: true }).fill('customer@shop.test')
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.keyboard.press('Enter')
  expect([page.url(), posts]).toEqual([`${shop.url}/login?redirect=/about`, []])
  letGo()
  await page.waitForURL(`${shop.url}/about`)
  expect(posts.filter(path => /login/.test(path))).toEqual(['/api/login'])
})

test("keeps a browser's install offer that comes before the page is alive", async () => {
  const letGo = await holdScripts()
  await page.addInitScript(() => {
    addEventListener('beforeinstallprompt', event => {
      if ('ours' in event) Object.assign(window, { offers: Number(Reflect.get(window, 'offers') ?? 0) + 1 })
    })
  })
  await page.goto(shop.url, { waitUntil: 'domcontentloaded' })
  const isHeldBack = await page.evaluate(
    () => !dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { ours: true })),
  )
  expect([isHeldBack, await page.evaluate(() => Reflect.get(window, 'offers') as number)]).toEqual([true, 1])
  letGo()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'offers') as number)).toBe(2)
})

test("brings a page to life without slow reads of the browser's number, date and language data", async () => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    for (const name of [
      'NumberFormat',
      'DateTimeFormat',
      'Collator',
      'PluralRules',
      'RelativeTimeFormat',
      'ListFormat',
    ] as const)
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct: (target, args, given) => {
            asked.push(name)
            return Reflect.construct(target, args, given) as object
          },
        }),
      )
  })
  for (const path of ['/', '/shop', '/shop/product/1/ama-slim-jeans']) {
    await open(path)
    expect([path, await page.evaluate(() => Reflect.get(window, 'asked') as string[])]).toEqual([path, []])
  }
})

test('brings the worker on a first visit, however late its scripts come', async () => {
  const visitor = browserProfile()
  const visit = await visitor.open(PHONE)
  const first = await visit.newPage()
  await first.goto(shop.url)
  await first.waitForLoadState('load')
  await expect
    .poll(() => first.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? null), {
      timeout: patience(180_000),
    })
    .toBe('activated') // it fetches all of the shop first
  await visit.close()
  visitor.remove()
})

test("restores a long list's length and place after a reload", async () => {
  await open('/shop')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => page.locator('article').count()).toBe(24)
  await page.locator('article').nth(20).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  await page.reload()
  await expect.poll(() => page.locator('article').count()).toBe(24)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(5)
  expect(faults).toEqual([])
})

test('leads from an unknown product to the page that says so', async () => {
  await open('/shop/product/999999/jeans')
  await expect
    .poll(async () => [new URL(page.url()).pathname, await page.title()])
    .toEqual(['/404', 'Selvedge | Page not found'])
  expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
})

test('control: notices a page that differs from its screens and one that jumps', async () => {
  await page.route(shop.url + '/about', async route => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace('Our story</h1>', 'Their story</h1>') })
  })
  await open('/about')
  expect(faults.join()).toMatch(/hydrat|#418/i)
  await page.evaluate(() =>
    document.getElementById('main')!.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' })),
  )
  await expect.poll(shifted).toBeGreaterThan(MOST_SHIFT)
})

test('shows goods, a word about it and no dead button when JavaScript is off', async () => {
  const devtools = await browser.newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  for (const path of ['/', '/shop', JEANS.path]) {
    await page.goto(shop.url + path)
    await page.locator('noscript').waitFor()
    expect([path, await page.locator('button:visible:not(:has(img))').count()]).toEqual([path, 0])
  }
  await page.locator('#main img').first().waitFor()
  await page.goto(shop.url + '/shop')
  await page.locator('a[href="/shop?shown=24"]').click()
  await expect.poll(() => page.locator('article').count()).toBe(24)
})
