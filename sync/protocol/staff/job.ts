export type JobStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'

/** Work that goes on after the reply. `done` of `total` pieces; a total of 0 is not known yet. */
export interface Job {
  id: number
  kind: string
  status_code: JobStatus
  done: number
  total: number
  /** What came of it; with `file`, its name, it left one at /api/staff/jobs/:id/file. */
  result: (Record<string, unknown> & { file?: string }) | null
  /** Why it was given up, in words for whoever asked. */
  error: string | null
  created_at: string
  finished_at: string | null
}

/** A job as the list of all shows it. */
export type ListedJob = Job & { tries: number; user: { id: number; name: string } | null }

/** What the shop does by itself again and again: how its last round went. */
export interface Round {
  name: string
  ended_at: string
  took_ms: number
  /** Rounds in a row that went wrong, the last among them; 0 while all is well. */
  failures: number
  error: string | null
  failed_at: string | null
}
