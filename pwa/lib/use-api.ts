import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { EndpointName, Page, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { api, type RequestOf } from './api.ts'
import { isMissing, isStranger } from './api-error.ts'

type GetName = Extract<EndpointName, `GET ${string}`>

interface Options {
  /** This is what the page is about: where it is missing or forbidden the page is, and a lost session asks to sign in. */
  page?: boolean
  enabled?: boolean
  /** How long, in ms, a reply counts as fresh. */
  staleTime?: number
}

/** A GET, kept and shared. While the next page of a list loads, the one before stays. */
export const useApi = <N extends GetName>(name: N, request: RequestOf<N>, { page = false, ...options }: Options = {}): UseQueryResult<ReplyOf<N>> =>
  useQuery({
    queryKey: [name, request.params ?? null, request.query ?? null],
    queryFn: ({ signal }) => get(name, { ...request, signal }),
    placeholderData: keepPreviousData,
    throwOnError: error => page && (isMissing(error) || isStranger(error)),
    ...options,
  })

/** A list that grows by 'Load more': the replies so far, the first page first. */
export const useApiPages = <N extends GetName>(name: N, query: QueryOf<N>, pageOf: (reply: ReplyOf<N>) => Page<unknown>) =>
  useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ pageParam, signal }) => get(name, { query: { ...query as object, page: pageParam }, signal } as unknown as RequestOf<N>),
    initialPageParam: 1,
    getNextPageParam: reply => {
      const { current_page, last_page } = pageOf(reply)
      return current_page < last_page ? current_page + 1 : undefined
    },
  })

const get = api as <N extends GetName>(name: N, request: RequestOf<N>) => Promise<ReplyOf<N>>
