import { useEffect, useRef, type RefObject } from 'react'

<<<<<<< HEAD:pwa/lib/use-kept-focus.ts
/** For a heading: takes the focus after a step, with another `state`, removed the button that had it. */
export function useKeptFocus(state: string): RefObject<HTMLHeadingElement | null> {
=======
/**
 * For a heading that takes the focus where a step, whose outcome is another `state`, has taken away the button that had
 * it.
 */
export function useHeadingFocus(state: string): RefObject<HTMLHeadingElement | null> {
>>>>>>> 2a578a6 (Name twins by what they do, unite crumbs, and hold hooks and words to their names):pwa/lib/use-heading-focus.ts
  const heading = useRef<HTMLHeadingElement>(null)
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== state && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    known.current = state
  }, [state])
  return heading
}
