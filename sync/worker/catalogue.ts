import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core/types'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst } from 'workbox-strategies'
import { KEPT_AT, STALE } from '#sync/protocol/shop/catalogue.ts'
import { untilLeaving } from './fetching.ts'
import { wholeReply } from './whole-reply.ts'

const CACHE = 'catalogue'
const A_WEEK_S = 7 * 24 * 60 * 60
const PATHS = /^\/api\/(products(\/\d+)?|categories|sizes|colours|shop)$/

/** Public reads of the shop. */
export const isCatalogue: RouteMatchCallback = ({ url, sameOrigin, request }) =>
  sameOrigin && request.method === 'GET' && PATHS.test(url.pathname)

const anonymous = new NetworkFirst({
  cacheName: CACHE,
  fetchOptions: untilLeaving,
  networkTimeoutSeconds: 8,
  plugins: [
    wholeReply,
    { cacheWillUpdate: async ({ response }) => (mayKeep(response) ? dated(response) : null) },
    new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: A_WEEK_S, purgeOnQuotaError: true }),
  ],
})

/**
 * From the network, or without one the last copy. Stores only replies to requests without a token, as the shop's pages
 * send them. A request with a token, as from the back office, gets the same copy when the network is away, but its
 * reply is never stored. A copy states when it arrived.
 */
export const answerCatalogue: RouteHandlerCallback = async options => {
  const { request } = options
  if (!request.headers.has('authorization')) return anonymous.handle(options)
  return fetch(request, untilLeaving).catch(async error => {
    const copy = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })
    if (copy) return copy
    throw error
  })
}

/** Keeps what a page was given before it had a worker; nothing that is there already, which may be newer. */
export async function keepReply(address: string, reply: unknown): Promise<void> {
  const { origin, pathname, href } = new URL(address, self.location.origin)
  if (origin !== self.location.origin || !PATHS.test(pathname)) return
  const cache = await caches.open(CACHE)
  if (await cache.match(href)) return
  const headers = { 'content-type': 'application/json', [KEPT_AT]: new Date().toJSON() }
  await cache.put(href, new Response(JSON.stringify(reply), { headers }))
}

const mayKeep = (reply: Response) =>
  reply.status === 200 &&
  !reply.headers.has(STALE) &&
  !/no-store|private/i.test(reply.headers.get('cache-control') ?? '')

/** The same reply with its time of arrival. Its body is no longer compressed. */
function dated({ body, status, statusText, headers }: Response): Response {
  const known = new Headers(headers)
  for (const name of ['content-encoding', 'content-length']) known.delete(name)
  known.set(KEPT_AT, new Date().toJSON())
  return new Response(body, { status, statusText, headers: known })
}
