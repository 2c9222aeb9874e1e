import { queries } from '#pwa/lib/queries.ts'
import { useApiAll } from '#pwa/lib/use-api.ts'

/** All categories in order, each followed by those below it; with `search` only matching ones. */
export const useCategories = (search?: string, options: { page?: boolean; staleTime?: number } = {}) =>
  useApiAll('GET /api/staff/categories', { search }, { pageOf: ({ categories }) => categories, ...options })

/** Reloads everything that shows categories. */
export async function rereadCategories(): Promise<void> {
  await Promise.all(
    ['GET /api/staff/categories', 'GET /api/staff/categories/:id', 'GET /api/categories'].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}
