import { formatCount, formatDate } from '#pwa/lib/format.ts'

/** Jobs, and the health of the shop. */

export const well = 'OK'
export const checkThis = 'Check this'
export const problem = 'Problem'
export const health = 'Health'
export const checkAgain = 'Check again'
export const asOf = (checkedAt: string) => `As of ${formatDate(checkedAt)}`

export const waits = 'Waiting'
export const underWay = 'Running'
export const done = 'Done'
export const failed = 'Failed'
export const kinds: Record<string, string> = {
  'order-export': 'Order export',
  'rehearse-import': 'Product file check',
  'apply-import': 'Product import',
  'fetch-pictures': 'Pictures from the web',
  backup: 'Backup',
}
export const job = 'Job'
export const status = 'Status'
export const progress = 'Progress'
export const requestedBy = 'Requested by'
export const theShopItself = 'The shop'
export const requested = 'Requested'
export const over = 'Finished'
export const tries = 'Tries'
export const file = 'File'
export const download = 'Download'
export const jobs = 'Jobs'
export const searched = 'Number, file or error'
export const everyStatus = 'All statuses'
export const kind = 'Type'
export const everyKind = 'All types'
export const askedForBy = 'Requested by'
export const noJobsFound = 'No jobs found.'
export const jobsAppearHere = 'Exports and long imports appear here while they run, and for 30 days after.'
export const outOf = (done: number, total: number) => ` ${formatCount(done)} of ${formatCount(total)}`
export const round = 'Task'
export const failedTimes = (failures: number) => `Failed ${failures === 1 ? 'once' : `${formatCount(failures)} times`}`
export const lastRun = 'Last run'
export const took = 'Took'
export const ms = (tookMs: number) => `${formatCount(tookMs)} ms`
export const lastFailure = 'Last failure'
export const scheduledTasks = 'Scheduled tasks'
export const nothingHasRunYet = 'Nothing has run yet.'
