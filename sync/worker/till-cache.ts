import { matchPrecache } from 'workbox-precaching'

const CACHE = 'till'
const AT_ONCE = 4

/** Whether this device is set up as a till: staff signed in here once. */
export const hasTill = () => caches.has(CACHE)

/**
 * Fetches all files that the till and the back office need beyond the shop's, as listed in this worker's own build.
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

/** A file of the till, from the device or else from the network. */
export async function tillFile(request: Request): Promise<Response> {
  const kept = (await hasTill()) ? await (await caches.open(CACHE)).match(request, { ignoreVary: true }) : undefined
  return kept ?? fetch(request)
}

/** The list is in this worker's precache, so that it always matches the build of its index.html. */
async function listOf(): Promise<string[]> {
  const list = (await matchPrecache('/till-assets.json')) ?? (await fetch('/till-assets.json', { cache: 'no-store' }))
  if (!list.ok) throw new Error(`The list of the till's files answered ${list.status}.`)
  return (await list.json()) as string[]
}

async function without(cache: Cache, urls: readonly string[]): Promise<string[]> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  return urls.filter(url => !kept.has(url))
}
