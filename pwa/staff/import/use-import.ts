import { useApi } from '#pwa/lib/use-api.ts'

const EVERY_MS = 1_000

/** A product file, read repeatedly while it is being checked or imported. */
export const useImport = (id: number) =>
  useApi(
    'GET /api/staff/imports/:id',
    { params: { id } },
    { page: true, again: read => ['CHECKING', 'RUNNING'].includes(read.import.status_code) && EVERY_MS },
  )
