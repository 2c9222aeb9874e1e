import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#tests/support/people/books.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const JEANS = { name: 'Adwoa wide-leg jeans', barcode: '6034128000424', price: 229.99 }
const SHIRT = 'Accra oxford shirt'
const COUNTER = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const TABLETS = [
  [800, 1280],
  [1024, 768],
  [1080, 810],
  [1138, 712],
  [1280, 800],
  [1920, 1080],
] as const

let shop: Shop
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  tablet = await aTablet(shop.url, { prepare: listenToSounds })
})
beforeEach(async () => {
  const { page, counter } = tablet
  await page.setViewportSize(COUNTER)
  await page.reload()
  await counter.ready()
  await page.getByRole('button', { name: 'Reset' }).click()
  const empty = page.getByRole('button', { name: 'Empty the cart' })
  await page.getByText('The cart is empty').or(empty).first().waitFor()
  if (await empty.isVisible()) await empty.click()
  await page.getByText('The cart is empty').waitFor()
  await heard()
})
afterAll(async () => {
  await tablet.remove()
  await shop.stop()
})

/** In the page: how loud each tone begins is written down. */
const listenToSounds = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const heard: number[] = Object.assign(globalThis, { heard: [] as number[] }).heard
    const { setValueAtTime } = AudioParam.prototype
    AudioParam.prototype.setValueAtTime = function (value, at) {
      heard.push(value)
      return setValueAtTime.call(this, value, at)
    }
  })
const heard = () =>
  tablet.page.evaluate(() =>
    (globalThis as unknown as { heard: number[] }).heard.splice(0).map(volume => Math.round(volume * 1000) / 1000),
  )

const search = () => tablet.page.getByRole('searchbox', { name: 'Name, SKU or barcode' })
const rows = () => tablet.page.getByRole('region', { name: 'Products' }).getByRole('listitem')
const press = async (...keys: string[]) => {
  for (const key of keys) await tablet.page.keyboard.press(key)
}
const latest = async () =>
  (
    await sql<Record<string, unknown>>(
      shop,
      'SELECT number, account_code, tendered, reference, customer_name, customer_phone, total FROM orders WHERE sale_id IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
  )[0]!
const receipt = () => tablet.page.getByRole('article', { name: /^Receipt/ })

test('shows seven products a page, and finds one by name, SKU or barcode while it is typed', async () => {
  const { page } = tablet
  await expect.poll(() => rows().count()).toBe(7)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)
  const first = await rows().first().innerText()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => rows().first().innerText()).not.toBe(first)
  expect(await rows().count()).toBe(7)

  const [piece] = await sql<{ sku: string; barcode: string }>(
    shop,
    `SELECT sku, barcode FROM product_variations WHERE barcode = '${JEANS.barcode}'`,
  )
  for (const typed of ['adwoa wide', 'wide adwoaa', piece!.sku, piece!.sku.slice(0, -1), piece!.barcode]) {
    await search().fill('')
    await search().pressSequentially(typed, { delay: 60 })
    await expect.poll(() => rows().first().innerText()).toContain(JEANS.name)
  }
  await search().press('Enter')
  await page.getByText('Sub-total · 1 item').waitFor()
  await expect.poll(() => search().inputValue()).toBe('')
  await expect.poll(heard).toEqual([0.05])
})

test('shows how many are left of each size and colour, and one choice narrows the other', async () => {
  await search().fill(JEANS.name)
  const row = rows().filter({ hasText: JEANS.name })
  const stock = await sql<{ size: string; colour: string; n: number }>(
    shop,
    `SELECT v.size_code AS size, c.name AS colour, v.on_hand - v.reserved AS n
    FROM product_variations v JOIN products p ON p.id = v.product_id JOIN colours c ON c.code = v.colour_code
    WHERE p.name = '${JEANS.name}'`,
  )
  const shown = async (group: string) =>
    Object.fromEntries(
      (await row.getByRole('group', { name: group }).locator('label').allInnerTexts()).map(words => {
        const digits = /-?\d+/.exec(group === 'Size' ? words.replace(/^\S+/, '') : words)![0]
        return [group === 'Size' ? /^\S+/.exec(words)![0] : words.replace(digits, '').trim(), Number(digits)]
      }),
    )
  const sum = (of: 'size' | 'colour', among = stock) =>
    Object.fromEntries(
      [...new Set(among.map(row => row[of]))].map(name => [
        name,
        among.filter(row => row[of] === name).reduce((all, { n }) => all + n, 0),
      ]),
    )
  await expect.poll(() => shown('Size')).toEqual(sum('size'))
  expect(await shown('Colour')).toEqual(sum('colour'))
  const { colour, size } = stock.find(({ n }) => n > 0)!
  await row.getByRole('radio', { name: new RegExp(`^${colour}`) }).check({ force: true })
  await expect
    .poll(() => shown('Size'))
    .toEqual(
      sum(
        'size',
        stock.filter(each => each.colour === colour),
      ),
    )
  await row.getByRole('radio', { name: new RegExp(`^${size.replace(/^UK/, 'UK ')},|^${size},`) }).check({ force: true })
  await expect
    .poll(() => shown('Colour'))
    .toMatchObject(
      sum(
        'colour',
        stock.filter(each => each.size === size),
      ),
    )
})

