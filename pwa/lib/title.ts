import { atom, useAtomValue, useSetAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router-dom'

/** The shop's name as its settings have it; the last one known until they are read. */
export const shopName = atomWithStorage('shop_name', 'Selvedge', undefined, { getOnInit: true })

/** A route says its title in `handle`; a screen that knows better, such as a product's name, says so with `useTitle`. */
export interface RouteHandle { title: string }

const better = atom<{ path: string; title: string } | null>(null)

/** Gives this page a title that only its data knows. */
export function useTitle(title: string | undefined): void {
  const { pathname } = useLocation()
  const say = useSetAtom(better)
  useEffect(() => { if (title) say({ path: pathname, title }) }, [pathname, title, say])
}

/** Keeps the tab's title at 'Selvedge | Store Order'. Used once, by the frame around all screens. */
export function useDocumentTitle(): void {
  const { pathname } = useLocation()
  const shop = useAtomValue(shopName)
  const known = useAtomValue(better)
  const handle = useMatches().findLast(match => match.handle !== undefined)?.handle as RouteHandle | undefined
  const title = known?.path === pathname ? known.title : handle?.title
  useEffect(() => { document.title = title ? `${shop} | ${title}` : shop }, [shop, title])
}
