import { useApiAll } from '#pwa/lib/use-api.ts'

/** All categories in their order, each followed by those in it; with `search` those that it finds. */
export const useCategories = (search?: string, options: { page?: boolean; staleTime?: number } = {}) =>
  useApiAll('GET /api/staff/categories', { search }, { pageOf: ({ categories }) => categories, ...options })
