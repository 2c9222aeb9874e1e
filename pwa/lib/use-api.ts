import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { EndpointName, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Page } from '#sync/protocol/page.ts'
import { api, type MayBeKept, type RequestOf } from './api.ts'
import { isMissing, isStranger } from './api-error.ts'

/** How often to retry while the shop cannot be reached. */
export const AGAIN_MS = 15_000

type GetName = Extract<EndpointName, `GET ${string}`>

interface Options<Reply = never> {
  /** The page's subject: if it is missing or forbidden, so is the page, and an ended session leads to the sign-in. */
  page?: boolean
  enabled?: boolean
  /** How long, in ms, a reply counts as fresh. */
  staleTime?: number
  /** When to read it again, in ms, while its work is still running; false once that has ended. */
  again?: (reply: Reply) => number | false
}

/** A GET, cached and shared. While the next page of a list loads, the previous one stays. */
export const useApi = <N extends GetName>(
  name: N,
  request: RequestOf<N>,
  { page = false, again, ...options }: Options<ReplyOf<N>> = {},
): UseQueryResult<ReplyOf<N> & MayBeKept> =>
  useQuery({
    queryKey: [name, request.params ?? null, request.query ?? null],
    queryFn: ({ signal }) => get(name, { ...request, signal }),
    refetchInterval: ({ state: { data } }) => (isOld(data) ? AGAIN_MS : data && again ? again(data) : false),
    placeholderData: keepPreviousData,
    throwOnError: error => page && (isMissing(error) || isStranger(error)),
    ...options,
  })

const isOld = (reply: MayBeKept | undefined) => reply?.as_of !== undefined || reply?.is_stale === true

/** A list that grows by 'Load more': the replies so far, the first page first. */
export const useApiPages = <N extends GetName>(
  name: N,
  query: QueryOf<N>,
  pageOf: (reply: ReplyOf<N>) => Page<unknown>,
) =>
  useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      get(name, { query: { ...(query as object), page: pageParam }, signal } as unknown as RequestOf<N>),
    refetchInterval: ({ state: { data } }) => (data?.pages.some(isOld) ? AGAIN_MS : false),
    initialPageParam: 1,
    getNextPageParam: reply => {
      const { current_page, last_page } = pageOf(reply)
      return current_page < last_page ? current_page + 1 : undefined
    },
  })

/** All rows of a list: reads pages of 100 one after the other. */
export const useApiAll = <N extends GetName, Row>(
  name: N,
  query: Omit<QueryOf<N>, 'page' | 'per_page'>,
  { pageOf, page = false, ...options }: Omit<Options, 'again'> & { pageOf: (reply: ReplyOf<N>) => Page<Row> },
): UseQueryResult<Row[]> =>
  useQuery({
    queryKey: [name, 'all', query],
    queryFn: async ({ signal }) => {
      const rows: Row[] = []
      for (let at = 1, last = 1; at <= last; at++) {
        const { data, last_page } = pageOf(
          await get(name, { query: { ...query, page: at, per_page: 100 }, signal } as unknown as RequestOf<N>),
        )
        rows.push(...data)
        last = last_page
      }
      return rows
    },
    placeholderData: keepPreviousData,
    throwOnError: error => page && (isMissing(error) || isStranger(error)),
    ...options,
  })

const get = api as <N extends GetName>(name: N, request: RequestOf<N>) => Promise<ReplyOf<N> & MayBeKept>
