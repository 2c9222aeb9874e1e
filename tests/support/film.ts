import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { standsStill } from '#tests/support/look.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

/** Empties a folder for pictures. The returned function takes full-page pictures: phone and desktop, light and dark. */
export function filmInto(dir: string): (page: Page, name: string) => Promise<void> {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  return async (page, name) => {
    for (const [device, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size)
      await page.evaluate(showPictures)
      await standsStill(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(dir, `${name}-${device}-${colorScheme}.png`), fullPage: true })
      }
    }
  }
}

/** In the page: also loads lazy pictures. */
async function showPictures(): Promise<void> {
  for (const picture of document.images) picture.loading = 'eager'
  await Promise.all(Array.from(document.images, picture => picture.decode().catch(() => {})))
}
