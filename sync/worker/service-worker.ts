/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SYNC_TAG } from '#sync/till/start-cycle.ts'
import { answerCatalogue, isCatalogue } from './catalogue.ts'
import { drainOutbox, makeWay, type Registration } from './drain-outbox.ts'
import { endFetches } from './fetching.ts'
import { answerNotice, showNotice } from './notices.ts'
import { answerPicture, forgetPhotos, isPicture } from './pictures.ts'
import { keepSeen, type Seen } from './keep-seen.ts'
import { SHELL } from './own-files.ts'
import { renewParts } from './parts.ts'
import { RENEW_TAG, renewPush, tellRenewal, type SubscriptionChange } from './renew-push.ts'
import { answerFile, cacheTill, dropOldTill, hasTill } from './till-cache.ts'

declare const self: ServiceWorkerGlobalScope & { registration: Registration }

const NOT_THE_APPS = [
  /^\/api\//,
  /^\/sandbox\//,
  /^\/sanctum\//,
  /^\/storage\//,
  /^\/(healthz|readyz|sitemap\.xml|robots\.txt)$/,
]

precacheAndRoute(SHELL)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APPS }))
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), answerFile)
registerRoute(isPicture, answerPicture)
registerRoute(isCatalogue, answerCatalogue)

let isFirst = false
const TIDYING_MS = 3_000

self.addEventListener('install', event => {
  isFirst = self.registration.active === null
  // A till must also start the new build without a network, so the build installs completely or not at all.
  event.waitUntil(hasTill().then(till => (till ? cacheTill() : renewParts())))
})

self.addEventListener('activate', event => {
  // Pages wait for this event to end, so tidying up may take no longer than a moment.
  event.waitUntil(Promise.race([forgetPhotos(), new Promise(resolve => setTimeout(resolve, TIDYING_MS))]))
  // The page that installed the first worker has no older one to conflict with; later workers wait for the page's
  // signal.
  if (isFirst) event.waitUntil(self.clients.claim())
})

self.addEventListener('message', event => {
  const { type, seen, for_ms = 0 } = (event.data ?? {}) as { type?: string; seen?: Seen; for_ms?: number }
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'MAKE_WAY') {
    makeWay()
    endFetches(for_ms)
    event.ports[0]?.postMessage('made way')
  }
  if (type === 'KEEP_SEEN' && seen) event.waitUntil(keepSeen(seen, request => keepFile(event, request)))
  if (type === 'CACHE_TILL') event.waitUntil(cacheForPage(event.ports[0]))
})

/** As the routes above answer it. */
async function keepFile(event: ExtendableMessageEvent, request: Request): Promise<void> {
  const url = new URL(request.url)
  if (url.origin !== location.origin || (await matchPrecache(request))) return
  const asked = { request, event, url, sameOrigin: true }
  if (url.pathname.startsWith('/assets/')) await answerFile(asked)
  else if (isPicture(asked)) await answerPicture.handle(asked)
}

self.addEventListener('sync', event => {
  const { tag, lastChance } = event as ExtendableEvent & { tag: string; lastChance: boolean }
  if (tag === SYNC_TAG) (event as ExtendableEvent).waitUntil(drainOutbox(self.registration, lastChance))
  if (tag === RENEW_TAG) (event as ExtendableEvent).waitUntil(tellRenewal())
})

self.addEventListener('push', event => event.waitUntil(showNotice(event.data?.text() ?? '')))
self.addEventListener('pushsubscriptionchange', event =>
  (event as ExtendableEvent).waitUntil(renewPush(event as SubscriptionChange)),
)
self.addEventListener('notificationclick', event => event.waitUntil(answerNotice(event)))

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
