import type { RouteHandlerCallback } from 'workbox-core/types'
import { LISTS, listed, TILL as CACHE } from './own-files.ts'
import { answerPart } from './parts.ts'

const AT_ONCE = 4

/** Whether this device is set up as a till: staff signed in here once. */
export const hasTill = () => caches.has(CACHE)

/**
 * Fetches all files of this worker's own build beyond the shell: a till opens any page without a network.
 * Present files stay; files of older builds go only once this build's are complete.
 * @throws if a file did not arrive; the others stay.
 */
export async function cacheTill(tell: (done: number, total: number) => void = () => {}): Promise<void> {
  const wanted = await listOf()
  const cache = await caches.open(CACHE)
  const missing = await without(cache, wanted)
  let done = wanted.length - missing.length
  tell(done, wanted.length)
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const next = missing.slice(from, from + AT_ONCE)
    await Promise.all(next.map(url => cache.add(new Request(url, { credentials: 'same-origin' }))))
    done += next.length
    tell(done, wanted.length)
  }
}

/** Deletes files of older builds. Deletes nothing while a file of this build is missing. */
export async function dropOldTill(): Promise<void> {
  if (!(await hasTill())) return
  const wanted = new Set(await listOf())
  const cache = await caches.open(CACHE)
  if ((await without(cache, [...wanted])).length > 0) return
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname))
  await Promise.all(old.map(request => cache.delete(request)))
}

/** A file beyond the shell, from the device or else from the network; a shopper's device keeps what it has used. */
export const answerFile: RouteHandlerCallback = async options => {
  if (!(await hasTill())) return answerPart.handle(options)
  const kept = await (await caches.open(CACHE)).match(options.request, { ignoreVary: true })
  return kept ?? answerPart.handle(options)
}

const listOf = async () => [...LISTS, ...(await listed('till')), ...(await listed('shop'))]

async function without(cache: Cache, urls: readonly string[]): Promise<string[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return urls.filter(url => !kept.has(url))
}
