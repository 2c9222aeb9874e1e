import { createElement, useEffect, useRef, useState, type FunctionComponent } from 'react'
import { loadChunk } from './lazy-screen.ts'
import { useMounted } from './use-mounted.ts'

/** How far below the screen a part begins to load. */
const NEAR = '600px'
const loaders: { name: string; load: () => Promise<void> }[] = []

/** For the server, which draws every part. */
export const loadParts = () => Promise.all(loaders.map(({ load }) => load()))

/** The parts in a drawn page. */
export const partsIn = (html: string): string[] =>
  loaders.flatMap(({ name }) => (html.includes(`data-part="${name}"`) ? name : []))

/**
 * A part of a screen that the server draws, and whose script loads once it is nearly in view. Until then, and if it
 * does not arrive, it stays as the server drew it.
 */
export function drawnPart<Name extends string, Props extends object>(
  fetchPart: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
): FunctionComponent<Props> {
  let Part: FunctionComponent<Props> | null = null
  const load = async () => {
    Part ??= (await loadChunk(fetchPart))[name]
  }
  loaders.push({ name, load })
  return function Later(props) {
    const isMounted = useMounted()
    const [drawn] = useState(() =>
      isMounted || typeof document === 'undefined' ? undefined : { __html: htmlOf(name) },
    )
    const [isHere, arrive] = useState(false)
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => {
      const bring = () =>
        void load().then(
          () => arrive(true),
          () => {},
        )
      if (!('IntersectionObserver' in window)) return bring()
      const observer = new IntersectionObserver(seen => seen.some(({ isIntersecting }) => isIntersecting) && bring(), {
        rootMargin: NEAR,
      })
      observer.observe(place.current!)
      return () => observer.disconnect()
    }, [])
    const isAlive = Part !== null && (isHere || drawn === undefined)
    return isAlive ? (
      <div key="alive" ref={place} data-part={name}>
        {createElement(Part!, props)}
      </div>
    ) : (
      <div key="drawn" ref={place} data-part={name} {...(drawn && { dangerouslySetInnerHTML: drawn })} />
    )
  }
}

/** What the server drew; the same text is never set again. */
const htmlOf = (name: string) => document.querySelector(`[data-part="${name}"]`)?.innerHTML ?? ''
