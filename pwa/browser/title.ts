import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useRouting } from '../lib/routed.tsx'

/**
 * What a route says of itself in `handle`; a screen that knows a better title, such as a product's name, says so with
 * `useTitle`.
 */
export interface RouteHandle {
  title: string
  /** One sentence on what it is. */
  description?: string
  /**
   * Whom the server draws it for; without it the browser draws it alone. Only what is for everybody is for search
   * engines. Visitor: for nobody otherwise than for somebody. Holder: for who has its address.
   */
  drawn_for?: 'everybody' | 'visitor' | 'holder'
  /** What the server answers with; 200 unless it says so. */
  status?: 404
}

/** For a route: its title, and where the server draws it too, what it is and for whom. */
export const titled = (
  title: string,
  description?: string,
  drawn_for: RouteHandle['drawn_for'] = 'everybody',
): { handle: RouteHandle } => ({ handle: { title, ...(description && { description, drawn_for }) } })

const better = atom<{ path: string; title: string } | null>(null)

/** The title that a screen knew; for the server, which mounts nothing and so has no tab to write it on. */
export const betterTitle = atom(get => get(better)?.title)

/** Gives this page a title that only its data knows. */
export function useTitle(title: string | undefined): void {
  const { pathname } = useLocation()
  const say = useSetAtom(better)
  if (typeof document === 'undefined' && title) say({ path: pathname, title })
  useEffect(() => {
    if (title) say({ path: pathname, title })
  }, [pathname, title, say])
}

/**
 * Keeps the tab's title at 'Selvedge | Store Order', and the address by which a browser shares the page at its own.
 * Used once, by the frame around all screens.
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
