import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { standsStill } from '#tests/support/browser/look.ts'

const DIR = join(import.meta.dirname, '../../results/screens')
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

/** Whether this run is to keep pictures: `npm run pictures`. */
export const keepsPictures = process.env.PICTURES === '1'

/**
 * While pictures are kept: takes those of a screen, phone and desktop, light and dark; all of a page, or what is in
 * sight while a dialog covers it.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!keepsPictures) return
  mkdirSync(DIR, { recursive: true })
  const before = page.viewportSize()
  const fullPage = !(await page.locator('dialog[open]').first().isVisible())
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    await page.evaluate(showPictures)
    await standsStill(page)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(DIR, `${name}-${device}-${colorScheme}.png`), fullPage })
    }
  }
  if (before) await page.setViewportSize(before)
}

/** In the page: also loads lazy pictures. */
async function showPictures(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager'
  await Promise.all(Array.from(document.images, picture => picture.decode().catch(() => {})))
}
