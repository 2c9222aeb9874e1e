import { useSyncExternalStore } from 'react'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

const connection = () =>
  typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Connection }).connection
const SLOW = /^(slow-2g|2g|3g)$/

/** Whether data is expensive or slow: the shopper asked to save it, or the browser measured it. */
export const isThrifty = () => connection()?.saveData === true || SLOW.test(connection()?.effectiveType ?? '')

/** Fetches ahead to save a wait, unless data is expensive. Ignores a failure: the real request will report it. */
export function ahead(fetchIt: () => Promise<unknown>): void {
  if (!isThrifty()) void fetchIt().catch(() => {})
}

const listen = (changed: () => void) => {
  connection()?.addEventListener('change', changed)
  return () => connection()?.removeEventListener('change', changed)
}

/** The same as a hook. False in what the server draws. */
export const useThrift = () => useSyncExternalStore(listen, isThrifty, () => false)
