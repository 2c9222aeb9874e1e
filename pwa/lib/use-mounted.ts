import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the first render, which the server may have drawn without knowing this browser. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
