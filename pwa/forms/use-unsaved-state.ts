import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Whether a page holds what was chosen or typed, is kept in state and not saved; for `LeaveDialog`. `settle` says at
 * once that it is saved, for whoever goes on to another page before the screen is drawn again.
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
