/// <reference lib="webworker" />
import type { PrecacheEntry } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** The cache of a device that is set up as a till. */
export const TILL = 'till'

const IS_LIST = /^assets\/(?:shop|till)-files-/
const files = self.__WB_MANIFEST
const urlOf = (file: PrecacheEntry | string) => (typeof file === 'string' ? file : file.url)

/** What every device keeps of this build. Browsers ask for the web manifest only where they have a network. */
export const SHELL = files.filter(file => !IS_LIST.test(urlOf(file)) && !urlOf(file).endsWith('.webmanifest'))

/** The paths of this build's lists of further files. */
export const LISTS = files
  .map(urlOf)
  .filter(url => IS_LIST.test(url))
  .map(url => `/${url}`)

/**
 * One of the lists, from the till's cache or the network. It belongs to the build of this worker, and the server has
 * it as long as that build's other files.
 */
export async function listed(name: 'shop' | 'till'): Promise<string[]> {
  const path = LISTS.find(list => list.startsWith(`/assets/${name}-files-`))!
  const list = (await caches.match(path, { cacheName: TILL, ignoreVary: true })) ?? (await fetch(path))
  if (!list.ok) throw new Error(`${path} answered ${list.status}.`)
  return (await list.json()) as string[]
}
