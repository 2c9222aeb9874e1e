import type { FileReply } from '../file-reply.ts'
import type { Health } from '../health.ts'
import type { Job, JobStatus, ListedJob, Round } from '../job.ts'
import type { Page, PageQuery } from '../page.ts'

/** Days are UTC, inclusive. */
export interface JobFilters { status_code?: JobStatus; kind?: string; start_date?: string; end_date?: string }

/** What goes on behind the screens. */
export interface JobEndpoints {
  'GET /api/staff/jobs': { query: PageQuery & JobFilters; reply: { jobs: Page<ListedJob>; rounds: Round[] } }
  'GET /api/staff/jobs/csv': { query: JobFilters; reply: FileReply }
  'GET /api/staff/jobs/:id': { reply: { job: Job } }
  'GET /api/staff/jobs/:id/file': { reply: FileReply }
  'GET /api/staff/health': { reply: { health: Health } }
}
