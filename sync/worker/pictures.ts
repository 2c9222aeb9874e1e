import type { RouteMatchCallback } from 'workbox-core/types'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { PHOTOS_AT } from '#sync/protocol/shop/refund.ts'
import { untilLeaving } from './fetching.ts'
import { wholeReply } from './whole-reply.ts'

const CACHE = 'pictures'
const A_MONTH_S = 30 * 24 * 60 * 60

/** Public pictures of the shop. Photos of returns are private and never stored. */
export const isPicture: RouteMatchCallback = ({ url, sameOrigin }) =>
  sameOrigin && url.pathname.startsWith('/storage/') && !url.pathname.startsWith(PHOTOS_AT)

export const answerPicture = new CacheFirst({
  cacheName: CACHE,
  fetchOptions: untilLeaving,
  plugins: [wholeReply, new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: A_MONTH_S, purgeOnQuotaError: true })],
})

/** Deletes photos of returns that earlier workers stored. */
export async function forgetPhotos(): Promise<void> {
  const kept = await caches.open(CACHE)
  for (const request of await kept.keys())
    if (new URL(request.url).pathname.startsWith(PHOTOS_AT)) await kept.delete(request)
}
