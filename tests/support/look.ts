import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { isQuiet, quiet } from '#tests/support/quiet.ts'

/** Listens to a page from now on. What it complains of, and what its policy stops, is added to the list. */
export function watched(page: Page): string[] {
  const faults: string[] = []
  page.on('requestfailed', request => {
    if (!GIVEN_UP.test(request.failure()?.errorText ?? '')) faults.push(`${pathOf(page)}: ${request.url()} fails`)
  })
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${pathOf(page)}: console says ${message.text()}`)
  })
  page.on('pageerror', error => faults.push(`${pathOf(page)}: nobody caught ${error.message}`))
  return faults
}

/** A page that is left takes its requests with it, and offline nothing else is to be expected. */
const GIVEN_UP = /ERR_(ABORTED|INTERNET_DISCONNECTED)/

/** How long a title or a heading may take to follow the data on a busy machine. */
const MOST_MS = 10_000

export const COUNTER = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

/**
 * Looks at a screen once it stands still, at the counter's size and a phone's, in the light and in the dark: its title,
 * its heading, its width, and what keeps people from using it by WCAG 2.2 AA. Returns what is wrong, in words.
 */
export async function lookAt(page: Page, title: string | RegExp, phone = PHONE): Promise<string[]> {
  await standsStill(page)
  const faults: string[] = []
  if (!(await hasTitle(page, title))) faults.push(`its title is ${await page.title()}, not ${title}`)
  const headings = await headingsOf(page)
  if (headings !== 1) faults.push(`it has ${headings} headings of the first level`)
  for (const size of [COUNTER, phone]) {
    await page.setViewportSize(size)
    // From its top: what a page that was scrolled at another size happens to have under its header is no smaller for
    // it.
    await page.evaluate(() => scrollTo(0, 0))
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wider > 0) faults.push(`it is ${wider} px wider than ${size.width}`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // In the dark nothing but the colours is another. A page of the shop's own needs no second tab to be judged in.
      const axe = (await judgeOf(page))
        .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
        .setLegacyMode()
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

/** Its program is half a megabyte: a document that has it is not given it again. */
async function judgeOf(page: Page): Promise<AxeBuilder> {
  const have = await Promise.all(page.frames().map(frame => frame.evaluate('typeof axe').catch(() => '')))
  return have.every(type => type === 'object') ? new AxeBuilder({ page, axeSource: 'null' }) : new AxeBuilder({ page })
}

/** In the page: adds up by how much of the screen things moved by themselves, as Layout Instability has it. */
export function watchShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput)
        Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + entry.value })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What that came to since the page was loaded. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'shifted')))

/** Resolves once nothing is under way, nothing waits to be shown and the page has nothing left to do. */
export async function standsStill(page: Page): Promise<void> {
  do {
    await quiet(page)
    for (const waiting of [page.locator('[aria-busy=true]'), page.getByText('Loading, please wait...')])
      await waiting.first().waitFor({ state: 'detached' })
    // Who is sent on to another page is looked at there.
    await page.evaluate(idle).catch((error: Error) => {
      if (!error.message.includes('navigation')) throw error
    })
  } while (!isQuiet(page))
}

/** In the page: resolves when all of it is alive and it has come to rest twice. */
async function idle(): Promise<void> {
  const rest = () => new Promise<void>(resolve => requestIdleCallback(() => resolve()))
  const isAlive = (control: Element) => Object.keys(control).some(name => name.startsWith('__reactFiber'))
  const late = performance.now() + 10_000
  do {
    await rest()
    await new Promise(requestAnimationFrame)
    await rest()
  } while (performance.now() < late && ![...document.querySelectorAll('#root :is(a, button, input)')].every(isAlive))
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

/** How many headings of the first level a screen comes to; other than one only where it stays so. */
export async function headingsOf(page: Page): Promise<number> {
  const headings = page.getByRole('heading', { level: 1 })
  for (const late = Date.now() + MOST_MS; Date.now() < late && (await headings.count()) !== 1;)
    await page.waitForTimeout(50)
  return headings.count()
}

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
