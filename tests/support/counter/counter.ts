import type { Page } from 'playwright-core'
import { patience } from '#tests/support/patience.ts'
import { until } from '#tests/support/runs/processes.ts'

/** A cashier's actions at the till, by the words on the screen. */
export function counterOf(page: Page, url: string) {
  const status = () => page.locator('header [role=status]').first().innerText()

  return {
    page,
    /** Signs in as the demo shop's manager and waits until the till can sell and its files are on the device. */
    async open(email = 'manager@shop.test'): Promise<void> {
      await page.goto(`${url}/login?redirect=/staff/orders/add`)
      await page.locator('input[name=email]').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
      await page.keyboard.press('Enter')
      await this.ready()
      await until(() => page.evaluate(keptForOffline), 'the till is on the device', 180_000)
    },
    /** Signs in again where the till asks for it, and returns to the till. */
    async signIn(): Promise<void> {
      await page.getByRole('link', { name: 'Sign in' }).first().click()
      await page.locator('input[name=email]').fill('manager@shop.test')
      await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
      await page.keyboard.press('Enter')
      await this.ready()
    },
    /**
     * Waits until everything is sent; signs in first if the shop no longer knows the session. A killed browser may have
     * lost its newest cookie.
     */
    async sent(timeout = 180_000): Promise<void> {
      const all = page.locator('header [role=status]').filter({ hasText: /all sales sent/i })
      const asked = page.locator('header [role=status]').filter({ hasText: /^\s*Sign in/ })
      await all.or(asked).first().waitFor({ timeout })
      if (await asked.isVisible()) await this.signIn()
      await all.first().waitFor({ timeout })
    },
    /** Makes the till send at once, like 'Send now', whatever the screen offers. */
    async sendNow(): Promise<void> {
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
    /**
     * Rings up single pieces one sale after another, as fast as a scanner and two keys can: in the page, without
     * waiting for the screen.
     */
    scanAndSell: (codes: string[]) => page.evaluate(sellByKeys, codes),
    /** Like a hardware scanner: keys at most a few ms apart, or `gap` ms, and Enter. */
    scan: (...codes: (string | { code: string; gap: number })[]) => page.evaluate(typeLikeScanner, codes),
    /** Waits until the till can sell; a new device is set up first, under its usual name. */
    async ready(): Promise<void> {
      const timeout = patience(180_000)
      const add = page.getByRole('button', { name: /^Add / }).first()
      const setUp = page.getByRole('button', { name: 'Set up', exact: true })
      await add.or(setUp).first().waitFor({ timeout })
      if (await setUp.isVisible()) await setUp.click()
      await add.waitFor({ timeout })
    },
    /** Adds `times` pieces of a product to the cart. */
    async add(name: string, times = 1): Promise<void> {
      await page.getByRole('searchbox', { name: 'Name, SKU or barcode' }).fill(name)
      const row = page.getByRole('listitem', { name, exact: true })
      // In a grid, as on a phone, one press adds a piece.
      const cells = row.getByRole('table').getByRole('button')
      await row.getByRole('radio').or(cells).first().waitFor()
      const isGrid = (await cells.count()) > 0
      for (const group of await row.getByRole('group').all()) await group.locator('label').last().click()
      const press = isGrid ? cells.last() : row.getByRole('button', { name: `Add ${name}`, exact: true })
      for (let i = 0; i < times; i++) await press.click()
    },
    /** Shows the payment in place of the cart's items, if it is not there yet. */
    async openPayment(): Promise<void> {
      const way = page.getByRole('button', { name: /^Payment: / })
      const back = page.getByRole('button', { name: 'Back to items' })
      await way.or(back).first().waitFor()
      if (await way.isVisible()) await way.click()
      await back.waitFor()
    },
    /** Checks out and reads the receipt number from the screen. */
    async checkOut(): Promise<string> {
      await page
        .getByRole('button', { name: /^Checkout/ })
        .filter({ visible: true })
        .click()
      const done = page.getByText(/Sale \S+ complete/)
      await done.waitFor({ timeout: patience(45_000) })
      return /Sale (\S+) complete/.exec(await done.innerText())![1]!
    },
    async newSale(): Promise<void> {
      await page.getByRole('button', { name: 'New sale' }).click()
      await this.ready()
    },
    async sell(name: string, times = 1): Promise<string> {
      await this.add(name, times)
      const number = await this.checkOut()
      await this.newSale()
      return number
    },
    status,
    /** Waits for words in the line above the till. */
    async says(words: RegExp, timeout = 180_000): Promise<void> {
      await page.locator('header [role=status]').filter({ hasText: words }).first().waitFor({ timeout })
    },
    /** This device's data, from its own database. */
    held: () => page.evaluate(readOutbox),
    /** Waits until the open cart is stored with this many lines: it is written shortly after it is shown. */
    kept: (lines: number) =>
      until(async () => (await page.evaluate(readCart)) === lines, `a cart of ${lines} on the device`),
  }
}
export type Counter = ReturnType<typeof counterOf>

/** In the page: the worker controls it, and every file of the till is in its cache. */
async function keptForOffline(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller || !(await caches.has('till'))) return false
  // A build from before kept all of them in the first list.
  const lists = ['/till-assets.json', '/shop-assets.json'].map(async path => {
    const reply = await fetch(path)
    return (reply.ok ? await reply.json() : []) as string[]
  })
  const list = (await Promise.all(lists)).flat()
  const kept = new Set((await (await caches.open('till')).keys()).map(({ url }) => new URL(url).pathname))
  return list.every(path => kept.has(path))
}

