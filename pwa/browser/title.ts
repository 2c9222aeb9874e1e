import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useRouting } from '../lib/routed.tsx'

/** What a route states in `handle`; a screen with a better title, such as a product's name, calls `useTitle`. */
export interface RouteHandle {
  title: string
  /** One sentence about the page. */
  description?: string
  /**
   * Whom the server draws it for; without it only the browser draws it. Search engines get only what is for everybody.
   * Visitor: the same page for everyone without a session. Holder: anyone with its address.
   */
  drawn_for?: 'everybody' | 'visitor' | 'holder'
  /** The status of the server's reply; 200 by default. */
  status?: 404
}

/** The handle of a route: its title and, if the server draws it too, its description and audience. */
export const titled = (
  title: string,
  description?: string,
  drawn_for: RouteHandle['drawn_for'] = 'everybody',
): { handle: RouteHandle } => ({ handle: { title, ...(description && { description, drawn_for }) } })

const better = atom<{ path: string; title: string } | null>(null)

/** The title that a screen set; for the server, which mounts nothing and so has no tab. */
export const betterTitle = atom(get => get(better)?.title)

/** Sets a title that depends on the page's data. */
export function useTitle(title: string | undefined): void {
  const { pathname } = useLocation()
  const say = useSetAtom(better)
  if (typeof document === 'undefined' && title) say({ path: pathname, title })
  useEffect(() => {
    if (title) say({ path: pathname, title })
  }, [pathname, title, say])
}

/**
 * Keeps the tab's title at 'Selvedge | Store Order', and the shared address at the page's own. Used once, by the frame
 * around all screens.
 */
export function useDocumentTitle(shop: string): void {
  const { pathname } = useLocation()
  const known = useAtomValue(better)
  const handle = useRouting()?.matches.findLast(({ route }) => route.handle !== undefined)?.route.handle as
    | RouteHandle
    | undefined
  const title = known?.path === pathname ? known.title : handle?.title
  useEffect(() => {
    document.title = title ? `${shop} | ${title}` : shop
  }, [shop, title])
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
    if (link && new URL(link.href).pathname !== pathname) link.href = new URL(pathname, link.href).href
  }, [pathname])
}
