import { useApi } from '#pwa/lib/use-api.ts'
import type { ImportStatus } from '#sync/protocol/staff/import.ts'

const EVERY_MS = 1_000
/** Pictures that fail are tried again for hours. */
const PICTURES_MS = 5_000

/** A product file, read repeatedly while it is being checked or imported. */
export const useImport = (id: number) =>
  useApi(
    'GET /api/staff/imports/:id',
    { params: { id } },
    { page: true, again: read => nextLook(read.import.status_code) },
  )

function nextLook(status: ImportStatus): number | false {
  if (status === 'FETCHING') return PICTURES_MS
  return (status === 'CHECKING' || status === 'RUNNING') && EVERY_MS
}
