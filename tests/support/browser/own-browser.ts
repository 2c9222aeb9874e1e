import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { patience } from '#tests/support/patience.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

interface InABrowser {
  shop: Shop
  browser: BrowserContext
  page: Page
}

/** Starts a shop for a file's tests, and before each a new browser with `options`, which it passes to `use`. */
export function inABrowserEach(
  options: Parameters<Profile['open']>[0],
  use: (here: InABrowser) => void | Promise<void>,
): void {
  let shop: Shop
  let profile: Profile
  let browser: BrowserContext
  beforeAll(async () => {
    shop = await startShop()
  }, patience(240_000))
  afterAll(() => shop?.stop(), patience(60_000))
  beforeEach(async () => {
    profile = browserProfile()
    browser = await profile.open(options)
    await use({ shop, browser, page: browser.pages()[0]! })
  })
  afterEach(async () => {
    await browser.close()
    profile.remove()
  })
}

/** The same with one browser for all tests of the file, passed to `use` before the first. */
export function inABrowser(
  options: Parameters<Profile['open']>[0],
  use: (here: InABrowser) => void | Promise<void>,
): void {
  const profile = browserProfile()
  let shop: Shop | undefined
  let browser: BrowserContext | undefined
  beforeAll(async () => {
    shop = await startShop()
    browser = await profile.open(options)
    await use({ shop, browser, page: browser.pages()[0]! })
  }, patience(240_000))
  afterAll(async () => {
    await browser?.close()
    profile.remove()
    await shop?.stop()
  }, patience(60_000))
}
