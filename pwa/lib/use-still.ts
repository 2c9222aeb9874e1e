import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the user prefers reduced motion; unknown on the server. */
export const useStill = (): boolean =>
  useSyncExternalStore(
    never,
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    () => false,
  )
