import type { Page } from 'playwright-core'
import { counterOf, type Counter } from '#tests/support/counter.ts'
import { watched } from '#tests/support/look.ts'
import { inABrowserEach } from '#tests/support/own-browser.ts'
import type { Shop } from '#tests/support/server.ts'

interface AtTheCounter {
  shop: Shop
  page: Page
  counter: Counter
  faults: string[]
}

/**
 * For the tests of a file: a shop, and for each of them a manager at a till in a browser of its own, of whom `use` is
 * told before it begins.
 */
export const atTheCounter = (use: (here: AtTheCounter) => void): void =>
  inABrowserEach({ reducedMotion: 'reduce', acceptDownloads: true }, async ({ shop, page }) => {
    const [counter, faults] = [counterOf(page, shop.url), watched(page)]
    await counter.open()
    use({ shop, page, counter, faults })
  })
