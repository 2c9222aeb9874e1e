import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { placesFor } from '#pwa/staff/places.ts'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import { patience } from '#tests/support/patience.ts'
import { crookedOn } from '#tests/support/layout/crooked.ts'
import { goWithin, headingsOf, lookAt, standsStill } from '#tests/support/browser/look.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { addressesOf, patternsOf } from '#tests/support/routes/staff-addresses.ts'
import { visitorsOf } from '#tests/support/browser/visitors.ts'

const PATIENCE_MS = patience(1_800_000)
const ANY_TITLE = /^Selvedge \| (?!Page not found)/
/** The screens of everybody, and those of management alone. */
const OF_ALL = patternsOf(staffRoutes.filter(({ children }) => !children))
const OF_MANAGEMENT = patternsOf(staffRoutes.filter(({ children }) => children))

let shop: Shop
const { somebody } = visitorsOf(opened => {
  shop = opened
}, 1_440_000)

/** What a screen leads to, and what is wrong with it for the person signed in. */
async function lookAround(page: Page, path: string): Promise<{ doors: string[]; faults: string[] }> {
  await standsStill(page)
  const faults: string[] = []
  if ((await headingsOf(page)) !== 1) faults.push(`${path} has no heading of its own`)
  if (/Page not found/.test(await page.title())) faults.push(`${path} is no screen for them`)
  for (const alert of await page
    .locator('main')
    .getByText(/could not be (read|loaded)|couldn’t load|not have permission|not allowed|Forbidden/)
    .allInnerTexts())
    faults.push(`${path} says ${alert}`)
  const doors = await page
    .locator('a[href^="/staff"]')
    .evaluateAll(links => links.map(link => new URL((link as HTMLAnchorElement).href).pathname))
  return { doors, faults }
}

/** Whether an address is one of these screens. */
const isOneOf = (patterns: typeof OF_ALL, path: string) =>
  patterns.some(([pattern]) => new RegExp(`^/staff/?${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path))

async function walk(email: string, patterns: typeof OF_ALL) {
  const { page, faults } = await somebody(email, '/staff')
  const doors = new Map<string, string>()
  for (const [pattern, title] of patterns)
    for (const path of await addressesOf(shop, pattern)) {
      if (path.includes('/missing')) continue
      // The title of one row's screen names the row.
      if (pattern.includes(':')) await page.goto(shop.url + path)
      else await goWithin(page, path, `Selvedge | ${title}`)
      const seen = await lookAround(page, path)
      faults.push(...seen.faults, ...(await lookAt(page, ANY_TITLE)), ...(await crookedOn(page)))
      for (const door of seen.doors) doors.set(door, path)
    }
  return { page, faults, doors }
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'Staff' }).getByRole('link').allInnerTexts()
const wordsOf = (clearance: number) => placesFor(clearance).flatMap(({ places }) => places.map(({ words }) => words))

async function foundByPalette(page: Page, text: string): Promise<string[]> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await palette.getByRole('combobox').fill(text)
  await palette.getByText(/^\d+ found$/).waitFor({ state: 'attached' })
  const screens = await palette.getByRole('group', { name: 'Screens' }).getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return screens
}

test(
  'shows a manager no fault, refusal or closed door on any screen, in both themes, at the counter and on a phone',
  async () => {
    const { page, faults, doors } = await walk('manager@shop.test', OF_ALL)
    expect(doors.size).toBeGreaterThan(OF_ALL.length)
    expect(
      [...doors].filter(([door]) => isOneOf(OF_MANAGEMENT, door)).map(([door, from]) => `${from} leads to ${door}`),
    ).toEqual([])
    expect(
      [...doors].filter(([door]) => !isOneOf(OF_ALL, door)).map(([door, from]) => `${from} leads nowhere by ${door}`),
    ).toEqual([])
    await page.goto(`${shop.url}/staff`)
    await standsStill(page)
    expect(await rail(page)).toEqual(wordsOf(STAFF))
    expect(
      [await foundByPalette(page, 'orders'), await foundByPalette(page, 'settings')].map(({ length }) => length > 0),
    ).toEqual([true, false])
    expect(faults).toEqual([])
    await page.goto(`${shop.url}/staff/settings`)
    const shut = await lookAround(page, '/staff/settings')
    expect(shut.faults).toEqual(['/staff/settings is no screen for them'])
  },
  PATIENCE_MS,
)

test(
  'shows an administrator no fault, refusal or dead end on any screen, in both themes, at the counter and on a phone',
  async () => {
    const { page, faults, doors } = await walk('admin@shop.test', OF_MANAGEMENT)
    expect(
      [...doors]
        .filter(([door]) => !isOneOf([...OF_ALL, ...OF_MANAGEMENT], door))
        .map(([door, from]) => `${from} leads nowhere by ${door}`),
    ).toEqual([])
    expect(await rail(page)).toEqual(wordsOf(MANAGEMENT))
    expect((await foundByPalette(page, 'settings')).length).toBeGreaterThan(0)
    expect(faults).toEqual([])
  },
  PATIENCE_MS,
)
