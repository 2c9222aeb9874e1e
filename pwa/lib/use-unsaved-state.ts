import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether a page holds what was chosen or typed, is kept in state and not saved; leaving the site is asked about by the browser.
 * `settle` says at once that it is saved, for whoever goes on to another page before the screen is drawn again.
 */
export function useUnsavedState(holdsUnsaved: boolean) {
  const held = useRef(holdsUnsaved)
  useEffect(() => { held.current = holdsUnsaved }, [holdsUnsaved])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => { if (held.current) event.preventDefault() }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return { isUnsaved: useCallback(() => held.current, []), settle: useCallback(() => { held.current = false }, []) }
}
