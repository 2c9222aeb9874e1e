import { queries } from '#pwa/lib/queries.ts'

/** Everything that shows categories asks for them again. */
export async function rereadCategories(): Promise<void> {
  await Promise.all(
    ['GET /api/staff/categories', 'GET /api/staff/categories/:id', 'GET /api/categories'].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}
