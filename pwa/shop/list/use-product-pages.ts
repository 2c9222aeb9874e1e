import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import { AGAIN_MS } from '#pwa/lib/use-api.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'

export const PER_PAGE = 12
const MOST_AT_ONCE = 96
const KEPT_MS = 30 * 60_000

/**
 * The loaded part of the list. `count`: how many to load first, for a return to a longer list. While other filters
 * load, the old list stays.
 */
export const useProductPages = (query: QueryOf<'GET /api/products'>, count = PER_PAGE) =>
  useInfiniteQuery({
    queryKey: ['GET /api/products', 'pages', query],
    queryFn: ({ pageParam, signal }) => api('GET /api/products', { query: { ...query, ...pageParam }, signal }),
    initialPageParam: { page: 1, per_page: wholePages(count) },
    getNextPageParam: ({ products: { total } }, pages) => {
      const loaded = pages.reduce((sum, { products }) => sum + products.data.length, 0)
      return loaded < total ? { page: Math.floor(loaded / PER_PAGE) + 1, per_page: PER_PAGE } : undefined
    },
    refetchInterval: ({ state }) => (state.data?.pages.some(({ as_of }) => as_of) ? AGAIN_MS : false),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  })

const wholePages = (count: number) => Math.min(MOST_AT_ONCE, Math.max(1, Math.ceil(count / PER_PAGE)) * PER_PAGE)

/** How many products an address asks for, if it asks for more than a page. */
export const shownIn = (search: string): number | undefined => {
  const shown = new URLSearchParams(search).get('shown') ?? ''
  return /^\d{1,4}$/.test(shown) && Number(shown) > 0 ? Number(shown) : undefined
}

/** The address of the same list, with a page more. */
export const longerHref = (href: string, shown: number) =>
  `${href}${href.includes('?') ? '&' : '?'}shown=${shown + PER_PAGE}`
