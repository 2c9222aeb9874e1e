/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SYNC_TAG } from '#sync/till/start-cycle.ts'
import { answerCatalogue, isCatalogue } from './catalogue.ts'
import { drainOutbox, makeWay, type Registration } from './drain-outbox.ts'
import { answerPicture, forgetPhotos, isPicture } from './pictures.ts'
import { cacheTill, dropOldTill, hasTill, tillFile } from './till-cache.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[]; registration: Registration }

const NOT_THE_APPS = [
  /^\/api\//,
  /^\/sandbox\//,
  /^\/sanctum\//,
  /^\/storage\//,
  /^\/(healthz|readyz|sitemap\.xml|robots\.txt)$/,
]

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APPS }))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  ({ request }) => tillFile(request),
)
registerRoute(isPicture, answerPicture)
registerRoute(isCatalogue, answerCatalogue)

let isFirst = false

self.addEventListener('install', event => {
  isFirst = self.registration.active === null
  // A till must also start the new build without a network, so the build installs completely or not at all.
  event.waitUntil(hasTill().then(till => (till ? cacheTill() : undefined)))
})

self.addEventListener('activate', event => {
  event.waitUntil(forgetPhotos())
  // The page that installed the first worker has no older one to conflict with; later workers wait for the page's
  // signal.
  if (isFirst) event.waitUntil(self.clients.claim())
})

self.addEventListener('message', event => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'MAKE_WAY') makeWay()
  if (type === 'CACHE_TILL') event.waitUntil(cacheForPage(event.ports[0]))
})

self.addEventListener('sync', event => {
  const { tag, lastChance } = event as ExtendableEvent & { tag: string; lastChance: boolean }
  if (tag === SYNC_TAG) (event as ExtendableEvent).waitUntil(drainOutbox(self.registration, lastChance))
})

/**
 * Fetches the till's files and reports the progress to the page. Fetched files stay, so the next try continues from
 * there.
 */
async function cacheForPage(page: MessagePort | undefined) {
  try {
    await cacheTill((done, total) => page?.postMessage({ state: 'fetching', done, total }))
    await dropOldTill()
    page?.postMessage({ state: 'ready' })
  } catch {
    page?.postMessage({ state: 'failed' })
  }
}
