import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** Keeps in mind what the pages of a browser ask for, from now on. */
export function watchRequests(browser: BrowserContext): void {
  browser.on('request', request => {
    const page = pageOf(request)
    if (!page) return
    // A page that is left takes what it asked for with it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.set(page, new Set())
    const asked = underWay.get(page) ?? new Set()
    underWay.set(page, asked.add(request))
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    browser.on(end as 'requestfinished', request => underWay.get(pageOf(request)!)?.delete(request))
}

/** Whether a page waits for no answer. */
export const isQuiet = (page: Page): boolean => (underWay.get(page)?.size ?? 0) === 0

/** Resolves once a page is loaded and waits for no answer. */
export async function quiet(page: Page, patience = 30_000): Promise<void> {
  await page.waitForLoadState('load')
  for (const late = Date.now() + patience; !isQuiet(page); await sleep(5))
    if (Date.now() > late)
      throw new Error(`${page.url()} still waits for ${[...underWay.get(page)!].map(request => request.url()).join()}`)
}

/** Null for what a worker asks for, and where the page is not there yet. */
function pageOf(request: Request): Page | null {
  try {
    return request.serviceWorker() ? null : request.frame().page()
  } catch {
    return null
  }
}
