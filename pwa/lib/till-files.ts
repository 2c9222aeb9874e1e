import { atom, getDefaultStore } from 'jotai'

/** The progress of fetching the till's files; `ready`: the till can start and sell without a network. */
export type TillFiles = { state: 'fetching'; done: number; total: number } | { state: 'ready' } | { state: 'failed' }

export const tillFiles = atom<TillFiles | null>(null)

/** Has the service worker fetch the files that staff need, once they sign in. Skips files that are there. */
export async function keepTillFiles(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<TillFiles>) => getDefaultStore().set(tillFiles, data)
  active?.postMessage({ type: 'CACHE_TILL' }, [port2])
}
