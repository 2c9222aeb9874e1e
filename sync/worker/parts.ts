import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { untilLeaving } from './fetching.ts'
import { listed } from './own-files.ts'
import { wholeReply } from './whole-reply.ts'

const CACHE = 'parts'
const MOST = 150

/** Files of the shop that this device has used. Their names change with their contents. */
export const answerPart = new CacheFirst({
  cacheName: CACHE,
  fetchOptions: untilLeaving,
  matchOptions: { ignoreVary: true },
  plugins: [wholeReply, new ExpirationPlugin({ maxEntries: MOST, purgeOnQuotaError: true })],
})

/** Fetches this build's editions of the files that were used of the last one. Those that do not come are not missed. */
export async function renewParts(): Promise<void> {
  const cache = await caches.open(CACHE)
  const used = new Set((await cache.keys()).map(({ url }) => plainName(new URL(url).pathname)))
  if (used.size === 0) return
  const wanted = (await listed('shop')).filter(path => used.has(plainName(path)))
  await Promise.allSettled(
    wanted.map(async path => (await cache.match(path)) ?? cache.add(new Request(path, { credentials: 'same-origin' }))),
  )
}

/** Without the part that changes with the contents. */
const plainName = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')
