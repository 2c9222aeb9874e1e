import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { EndpointName, ReplyOf } from '#sync/protocol/endpoints.ts'
import { api, type RequestOf } from './api.ts'
import { isMissing, isStranger } from './api-error.ts'

interface Options {
  /** This is what the page is about: where it is missing or forbidden the page is, and a lost session asks to sign in. */
  page?: boolean
  enabled?: boolean
  /** How long, in ms, a reply counts as fresh. */
  staleTime?: number
}

/** A GET, kept and shared. While the next page of a list loads, the one before stays. */
export const useApi = <N extends Extract<EndpointName, `GET ${string}`>>(
  name: N, request: RequestOf<N>, { page = false, ...options }: Options = {},
): UseQueryResult<ReplyOf<N>> => useQuery({
  queryKey: [name, request.params ?? null, request.query ?? null],
  queryFn: ({ signal }) => (api as (name: N, request: RequestOf<N>) => Promise<ReplyOf<N>>)(name, { ...request, signal }),
  placeholderData: keepPreviousData,
  throwOnError: error => page && (isMissing(error) || isStranger(error)),
  ...options,
})
