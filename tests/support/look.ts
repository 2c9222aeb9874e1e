import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Listens to a page from now on. What it complains of, and what its policy stops, is added to the list. */
export function watched(page: Page): string[] {
  const faults: string[] = []
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) faults.push(`${pathOf(page)}: console says ${message.text()}`) })
  page.on('pageerror', error => faults.push(`${pathOf(page)}: nobody caught ${error.message}`))
  return faults
}

const SIZES = [{ width: 1280, height: 800 }, { width: 390, height: 844 }]

/**
 * Looks at a screen once it stands still, at the counter's size and a phone's, in the light and in the dark: its title, its width,
 * and what keeps people from using it. Returns what is wrong, in words.
 */
export async function lookAt(page: Page, title: string | RegExp): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  const faults: string[] = []
  if (!await hasTitle(page, title)) faults.push(`its title is ${await page.title()}, not ${title}`)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wider > 0) faults.push(`it is ${wider} px wider than ${size.width}`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // In the dark nothing but the colours is another.
      const axe = new AxeBuilder({ page })
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical') faults.push(`${impact} ${id} in the ${colorScheme} at ${size.width}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
  }
  await page.setViewportSize(SIZES[0]!)
  return faults.map(fault => `${pathOf(page)}: ${fault}`)
}

/** Titles follow the data: a moment's patience. */
const hasTitle = (page: Page, title: string | RegExp): Promise<boolean> => page.waitForFunction(
  ([text, isPattern]) => isPattern ? new RegExp(text!).test(document.title) : document.title === text,
  [typeof title === 'string' ? title : title.source, typeof title !== 'string'] as const, { timeout: 3_000 },
).then(() => true, () => false)

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