/**
 * In the page: sends keys to the focused element. A scanner types them close together, however late a busy page handles
 * them: their times are set before the first is handled.
 */
function typeLikeScanner(codes: (string | { code: string; gap: number })[]): void {
  const strokes = codes.flatMap(scanned => {
    const { code, gap } = typeof scanned === 'string' ? { code: scanned, gap: null } : scanned
    return [...code, 'Enter'].map((key, index) => {
      const stroke = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      if (gap !== null) Object.defineProperty(stroke, 'timeStamp', { value: stroke.timeStamp + index * gap })
      return stroke
    })
  })
  for (const stroke of strokes) {
    const { key } = stroke
    const target = document.activeElement ?? document.body
    const isFree = target.dispatchEvent(stroke)
    // A browser does this with a real key unless it was prevented.
    if (isFree && key === 'Enter' && target instanceof HTMLButtonElement) target.click()
    if (isFree && key !== 'Enter' && target instanceof HTMLInputElement) document.execCommand('insertText', false, key)
  }
}

/** In the page: scan, F9, 'New sale', for each code. Returns the receipt numbers. */
async function sellByKeys(codes: string[]): Promise<string[]> {
  const numbers: string[] = []
  const strokeOf = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  const frame = () => new Promise(resolve => setTimeout(resolve, 5))
  const button = (words: RegExp) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => words.test(textContent))
  for (const code of codes) {
    // Their times are set before the first is handled, like a scanner's.
    for (const stroke of [...code, 'Enter'].map(strokeOf)) document.body.dispatchEvent(stroke)
    while (/· 0 items/.test(document.body.textContent)) await frame()
    document.body.dispatchEvent(strokeOf('F9'))
    while (!button(/^New sale$/)) await frame()
    numbers.push(/Sale (\S+) complete/.exec(document.body.textContent)![1]!)
    button(/^New sale$/)!.click()
    while (!/· 0 items/.test(document.body.textContent)) await frame()
  }
  return numbers
}

/** In the page: sales and outbox entries from IndexedDB. */
function readOutbox(): Promise<{
  sales: { id: string; number: string; total: number; verdict?: { status: string; order_id?: number } }[]
  waiting: number
}> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(['sales', 'outbox'])
      const sales = transaction.objectStore('sales').getAll()
      const waiting = transaction.objectStore('outbox').count()
      transaction.oncomplete = () => {
        database.close()
        resolve({ sales: sales.result, waiting: waiting.result })
      }
      transaction.onerror = () => reject(transaction.error)
    }
  })
}

/** In the page: the number of lines of this tab's cart in IndexedDB. */
function readCart(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cart')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').get(sessionStorage.getItem('open-cart')!)
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve((reading.result as { lines: unknown[] } | undefined)?.lines.length ?? 0)
      }
    }
  })
}
