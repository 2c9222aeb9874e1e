import { useSyncExternalStore } from 'react'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

const connection = () =>
  typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Connection }).connection
const SLOW = /^(slow-2g|2g|3g)$/

/** Whether data is dear or slow on this connection: the shopper asked to save it, or the browser measured it so. */
export const isThrifty = () => connection()?.saveData === true || SLOW.test(connection()?.effectiveType ?? '')

/**
 * Does something that may save somebody a wait, unless data is dear: then only what is asked for is fetched. A failure
 * can wait until it is.
 */
export function ahead(fetchIt: () => Promise<unknown>): void {
  if (!isThrifty()) void fetchIt().catch(() => {})
}

const listen = (changed: () => void) => {
  connection()?.addEventListener('change', changed)
  return () => connection()?.removeEventListener('change', changed)
}

/** The same, while it changes. What the server writes knows nothing of it. */
export const useThrift = () => useSyncExternalStore(listen, isThrifty, () => false)
