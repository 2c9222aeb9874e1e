import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { AT_MOST_MODERATE } from '#tests/support/house/axe-rules.ts'
import { isQuiet, quiet } from '#tests/support/browser/quiet.ts'
import { patience } from '#tests/support/patience.ts'

/** Watches a page from now on: adds its errors and policy violations to the list. */
export function watched(page: Page): string[] {
  const faults: string[] = []
  page.on('requestfailed', request => {
    if (!GIVEN_UP.test(request.failure()?.errorText ?? '')) faults.push(`${pathOf(page)}: ${request.url()} fails`)
  })
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(
        `${pathOf(page)}: console says ${message.text()} ${new URL(message.location().url || page.url()).pathname}`,
      )
  })
  page.on('pageerror', error => faults.push(`${pathOf(page)}: nobody caught ${error.message}`))
  return faults
}

/** Leaving a page cancels its requests, and offline they fail anyway. */
const GIVEN_UP = /ERR_(ABORTED|INTERNET_DISCONNECTED)/

/** How long a title or a heading may lag behind the data on a busy machine. */
const MOST_MS = patience(30_000)

export const COUNTER = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const EVERY_SIZE = [COUNTER, TABLET, PHONE]

/**
 * Checks an idle screen at each size without loading it again, light and dark: its title, its heading, its width, and
 * WCAG 2.2 AA. Returns the faults, in words.
 */
export async function lookAt(page: Page, title: string | RegExp, sizes = [COUNTER, PHONE]): Promise<string[]> {
  await standsStill(page)
  const faults: string[] = []
  if (!(await hasTitle(page, title))) faults.push(`its title is ${await page.title()}, not ${title}`)
  const headings = await headingsOf(page)
  if (headings !== 1) faults.push(`it has ${headings} headings of the first level`)
  for (const size of sizes) {
    await page.setViewportSize(size)
    // From the top: an element that scrolled under the header at another size is not smaller for it.
    await page.evaluate(() => scrollTo(0, 0))
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wider > 0) faults.push(`it is ${wider} px wider than ${size.width}`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Dark mode changes only the colours. The shop's own pages can be checked without a second tab.
      const axe = (await judgeOf(page)).options({ resultTypes: ['violations'], rules: RULES }).setLegacyMode()
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical')
          faults.push(
            `${impact} ${id} in the ${colorScheme} at ${size.width}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          )
    }
  }
  await page.setViewportSize(COUNTER)
  return faults.map(fault => `${pathOf(page)}: ${fault}`)
}

const RULES: Record<string, { enabled: boolean }> = {
  'target-size': { enabled: true },
  ...Object.fromEntries(AT_MOST_MODERATE.map(rule => [rule, { enabled: false }])),
}

/** The small version is read by a page in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Its script is half a megabyte: inject it once per document. */
async function judgeOf(page: Page): Promise<AxeBuilder> {
  const have = await Promise.all(page.frames().map(frame => frame.evaluate('typeof axe').catch(() => '')))
  return have.every(type => type === 'object')
    ? new AxeBuilder({ page, axeSource: 'null' })
    : new AxeBuilder({ page, axeSource: AXE })
}

/** In the page: adds up the layout shifts, as the Layout Instability API reports them. */
export function watchShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput)
        Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + entry.value })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The layout shift since the page loaded. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** Resolves once no request runs, nothing waits to be shown and the page is idle. */
export async function standsStill(page: Page): Promise<void> {
  do {
    await quiet(page)
    for (const waiting of [page.locator('[aria-busy=true]'), page.getByText('Loading, please wait...')])
      await waiting.first().waitFor({ state: 'detached' })
    // After a redirect, looks at the new page.
    await page.evaluate(idle).catch((error: Error) => {
      if (!error.message.includes('navigation')) throw error
    })
  } while (!isQuiet(page))
}

/** In the page: resolves when all of it is alive and it was idle twice. */
async function idle(): Promise<void> {
  // A page behind another tab is never drawn, so neither is waited for without end.
  const rest = () => new Promise<void>(resolve => requestIdleCallback(() => resolve(), { timeout: 500 }))
  const frame = () =>
    new Promise<void>(resolve => {
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, 100)
    })
  const isAlive = (control: Element) => Object.keys(control).some(name => name.startsWith('__reactFiber'))
  const late = performance.now() + 10_000
  do {
    await rest()
    await frame()
    await rest()
  } while (performance.now() < late && ![...document.querySelectorAll('#root :is(a, button, input)')].every(isAlive))
}

/**
 * Goes to a screen as the Back button does, in the same document, and waits for its title. axe and the page's scripts
 * are compiled only once.
 */
export async function goWithin(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await page.waitForFunction(wanted => document.title === wanted, title)
}

const hasTitle = (page: Page, title: string | RegExp): Promise<boolean> =>
  page
    .waitForFunction(
      ([text, isPattern]) => (isPattern ? new RegExp(text!).test(document.title) : document.title === text),
      [typeof title === 'string' ? title : title.source, typeof title !== 'string'] as const,
      { timeout: MOST_MS },
    )
    .then(
      () => true,
      () => false,
    )

/** The final number of first-level headings of a screen; waits if it is not one. */
export async function headingsOf(page: Page): Promise<number> {
  const headings = page.getByRole('heading', { level: 1 })
  for (const late = Date.now() + MOST_MS; Date.now() < late && (await headings.count()) !== 1;)
    await page.waitForTimeout(50)
  return headings.count()
}

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
