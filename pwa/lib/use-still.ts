import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether somebody prefers things to stand still; the server does not know. */
export const useStill = (): boolean =>
  useSyncExternalStore(
    never,
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    () => false,
  )
