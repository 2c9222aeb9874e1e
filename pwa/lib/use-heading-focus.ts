import { useEffect, useRef, type RefObject } from 'react'

/** For a heading: takes the focus after a step, with another `state`, removed the button that had it. */
export function useHeadingFocus(state: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== state && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    known.current = state
  }, [state])
  return heading
}
