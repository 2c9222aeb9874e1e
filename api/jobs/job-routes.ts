import Joi from 'joi'
import { userSessionOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, sorted, sought } from '#api/http/rules.ts'
import { jobDownload, showsPeople } from '#api/jobs/job-download.ts'
import { findJob, jobTable, listJobs, listRounds } from '#api/jobs/list-jobs.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { JOB_ORDERS, type JobFilters } from '#sync/protocol/endpoints/jobs.ts'
import type { Job, JobStatus, ListedJob, Round } from '#sync/protocol/staff/job.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const status = () => Joi.string<JobStatus>().valid('QUEUED', 'RUNNING', 'DONE', 'FAILED')
const count = () => Joi.number().integer().min(0).required()
const moment = () => Joi.string().isoDate()

const jobKeys = {
  id: Joi.number().required(),
  kind: Joi.string().required(),
  status_code: status().required(),
  done: count(),
  total: count(),
  result: Joi.object().allow(null).required(),
  error: Joi.string().allow(null).required(),
  created_at: moment().required(),
  finished_at: moment().allow(null).required(),
}
export const jobReply = Joi.object<Job>(jobKeys)
const listedReply = Joi.object<ListedJob>({
  ...jobKeys,
  tries: count(),
  user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
})
const roundReply = Joi.object<Round>({
  name: Joi.string().required(),
  ended_at: moment().required(),
  took_ms: count(),
  failures: count(),
  error: Joi.string().allow(null).required(),
  failed_at: moment().allow(null).required(),
})

const filters = {
  search: sought(),
  status_code: status(),
  kind: sought(40).pattern(/^[\w-]*$/),
  user_id: id(),
  start_date: day(),
  end_date: day(),
}

export const jobRoutes = [
  route(
    'GET /api/staff/jobs',
    {
      summary: "Background jobs, the newest first, and the shop's recurring work with its last result.",
      access: MANAGEMENT,
      query: Joi.object<QueryOf<'GET /api/staff/jobs'>, true>({ ...page(), ...filters, ...sorted(JOB_ORDERS) }),
      reply: Joi.object({ jobs: pageOf(listedReply), rounds: Joi.array().items(roundReply).required() }),
    },
    async ({ query }) => ({ jobs: await listJobs(query), rounds: await listRounds() }),
  ),

  csvRoute(
    'GET /api/staff/jobs/csv',
    {
      summary: 'Background jobs that match the filters, as CSV.',
      access: MANAGEMENT,
      query: Joi.object<JobFilters, true>(filters),
      file: 'jobs',
    },
    ({ query }) => jobTable(query),
  ),

  route(
    'GET /api/staff/jobs/:id',
    {
      summary: "A job's progress and result, for the person who asked for it; management sees all.",
      access: STAFF,
      reply: Joi.object({ job: jobReply.required() }),
    },
    async ({ params, session }) => ({ job: await findJob(params.id, userSessionOf(session)) }),
  ),

  route(
    'GET /api/staff/jobs/:id/file',
    {
      summary: "A job's file, under the name in its result; kept for seven days.",
      access: STAFF,
      stepUp: ({ params, session }) => showsPeople(params.id, userSessionOf(session)),
      reply: null,
      sends: 'application/octet-stream',
    },
    ({ params, session }) => jobDownload(params.id, userSessionOf(session)),
  ),
]