test('finds, chooses, adds, takes cash, checks out and starts again by keyboard alone', async () => {
  const { page } = tablet
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const goTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60 && !name.test(await focused()); presses++) await press('Tab')
    expect(await focused()).toMatch(name)
  }
  await press('F2')
  await page.keyboard.type(JEANS.name, { delay: 120 })
  await expect.poll(() => rows().count()).toBe(1)
  await goTo(/left$|out of stock$/)
  await press('ArrowRight', 'Space')
  await press('Tab', 'ArrowRight', 'Space')
  await goTo(/^Add /)
  await press('Enter')
  await page.getByText('Sub-total · 1 item').waitFor()
  await goTo(/^One more /)
  await press('Enter', 'Space', 'Shift+Tab')
  await page.getByText('Sub-total · 3 items').waitFor()
  await goTo(/^Remove /)
  await goTo(/^Payment: Cash/)
  await press('Enter')
  await page.getByRole('button', { name: 'Back to items' }).waitFor()
  for (
    let presses = 0;
    presses < 20 && !(await page.getByLabel('Cash received').evaluate(box => box === document.activeElement));
    presses++
  )
    await press('Tab')
  await page.keyboard.type('700', { delay: 120 })
  await page.getByText('10.03').first().waitFor()
  await press('F9')
  await page.getByText(/Sale \S+ complete/).waitFor()
  await expect.poll(focused).toBe('New sale')
  await press('Enter')
  await page.getByText('The cart is empty').waitFor()
  await tablet.counter.says(/all sales sent/i)
  await expect.poll(latest).toMatchObject({ account_code: 'CASH', tendered: '700.00', total: '689.97' })
})

test('puts a mobile money reference and a customer on the receipt and the order', async () => {
  const { page, counter } = tablet
  await counter.add(JEANS.name)
  await counter.openPayment()
  await page.getByLabel('Cash received').fill('1000')
  for (const name of ['MTN MoMo', 'POS / Bank']) await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('radio', { name: 'MTN MoMo' }).check({ force: true })
  await page.getByLabel('Reference').fill('MM-4711')
  await page.getByLabel('Name', { exact: true }).fill('Kofi Asante')
  await page.getByLabel('Phone', { exact: true }).fill('024 123 45')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.getByText(/^Enter a valid phone number/).waitFor()
  await page.getByLabel('Phone', { exact: true }).fill('0244 123 456')
  const number = await counter.checkOut()
  for (const words of ['MM-4711', 'Kofi Asante', '024 412 3456', 'MTN MoMo', 'Abena'])
    expect(await receipt().innerText()).toContain(words)
  await counter.newSale()
  await counter.says(/all sales sent/i)
  await expect
    .poll(latest)
    .toEqual({
      number,
      account_code: 'MTN_MOBILE_MONEY',
      tendered: null,
      reference: 'MM-4711',
      customer_name: 'Kofi Asante',
      customer_phone: '+233244123456',
      total: '229.99',
    })
  await counter.openPayment()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await page.getByRole('radio', { name: 'MTN MoMo' }).check({ force: true })
  await page.getByLabel('Reference').fill('mm 4711')
  await page.getByText(`${number} of`).filter({ hasText: 'already has this reference.' }).waitFor()
})

