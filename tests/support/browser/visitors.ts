import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { watched } from '#tests/support/browser/look.ts'
import { patience } from '#tests/support/patience.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

export interface Visitor {
  page: Page
  /** What their page complains of. */ faults: string[]
}

/**
 * Starts a shop for a file's tests, which it passes to `use` after waiting up to `most_ms`, and visitors in
 * browsers that stay open until the end.
 */
export function visitorsOf(use: (shop: Shop) => void, most_ms = 180_000) {
  let shop: Shop
  const all: (Visitor & { profile: Profile; browser: BrowserContext })[] = []
  beforeAll(
    async () => {
      shop = await startShop({ most_ms })
      use(shop)
    },
    patience(most_ms + 60_000),
  )
  afterAll(async () => {
    for (const { browser, profile } of all) {
      await browser.close()
      profile.remove()
    }
    await shop?.stop()
  }, patience(60_000))

  async function anybody(): Promise<Visitor> {
    const profile = browserProfile()
    const browser = await profile.open({ reducedMotion: 'reduce', acceptDownloads: true })
    const page = browser.pages()[0]!
    const visitor = { profile, browser, page, faults: watched(page) }
    all.push(visitor)
    return visitor
  }

  return {
    /** A visitor with a new browser. */
    anybody,
    /** A user of the demo shop, signed in and on the page at `path`. */
    async somebody(email: string, path: string): Promise<Visitor> {
      const visitor = await anybody()
      const { page } = visitor
      await page.goto(`${shop.url}/login?redirect=${path}`)
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
      await page.keyboard.press('Enter')
      await page.waitForURL(shop.url + path)
      return visitor
    },
    /** The complaints of all their pages. */
    faults: () => all.flatMap(({ faults }) => faults),
  }
}
