import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getDefaultStore, useAtomValue } from 'jotai'
import { api } from '#pwa/lib/api.ts'
import { ApiError } from '#pwa/lib/api-error.ts'
import { keepCopy, keptCopy } from '#pwa/browser/kept-copy.ts'
import { queries } from '#pwa/lib/queries.ts'
import { visitor } from '#pwa/session/session.ts'
import { AGAIN_MS } from '#pwa/lib/use-api.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { MOST_GATHERED } from '#sync/protocol/shop/cart.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'

/** The shopper's two lists. */
const LISTS = ['GET /api/cart', 'GET /api/wishlist'] as const
type List = (typeof LISTS)[number]

/** `as_of`: the shop cannot be reached, and this is its reply from then, in ms since 1970. */
export interface Gathered<Reply> {
  reply: Reply
  as_of: number | null
}

export const useCart = () => useGathered('GET /api/cart')
export const useWishlist = () => useGathered('GET /api/wishlist')

/** A list from the shop or, offline, its last copy. A visitor without a session has none, and none is requested. */
function useGathered<N extends List>(name: N): UseQueryResult<Gathered<ReplyOf<N>>> {
  const whose = useAtomValue(visitor)
  return useQuery({
    ...reading(name, whose),
    enabled: useMounted() && whose !== null,
    refetchInterval: ({ state }) => (state.data?.as_of ? AGAIN_MS : false),
    refetchOnReconnect: 'always',
  })
}

const reading = <N extends List>(name: N, whose: string | null) => ({
  queryKey: [name, whose],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(name, whose ?? '', signal),
})

/** This device's copy of the wishlist until the shop has answered, so that hearts are filled at once. */
export function recallWishlist(whose: string | null): void {
  const copy = whose === null ? null : keptCopy<ReplyOf<'GET /api/wishlist'>>('GET /api/wishlist', whose)
  const key = ['GET /api/wishlist', whose]
  if (copy && queries.getQueryData(key) === undefined)
    queries.setQueryData(key, { reply: copy.reply, as_of: null }, { updatedAt: 0 })
}

async function read<N extends List>(name: N, whose: string, signal: AbortSignal): Promise<Gathered<ReplyOf<N>>> {
  try {
    const reply = await readAll(name, signal)
    keepCopy(name, whose, reply)
    return { reply, as_of: null }
  } catch (error) {
    const copy = isAway(error) ? keptCopy<ReplyOf<N>>(name, whose) : null
    if (!copy) throw error
    return { reply: copy.reply, as_of: copy.at }
  }
}

/** Reads the whole list: two merged ones may exceed a page. */
async function readAll<N extends List>(name: N, signal: AbortSignal): Promise<ReplyOf<N>> {
  const ask = (page?: number) =>
    (api as (name: List, request: object) => Promise<ReplyOf<N>>)(name, {
      query: { per_page: MOST_GATHERED, ...(page && { page }) },
      signal,
    })
  const reply = await ask()
  const all = pageIn(reply)
  for (let page = 2; page <= all.last_page; page++) all.data.push(...pageIn(await ask(page)).data)
  return reply
}

const pageIn = (reply: object) => Object.values(reply)[0] as Page<unknown>

/** The shop gave no valid answer; the request may be repeated. */
export const isAway = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

let tabs: BroadcastChannel | null = null

/**
 * From now on this tab notices changes from other tabs, and a lost network: it then states the age of what it shows.
 */
export function hearOtherTabs(): void {
  if (tabs || typeof BroadcastChannel === 'undefined') return
  tabs = new BroadcastChannel('gathered')
  tabs.addEventListener('message', ({ data }: MessageEvent<List>) => void refresh(data))
  addEventListener('offline', () => {
    for (const name of LISTS) void refresh(name)
  })
}

/**
 * Reloads a changed list, here and in the other tabs. Resolves when it has arrived, even for a guest session that has
 * only just begun.
 */
export async function changed(name: List): Promise<void> {
  tabs?.postMessage(name)
  await refresh(name)
  const whose = getDefaultStore().get(visitor)
  if (whose && queries.getQueryData([name, whose]) === undefined)
    await queries.prefetchQuery({ ...reading(name, whose), retry: false })
}

/** A first request already running may have been answered before the change, and would not be repeated. */
async function refresh(name: List): Promise<void> {
  await queries.cancelQueries({ queryKey: [name] })
  await queries.invalidateQueries({ queryKey: [name] })
}
