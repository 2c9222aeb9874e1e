/**
 * The till at 50,000 variations, in Chromium on the built pages against the running shop, at full speed and with the
 * processor throttled sixfold: a scan until its line is drawn, Checkout until the sale is on disk and until its receipt
 * is drawn, beside bare IndexedDB writing the same rows in the same page; typing until the rows are drawn; a cold start
 * without network. Run: npm run bench -- till
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { counterOf } from '#tests/support/counter/counter.ts'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { installStopwatch, isWholeCopy, signBare, storeBare, type Lap } from '#tests/support/browser/page-stopwatch.ts'
import { startShop } from '#tests/support/server/server.ts'

const PRODUCTS = 10_000
const SCANS = 120
const PIECES_A_CART = 10
const SALES = Number(process.env.SALES ?? 100)
const STARTS = 5
const PATIENCE_MS = 2000
const KEY_GAP_S = 0.002
const SPEEDS = process.env.SPEEDS?.split(',').map(Number) ?? [1, 6]
/**
 * A person's pause between one thing and the next, so that what goes on after it does not count, and frames come as
 * they may.
 */
const rest = () => sleep(150 + Math.random() * 150)

const server = await startTestDatabase()
const DATABASE_URL = await freshDatabase(server.url)
Object.assign(process.env, {
  DATABASE_URL,
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: 'silent',
  DEMO: '0',
})
const { db, insertRow } = await import('#api/db/database.ts')
const { hashPassword } = await import('#api/auth/passwords.ts')
const { seedReference } = await import('#api/demo/seed.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
await seedReference()
await manyProducts(PRODUCTS, 5)
await insertRow('users', {
  name: 'Abena Owusu',
  email: 'manager@shop.test',
  phone: '+233554111003',
  role_code: 'MANAGER',
  password_hash: await hashPassword('Demo-1234'),
})
await db.close()

const shop = await startShop({ env: { DATABASE_URL, DEMO: '0' } })
const profile = browserProfile()
let browser = await profile.open()
let { page, cdp } = await pageOf(browser)
try {
  await counterOf(page, shop.url).open()
  await page.waitForFunction(isWholeCopy, undefined, { timeout: 120_000, polling: 500 })
  await page.locator('progress').waitFor({ state: 'detached' })
  for (const speed of SPEEDS) await tellCounter(speed)
  await browser.close()
  for (const speed of SPEEDS) await tellStarts(speed)
} finally {
  await browser.close()
  profile.remove()
  await shop.stop()
  await server.stop()
}

async function tellCounter(speed: number): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed })
  console.log(`\nprocessor at 1/${speed}; ${load()}`)
  tellLaps('scan → line', await scanMany())
  const sales = await sellMany()
  tell(
    'Checkout → on disk',
    sales.map(({ stored }) => stored!),
  )
  tell('bare IndexedDB, the same rows', await page.evaluate(storeBare, SALES))
  tell('of it signing and chaining', await page.evaluate(signBare, SALES))
  tellLaps('Checkout → receipt', sales)
  tellLaps('typing → rows', await typeMany())
}

async function tellStarts(speed: number): Promise<void> {
  console.log(`\nprocessor at 1/${speed}; ${load()}`)
  const starts: number[] = []
  for (let i = 0; i < STARTS; i++) starts.push(await startCold(speed))
  tell('cold start offline → can sell', starts)
}

async function pageOf(context: BrowserContext): Promise<{ page: Page; cdp: CDPSession }> {
  // The compiler names functions by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = named => named')
  await context.addInitScript(installStopwatch)
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, cdp: await context.newCDPSession(page) }
}

/**
 * Types a code as a hardware scanner does and ends it with Enter. The characters have the times at which a scanner
 * would strike them, however busy this machine is; the Enter has the time at which it is sent, once they have arrived,
 * so that no key's way here counts but its own.
 */
