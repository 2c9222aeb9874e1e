import type { Page } from 'playwright-core'
import { until } from '#tests/support/runs/processes.ts'

/**
 * Waits until the browser looks for new builds. After its start Chromium delays this until a page in the foreground is
 * idle: at most three minutes. Call this before a test opens a second tab, because a background tab does not count.
 */
export const looksForBuilds = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))

/** Waits until the worker of a new build is installed and waiting. */
export const newWorkerWaits = (page: Page): Promise<void> =>
  until(
    () =>
      page.evaluate(async () => {
        const registration = (await navigator.serviceWorker.getRegistration())!
        // Checks again: the browser may have started looking before the build came.
        if (!registration.installing && !registration.waiting) await registration.update()
        return registration.waiting?.state === 'installed'
      }),
    'the worker of the new build waits',
    180_000,
  )
