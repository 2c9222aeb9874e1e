import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#tests/support/books.ts'
import { browserProfile } from '#tests/support/chromium.ts'
import { counterOf } from '#tests/support/counter.ts'
import { startShop, type Shop } from '#tests/support/server.ts'
import { aTablet, type Tablet } from '#tests/support/tablet.ts'

const JEANS = { name: 'Adwoa wide-leg jeans', barcode: '6034128000424', price: 229.99 }
const SHIRT = 'Accra oxford shirt'
const COUNTER = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

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

test('seven products stand on a page, more on the next, and a name, a SKU or a barcode finds its own while it is typed', async () => {
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

test('each size and each colour shows how many are left, and one that is chosen narrows the other', async () => {
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

test('by the keyboard alone she finds, chooses, adds, takes the cash, checks out and begins anew', async () => {
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
  await goTo(/left$|none left$/)
  await press('ArrowRight', 'Space')
  await press('Tab', 'ArrowRight', 'Space')
  await goTo(/^Add /)
  await press('Enter')
  await page.getByText('Sub-total · 1 item').waitFor()
  await goTo(/^One more /)
  await press('Enter', 'Space', 'Shift+Tab')
  await page.getByText('Sub-total · 3 items').waitFor()
  await goTo(/^Remove /)
  for (
    let presses = 0;
    presses < 20 && !(await page.getByLabel('Cash received').evaluate(box => box === document.activeElement));
    presses++
  )
    await press('Tab')
  await page.keyboard.type('700', { delay: 120 })
  await page.getByText('10.03').first().waitFor()
  await press('F9')
  await page.getByText(/Sale \S+ done/).waitFor()
  await expect.poll(focused).toBe('New sale')
  await press('Enter')
  await page.getByText('The cart is empty').waitFor()
  await tablet.counter.says(/all sales sent/i)
  await expect.poll(latest).toMatchObject({ account_code: 'CASH', tendered: '700.00', total: '689.97' })
})

test('mobile money takes a reference and a customer, who stand on the receipt and in the order', async () => {
  const { page, counter } = tablet
  await counter.add(JEANS.name)
  await page.getByLabel('Cash received').fill('1000')
  for (const name of ['MTN MoMo', 'POS / Bank']) await page.getByRole('radio', { name }).check({ force: true })
  await page.getByRole('radio', { name: 'MTN MoMo' }).check({ force: true })
  await page.getByLabel('Reference').fill('MM-4711')
  await page.getByText('Customer (optional)').click()
  await page.getByLabel('Name', { exact: true }).fill('Kofi Asante')
  await page.getByLabel('Phone', { exact: true }).fill('0244 123 456')
  const number = await counter.checkOut()
  for (const words of ['MM-4711', 'Kofi Asante', 'MTN MoMo', 'Abena'])
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
      customer_phone: '0244 123 456',
      total: '229.99',
    })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
})

test('each sound is as loud as it may be and no louder, says one thing, and can be switched off', async () => {
  const { page, counter } = tablet
  await counter.scan('9999999999994')
  await page.getByRole('alert').filter({ hasText: 'No item has the code 9999999999994.' }).first().waitFor()
  await expect.poll(heard).toEqual([0.05, 0.05])
  await counter.add(SHIRT)
  await expect.poll(heard).toEqual([0.05])
  await page.getByRole('button', { name: 'Sounds' }).click()
  await page.getByRole('checkbox', { name: 'Item added' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Add ${SHIRT}` }).click()
  await page.getByText('Sub-total · 2 items').waitFor()
  await counter.checkOut()
  await expect.poll(heard).toEqual([0.05, 0.05])
})

test('the print dialog gets the receipt and nothing else of the page', async () => {
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

test('on a phone, search and cart are two tabs over one total, and a sale is rung up by thumb', async () => {
  const { page, counter } = tablet
  await page.setViewportSize(PHONE)
  await counter.add(SHIRT)
  const cart = page.getByRole('region', { name: 'Cart' })
  expect(await cart.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'To payment' }).click()
  await cart.getByText('Sub-total · 1 item').waitFor()
  expect(await rows().first().isVisible()).toBe(false)
  await page.getByRole('button', { name: /^One more/ }).click()
  await page.getByRole('button', { name: /^One less/ }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await counter.checkOut()
  await page.getByRole('button', { name: 'New sale' }).click()
  await counter.ready()
  await counter.says(/all sales sent/i)
  await expect.poll(latest).toMatchObject({ account_code: 'CASH', total: '139.99' })
})

test('opened cold and without a network, the till knows the shop, its goods and who sells, and its receipt says so', async () => {
  await tablet.browser.close()
  await tablet.reopen({ offline: true })
  const { page, counter } = tablet
  await counter.add(JEANS.name)
  for (const name of ['Cash', 'MTN MoMo', 'POS / Bank'])
    expect(await page.getByRole('radio', { name, exact: true }).count()).toBe(1)
  await counter.checkOut()
  for (const words of ['Selvedge', 'Abena', JEANS.name, 'Walk-in customer', 'Accra'])
    expect(await receipt().innerText()).toContain(words)
  await page.getByRole('button', { name: 'New sale' }).click()
  expect((await counter.held()).waiting).toBe(1)
})

test('a shopper’s device keeps the shop’s shell alone; once staff sign in on it, all of the till comes', async () => {
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
  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    while (worker.active?.state !== 'activated') await new Promise(done => setTimeout(done, 50))
  })
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
