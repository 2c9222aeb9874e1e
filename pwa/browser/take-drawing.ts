import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import { STALE_TIMING } from '#sync/protocol/shop/catalogue.ts'
import { queries } from '../lib/queries.ts'
import { isKnown } from '../session/session.ts'

/**
 * Takes over what the server has drawn in #root, with what it read for it; false where the browser has to draw the
 * page, as where the server took it for somebody's that is nobody's, or the other way round. What the page is about may
 * be missing: then its address becomes that of the screen which says so.
 */
export function takeDrawing(root: HTMLElement): boolean {
  const data = document.getElementById('drawing')?.textContent
  if (!data || !root.firstElementChild) return false
  const { path, drawn_for, replies } = JSON.parse(data) as Pick<Drawing, 'path' | 'drawn_for' | 'replies'>
  if (path !== location.pathname) history.replaceState(null, '', path)
  // Drawn from memory it is asked for again at once: the reply says then whether it may be out of date.
  const options = isStale() ? { updatedAt: 0 } : {}
  for (const [key, reply] of replies) queries.setQueryData(key, reply, options)
  return drawn_for !== (isKnown() ? 'nobody' : 'somebody')
}

function isStale(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.serverTiming?.some(({ name }) => name === STALE_TIMING) ?? false
}
