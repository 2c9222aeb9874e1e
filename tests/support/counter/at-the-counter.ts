import type { Page } from 'playwright-core'
import { counterOf, type Counter } from '#tests/support/counter/counter.ts'
import { watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

interface AtTheCounter {
  shop: Shop
  page: Page
  counter: Counter
  faults: string[]
}

/** Starts a shop for a file's tests, and before each a manager at a till in a new browser, whom it passes to `use`. */
export const atTheCounter = (use: (here: AtTheCounter) => void): void =>
  inABrowserEach({ reducedMotion: 'reduce', acceptDownloads: true }, async ({ shop, page }) => {
    const [counter, faults] = [counterOf(page, shop.url), watched(page)]
    await counter.open()
    use({ shop, page, counter, faults })
  })