async function scan(code: string): Promise<void> {
  const now = Date.now() / 1000
  await Promise.all(
    [...code].map((key, i) =>
      cdp.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        text: key,
        timestamp: now - (code.length - i) * KEY_GAP_S,
      }),
    ),
  )
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', text: '\r', timestamp: Date.now() / 1000 })
}

/** Null where nothing changed in the region. */
async function timed(region: string, press: () => Promise<unknown>): Promise<Lap | null> {
  await rest()
  await page.evaluate(chosen => stopwatch.arm(chosen), region)
  await press()
  return page.evaluate(
    patience => Promise.race([stopwatch.lap(), new Promise<null>(resolve => setTimeout(resolve, patience, null))]),
    PATIENCE_MS,
  )
}

async function mustChange(region: string, press: () => Promise<unknown>): Promise<Lap> {
  const lap = await timed(region, press)
  if (!lap)
    throw new Error(
      `Nothing changed in ${region}. The page says: ${(await page.locator('[role=status], [role=alert]').allInnerTexts()).join(' | ')}`,
    )
  return lap
}

function aCode(): string {
  return String(6_030_000_000_000 + (1 + Math.floor(Math.random() * PRODUCTS)) * 100 + Math.floor(Math.random() * 5))
}

async function scanMany(): Promise<Lap[]> {
  const laps: Lap[] = []
  for (let i = 0; i < SCANS; i++) {
    laps.push(await mustChange('section[aria-label=Cart] ul', () => scan(aCode())))
    if (i % PIECES_A_CART === PIECES_A_CART - 1) await emptyCart()
  }
  return laps
}

async function emptyCart(): Promise<void> {
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: 'Empty the cart' }).click()
  await page.getByText('The cart is empty').waitFor()
}

async function sellMany(): Promise<Lap[]> {
  const laps: Lap[] = []
  for (let i = 0; i < SALES; i++) {
    for (let piece = 0; piece < 3; piece++) await scan(aCode())
    laps.push(await mustChange('article', () => cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'F9' })))
    await rest()
    await page.getByRole('button', { name: 'New sale' }).click()
    await page.getByText('The cart is empty').waitFor()
  }
  return laps
}

/** Letter by letter, a person's pace apart; letters that find the same goods again do not count. */
async function typeMany(): Promise<Lap[]> {
  const box = page.getByRole('searchbox')
  const laps: Lap[] = []
  for (const words of ['slim jeans no 42', 'cargo pants', 'denim jackt', 'p777', 'wide leg jeans']) {
    await box.fill('')
    await box.focus()
    for (const key of words) {
      const lap = await timed('section[aria-label=Products]', () =>
        cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
      )
      if (lap) laps.push(lap)
    }
  }
  await box.fill('')
  await box.blur()
  return laps
}

/** A browser that starts without network, until a piece can be added; in ms after the page was asked for. */
async function startCold(speed: number): Promise<number> {
  browser = await profile.open()
  await browser.setOffline(true)
  ;({ page, cdp } = await pageOf(browser))
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed })
  await page.goto(`${shop.url}/staff/orders/add`)
  const ready = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const look = () =>
          document.querySelector('button[aria-label^="Add "]')
            ? resolve(performance.now())
            : void requestAnimationFrame(look)
        look()
      }),
  )
  await browser.close()
  return ready
}

function load(): string {
  return `load ${loadavg()[0]!.toFixed(1)}`
}

function tellLaps(what: string, laps: Lap[]): void {
  const inNextFrame = laps.filter(({ frame }) => frame <= 1000 / 60).length / laps.length
  tell(
    `${what}: in the DOM`,
    laps.map(({ shown }) => shown),
  )
  tell(
    `${what}: drawn`,
    laps.map(({ drawn }) => drawn),
  )
  console.log(`  ${what}: ${(100 * inNextFrame).toFixed(0)} % in the very next frame`)
}

function tell(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1)
  console.log(`  ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (of ${times.length})`)
}
