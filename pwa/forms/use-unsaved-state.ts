import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Whether a page has unsaved state, for `LeaveDialog`. `settle` marks it as saved at once, for a navigation before the
 * next render.
 */
export function useUnsavedState(holdsUnsaved: boolean) {
  const held = useRef(holdsUnsaved)
  useLayoutEffect(() => {
    held.current = holdsUnsaved
  }, [holdsUnsaved])
  return {
    isUnsaved: useCallback(() => held.current, []),
    settle: useCallback(() => {
      held.current = false
    }, []),
  }
}
