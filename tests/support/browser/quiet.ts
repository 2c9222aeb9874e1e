import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { Late } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'

const underWay = new WeakMap<Page, Set<Request>>()

/** Tracks the requests of a browser's pages from now on. */
export function watchRequests(browser: BrowserContext): void {
  browser.on('request', request => {
    const page = pageOf(request)
    if (!page) return
    // Leaving a page cancels its requests.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.set(page, new Set())
    const asked = underWay.get(page) ?? new Set()
    underWay.set(page, asked.add(request))
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    browser.on(end as 'requestfinished', request => underWay.get(pageOf(request)!)?.delete(request))
}

/** Whether a page has no running request. */
export const isQuiet = (page: Page): boolean => (underWay.get(page)?.size ?? 0) === 0

/** Resolves once a page has loaded and has no running request. */
export async function quiet(page: Page, most_ms = 30_000): Promise<void> {
  await page.waitForLoadState('load')
  for (const late = Date.now() + patience(most_ms); !isQuiet(page); await sleep(5))
    if (Date.now() > late)
      throw new Late(`${page.url()} still waits for ${[...underWay.get(page)!].map(request => request.url()).join()}`)
}

/** Null for a worker's request, and before the page exists. */
function pageOf(request: Request): Page | null {
  try {
    return request.serviceWorker() ? null : request.frame().page()
  } catch {
    return null
  }
}
