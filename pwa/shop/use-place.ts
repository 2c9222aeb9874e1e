import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { keepInTab, keptInTab } from '#pwa/browser/in-this-tab.ts'

/** A position in a list: how far down, in px, and how many products were loaded. */
interface Place {
  y: number
  count: number
}

/**
 * Restores a shopper's position in a list after Back, a reload or a discarded tab: `count` is how many products to load
 * first, and once these, or all, are there, the page scrolls to its position.
 */
export function usePlace({ loaded, whole }: { loaded: number; whole: boolean }): { count: number | undefined } {
  const { key: entry, search } = useLocation()
  const key = `${entry} ${search}`
  const isReturn = useNavigationType() === 'POP'
  const [{ place, at }] = useState(() => ({ place: isReturn ? keptInTab<Place>(nameOf(key)) : null, at: key }))
  const latest = useRef({ key, loaded })
  const done = useRef(place === null)
  const ready = loaded > 0 && (whole || loaded >= (place?.count ?? 0))
  useEffect(() => {
    latest.current = { key, loaded }
  })

  useLayoutEffect(() => {
    if (done.current || !ready) return
    done.current = true
    // After the router's own attempt, which came before the products.
    if (key === at) requestAnimationFrame(() => scrollTo(0, place!.y))
  }, [ready, place, key, at])

  useLayoutEffect(() => {
    const keep = () => {
      if (latest.current.loaded > 0)
        keepInTab(nameOf(latest.current.key), { y: scrollY, count: latest.current.loaded } satisfies Place)
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [])
  // A different list, such as a narrower one, starts with its first page.
  return { count: key === at ? place?.count : undefined }
}

const nameOf = (key: string) => `place ${key}`
