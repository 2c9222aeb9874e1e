import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter/counter.ts'

type Options = Parameters<ReturnType<typeof browserProfile>['open']>[0]

/** A device at the counter: a browser with its data on disk, and the cashier's actions. */
export interface Tablet {
  /** The open browser and its first tab; new ones after `reopen`. */
  browser: BrowserContext
  counter: Counter
  page: Page
  /** Like a battery that is pulled: the whole browser, at once. */
  kill: () => Promise<void>
  /** Reopens the browser with its stored data, and the till in it. */
  reopen: (options?: Options) => Promise<void>
  /** Closes the tab and opens the till in another. */
  changeTab: () => Promise<void>
  /** One more tab with the till. */
  tab: () => Promise<Counter>
  devtools: () => Promise<CDPSession>
  /** Removes the device. */
  remove: () => Promise<void>
}

/**
 * A used tablet: signed in once and closed, so that its browser has written down the user, which otherwise takes it
 * some seconds. `prepare` runs in each new browser before the till.
 */
export async function aTablet(
  url: string,
  { prepare = async () => {}, ...options }: Options & { prepare?: (browser: BrowserContext) => Promise<unknown> } = {},
): Promise<Tablet> {
  const profile = browserProfile()
  const settings = { acceptDownloads: true, ...options }
  const first = await profile.open(settings)
  await counterOf(first.pages()[0] ?? (await first.newPage()), url).open()
  await first.close()

  const open = async (more: Options = {}) => {
    const browser = await profile.open({ ...settings, ...more })
    await prepare(browser)
    const page = browser.pages()[0] ?? (await browser.newPage())
    const counter = counterOf(page, url)
    await page.goto(`${url}/staff/orders/add`)
    await counter.ready()
    return { browser, page, counter }
  }
  const tablet: Tablet = {
    ...(await open()),
    async kill() {
      profile.kill()
      await tablet.browser.close().catch(() => {}) // the browser is already gone
    },
    reopen: async more => void Object.assign(tablet, await open(more)),
    async changeTab() {
      const counter = counterOf(await tablet.browser.newPage(), url)
      await tablet.page.close()
      await counter.page.goto(`${url}/staff/orders/add`)
      await counter.ready()
      Object.assign(tablet, { counter, page: counter.page })
    },
    async tab() {
      const counter = counterOf(await tablet.browser.newPage(), url)
      await counter.page.goto(`${url}/staff/orders/add`)
      await counter.ready()
      return counter
    },
    devtools: () => tablet.browser.newCDPSession(tablet.page),
    async remove() {
      await tablet.browser.close().catch(() => {})
      profile.remove()
    },
  }
  return tablet
}
