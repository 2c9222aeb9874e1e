import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page's first picture, which the server may have drawn and which knows nothing of this browser. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
