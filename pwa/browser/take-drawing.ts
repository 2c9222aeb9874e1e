import type { Drawing } from '#sync/protocol/shop/drawing.ts'
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
  for (const [key, reply] of replies) queries.setQueryData(key, reply)
  return drawn_for !== (isKnown() ? 'nobody' : 'somebody')
}
