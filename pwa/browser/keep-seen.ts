import type { EndpointName } from '#sync/protocol/endpoints.ts'
import { addressOf, TOLD_TO_ALL } from '../lib/api.ts'
import { queries } from '../lib/queries.ts'

/**
 * Tells the first worker what this page has used before there was one, so that the page opens without a network too.
 */
export async function keepSeen(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP_SEEN', seen: { files: filesSeen(), replies: repliesSeen() } })
}

/** With the pictures, but not with styles that came inside the page: the worker has those. */
const filesSeen = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(?:assets|storage)\//.test(pathname))
    .map(({ pathname, search }) => pathname + search)

type Key = [name: EndpointName, params: object | 'pages' | 'all' | null, query: object | null]
interface Pages {
  pages: unknown[]
  pageParams: unknown[]
}

function repliesSeen(): [address: string, reply: unknown][] {
  return queries
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }): [string, unknown][] => {
      const [name, params, query] = queryKey as Key
      if (data === undefined || !TOLD_TO_ALL.has(name) || params === 'all' || isKept(data)) return []
      if (params !== 'pages') return [[addressOf(name, params ?? {}, query ?? {}), data]]
      const { pages, pageParams } = data as Pages
      return pages.map((page, at) => [addressOf(name, {}, { ...query, page: pageParams[at] }), page])
    })
}

/** From this device, or from the shop's memory. */
const isKept = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && ('as_of' in reply || 'is_stale' in reply)
