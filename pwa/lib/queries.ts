import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Replies of the server, in memory only. A refusal is final; a lost reply is requested again. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 || error.status >= 500) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
})
