import type { Page } from 'playwright-core'
import { until } from '#tests/support/runs/processes.ts'

/**
 * Waits until all of a page drawn by the server responds: parts of it come alive one after another. A part
 * below the screen may stay as drawn.
 */
export const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('#root :is(a, button, input)')].filter(
      control => !control.closest('[data-part]'),
    )
    return (
      controls.length > 0 &&
      controls.every(control => Object.keys(control).some(name => name.startsWith('__reactFiber')))
    )
  })

/** Selects a radio button and waits for it: a press just before the page is alive is replayed by the page. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const radio = page.getByRole('radio', { name })
  await page.locator('label').filter({ has: radio }).click()
  await until(() => radio.isChecked(), `${String(name)} is chosen`)
}
