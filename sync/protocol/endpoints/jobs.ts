import type { FileReply } from '../file-reply.ts'
import type { Health } from '../staff/health.ts'
import type { Job, JobStatus, ListedJob, Round } from '../staff/job.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'

/** `search` finds a job's number, or words of its file name or error. Days are UTC, inclusive. */
export interface JobFilters {
  search?: string
  status_code?: JobStatus
  kind?: string
  user_id?: number
  start_date?: string
  end_date?: string
}

export const JOB_ORDERS = ['id', 'kind', 'status_code', 'user', 'finished_at', 'tries'] as const

/** Background jobs. */
export interface JobEndpoints {
  'GET /api/staff/jobs': {
    query: PageQuery & JobFilters & Sorted<(typeof JOB_ORDERS)[number]>
    reply: { jobs: Page<ListedJob>; rounds: Round[] }
  }
  'GET /api/staff/jobs/csv': { query: JobFilters; reply: FileReply }
  'GET /api/staff/jobs/:id': { reply: { job: Job } }
  'GET /api/staff/jobs/:id/file': { reply: FileReply }
  'GET /api/staff/health': { reply: { health: Health } }
}
