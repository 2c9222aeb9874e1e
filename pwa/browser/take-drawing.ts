import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import { STALE_TIMING } from '#sync/protocol/shop/catalogue.ts'
import { queries } from '../lib/queries.ts'
import { isKnown } from '../session/session.ts'

/**
 * Uses the page that the server drew in #root, with the replies it read. False if the browser must draw the page, such
 * as when server and browser disagree on whether somebody is signed in. If the page's subject is missing, the address
 * becomes that of the screen which says so.
 */
export function takeDrawing(root: HTMLElement): boolean {
  const data = document.getElementById('drawing')?.textContent
  if (!data || !root.firstElementChild) return false
  const { path, drawn_for, replies } = JSON.parse(data) as Pick<Drawing, 'path' | 'drawn_for' | 'replies'>
  if (path !== location.pathname) history.replaceState(null, '', path)
  // Drawn from the server's memory: asks again at once, and the reply says whether it may be out of date.
  const options = isStale() ? { updatedAt: 0 } : {}
  for (const [key, reply] of replies) queries.setQueryData(key, reply, options)
  return drawn_for !== (isKnown() ? 'nobody' : 'somebody')
}

function isStale(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.some(({ name }) => name === STALE_TIMING) ?? false
}
