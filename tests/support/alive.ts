import type { Page } from 'playwright-core'
import { until } from '#tests/support/processes.ts'

/**
 * Waits until a page that the server drew answers to presses, all of it: parts of it come alive one after the other.
 */
export const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('#root :is(a, button, input)')]
    return (
      controls.length > 0 &&
      controls.every(control => Object.keys(control).some(name => name.startsWith('__reactFiber')))
    )
  })

/**
 * Presses a radio button and waits until it is the one: what is pressed a moment before the page is alive, the page
 * presses again itself.
 */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const radio = page.getByRole('radio', { name })
  await page.locator('label').filter({ has: radio }).click()
  await until(() => radio.isChecked(), `${String(name)} is chosen`)
}
