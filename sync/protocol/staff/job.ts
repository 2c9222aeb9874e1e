export type JobStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/** A background job. `done` of `total` pieces; a total of 0 is not known yet. */
export interface Job {
  id: number
  kind: string
  status_code: JobStatus
  done: number
  total: number
  /** Its result; `file` names a file at /api/staff/jobs/:id/file. */
  result: (Record<string, unknown> & { file?: string }) | null
  /** Why it failed, in words for the person who started it. */
  error: string | null
  created_at: string
  finished_at: string | null
}

/** A job in the list of all jobs. */
export type ListedJob = Job & { tries: number; user: { id: number; name: string } | null }

/** A task that the shop repeats by itself: how its last run went. */
export interface Round {
  name: string
  ended_at: string
  took_ms: number
  /** How many runs in a row have failed, up to the last; 0 while all is well. */
  failures: number
  error: string | null
  failed_at: string | null
}
