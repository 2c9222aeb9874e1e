import type { RouteMatchCallback } from 'workbox-core/types'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { PHOTOS_AT } from '#sync/protocol/shop/refund.ts'

const CACHE = 'pictures'
const A_MONTH_S = 30 * 24 * 60 * 60

/** What the shop shows to everybody. Photos of returns are somebody's own, and are not kept. */
export const isPicture: RouteMatchCallback = ({ url, sameOrigin }) =>
  sameOrigin && url.pathname.startsWith('/storage/') && !url.pathname.startsWith(PHOTOS_AT)

export const answerPicture = new CacheFirst({
  cacheName: CACHE,
  plugins: [new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: A_MONTH_S, purgeOnQuotaError: true })],
})

/** Takes away the photos of returns that earlier workers kept. */
export async function forgetPhotos(): Promise<void> {
  const kept = await caches.open(CACHE)
  for (const request of await kept.keys())
    if (new URL(request.url).pathname.startsWith(PHOTOS_AT)) await kept.delete(request)
}
