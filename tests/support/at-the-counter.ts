import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { browserProfile, type Profile } from '#tests/support/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter.ts'
import { watched } from '#tests/support/look.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

interface AtTheCounter { shop: Shop; page: Page; counter: Counter; faults: string[] }

/** For the tests of a file: a shop, and for each of them a manager at a till in a browser of its own, of whom `use` is told before it begins. */
export function atTheCounter(use: (here: AtTheCounter) => void): void {
  let shop: Shop
  let profile: Profile
  let browser: BrowserContext
  beforeAll(async () => { shop = await startShop() }, 240_000)
  afterAll(() => shop?.stop())
  beforeEach(async () => {
    profile = browserProfile()
    browser = await profile.open({ reducedMotion: 'reduce', acceptDownloads: true })
    const page = await browser.newPage()
    const [counter, faults] = [counterOf(page, shop.url), watched(page)]
    await counter.open()
    use({ shop, page, counter, faults })
  })
  afterEach(async () => {
    await browser.close()
    profile.remove()
  })
}
