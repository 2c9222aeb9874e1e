import type { Page } from 'playwright-core'
import { until } from '#tests/support/processes.ts'

/**
 * Waits until the browser looks for new builds. Chromium puts that off after its start until a page in front has loaded
 * and come to rest: at most three minutes. Call this before a test opens a second tab, because a tab that comes to rest
 * behind another one does not count.
 */
export const looksForBuilds = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))

/** Waits until the worker of a new build is installed in the browser and waits there for its turn. */
export const newWorkerWaits = (page: Page): Promise<void> =>
  until(
    () =>
      page.evaluate(async () => {
        const registration = (await navigator.serviceWorker.getRegistration())!
        // Asked again: the browser may have begun to look before the build came.
        if (!registration.installing && !registration.waiting) await registration.update()
        return registration.waiting?.state === 'installed'
      }),
    'the worker of the new build waits',
    60_000,
  )
