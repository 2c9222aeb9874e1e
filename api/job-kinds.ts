import { fetchPictures } from '#api/import/fetch-pictures.ts'
import { applyImport, rehearseImport } from '#api/import/import-work.ts'
import type { Kinds } from '#api/jobs/job-queue.ts'
import { workBackup } from '#api/operations/nightly-backup.ts'
import { writeExport } from '#api/orders/export-orders.ts'

/** Every kind of background work. Each subject adds a line. */
export const jobKinds: Kinds = {
  'rehearse-import': rehearseImport,
  'apply-import': applyImport,
  'fetch-pictures': fetchPictures(),
  'order-export': writeExport,
  backup: workBackup,
}