test('plays each sound quietly enough, with one meaning, and switches it off', async () => {
  const { page, counter } = tablet
  await counter.scan('9999999999994')
  await page.getByRole('alert').filter({ hasText: 'No item has the code 9999999999994.' }).first().waitFor()
  await expect.poll(heard).toEqual([0.05, 0.05])
  await counter.add(SHIRT)
  await expect.poll(heard).toEqual([0.05])
  await page.getByRole('button', { name: 'This device' }).click()
  await page.getByRole('checkbox', { name: 'Item added' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Add ${SHIRT}` }).click()
  await page.getByText('Sub-total · 2 items').waitFor()
  await counter.checkOut()
  await expect.poll(heard).toEqual([0.05, 0.05])
})

test('prints the receipt and nothing else of the page', async () => {
  const { page, counter } = tablet
  await counter.add(SHIRT)
  await counter.checkOut()
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes'
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('yes')
  await page.emulateMedia({ media: 'print' })
  expect(
    await Promise.all(
      [
        receipt(),
        page.getByRole('banner').first(),
        page.getByRole('button', { name: 'Print' }),
        page.getByRole('button', { name: 'New sale' }),
      ].map(part => part.isVisible()),
    ),
  ).toEqual([true, false, false, false])
  await page.emulateMedia({ media: 'screen' })
})

test('has search and cart as two tabs over one total on a phone, and sells by thumb', async () => {
  const { page, counter } = tablet
  await page.setViewportSize(PHONE)
  await counter.add(SHIRT)
  const cart = page.getByRole('region', { name: 'Cart' })
  expect(await cart.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'To payment' }).click()
  await cart.getByText('Sub-total · 1 item').waitFor()
  await page.getByLabel('Cash received').waitFor()
  expect(await rows().first().isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Cart · 1' }).click()
  await page.getByRole('button', { name: /^One more/ }).click()
  await page.getByRole('button', { name: /^One less/ }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await counter.checkOut()
  await page.getByRole('button', { name: 'New sale' }).click()
  await counter.ready()
  await counter.says(/all sales sent/i)
  await expect.poll(latest).toMatchObject({ account_code: 'CASH', total: '139.99' })
})

test('covers no choice and cuts no title at the sizes of tablets, and shows six items with the payment closed', async () => {
  const { page, counter } = tablet
  for (const [width, height] of TABLETS) {
    await page.setViewportSize({ width, height })
    await rows().first().waitFor()
    expect([width, await page.evaluate(findCovered)]).toEqual([width, []])
  }
  await page.setViewportSize(COUNTER)
  const pieces = await sql<{ barcode: string }>(
    shop,
    `SELECT v.barcode FROM product_variations v JOIN products p ON p.id = v.product_id
    WHERE p.status_code = 'LIVE' AND v.barcode IS NOT NULL ORDER BY v.id LIMIT 8`,
  )
  await counter.scan(...pieces.map(({ barcode }) => barcode))
  await page.getByText('Sub-total · 8 items').waitFor()
  await expect.poll(() => page.evaluate(countLinesInSight)).toBeGreaterThanOrEqual(6)
})

test('sells three garments by five taps on a phone', async () => {
  const { page } = tablet
  await page.setViewportSize(PHONE)
  let taps = 0
  const tap = async (name: RegExp | string) => {
    taps += 1
    await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  }
  await page.getByRole('table').first().waitFor()
  const pieces = await rows()
    .getByRole('button', { name: /^Add .*, \d+ left$/ })
    .all()
  const names = await Promise.all(pieces.slice(0, 3).map(piece => piece.getAttribute('aria-label')))
  for (const name of names) await tap(name!)
  await tap('To payment')
  await tap(/^Checkout/)
  await page.getByText(/Sale \S+ complete/).waitFor()
  expect(taps).toBe(5)
  await page.getByRole('button', { name: 'New sale' }).click()
  await tablet.counter.says(/all sales sent/i)
  await expect
    .poll(() =>
      sql<{ n: number }>(
        shop,
        `SELECT COUNT(*) AS n FROM order_items WHERE order_id = (SELECT MAX(id) FROM orders WHERE sale_id IS NOT NULL)`,
      ),
    )
    .toEqual([{ n: 3 }])
})

test('opens cold without a network with the shop, its goods and its teller, and says so on the receipt', async () => {
  await tablet.browser.close()
  await tablet.reopen({ offline: true })
  const { page, counter } = tablet
  await counter.add(JEANS.name)
  await counter.openPayment()
  for (const name of ['Cash', 'MTN MoMo', 'POS / Bank'])
    expect(await page.getByRole('radio', { name, exact: true }).count()).toBe(1)
  await counter.checkOut()
  for (const words of ['Selvedge', 'Abena', JEANS.name, 'Walk-in customer', 'Accra'])
    expect(await receipt().innerText()).toContain(words)
  await page.getByRole('button', { name: 'New sale' }).click()
  expect((await counter.held()).waiting).toBe(1)
})

test("keeps only the shell on a shopper's device, and the whole till once staff sign in", async () => {
  const profile = browserProfile()
  const browser = await profile.open()
  const page = browser.pages()[0]!
  const kept = () =>
    page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
      return stores.flat().map(({ url }) => new URL(url).pathname)
    })
  const tills = (await (await fetch(`${shop.url}/till-assets.json`)).json()) as string[]
  await page.goto(shop.url)
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  const shell = await kept()
  expect([
    shell.includes('/index.html'),
    shell.some(path => path.endsWith('.js')),
    shell.filter(path => tills.includes(path)),
  ]).toEqual([true, true, []])
  await counterOf(page, shop.url).open()
  const all = await kept()
  expect(tills.filter(path => !all.includes(path))).toEqual([])
  await browser.close()
  profile.remove()
})

/** In the page: sizes and colours that are over each other, a title that is cut, and a page wider than its window. */
function findCovered(): string[] {
  const faults: string[] = []
  for (const row of document.querySelectorAll('[aria-label=Products] li')) {
    const boxes = [...row.querySelectorAll('label')].map(label => ({ label, box: label.getBoundingClientRect() }))
    for (const [index, { label, box }] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (
          Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
          Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1
        )
          faults.push(`${label.title} and ${other.label.title}`)
  }
  const title = document.querySelector('h1')!
  if (title.scrollWidth > title.clientWidth + 1) faults.push(`title: ${title.textContent}`)
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide')
  return faults
}

/** In the page: how many of the cart's lines can be seen whole. */
function countLinesInSight(): number {
  const list = document.querySelector('[aria-label=Cart] ul')!
  const sight = list.parentElement!.getBoundingClientRect()
  return [...list.children].filter(line => {
    const { top, bottom } = line.getBoundingClientRect()
    return top >= sight.top - 1 && bottom <= sight.bottom + 1
  }).length
}
