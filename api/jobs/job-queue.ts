import { afterCommit, insertRow } from '#api/db/database.ts'
import { askedBy } from '#api/http/asked-by.ts'

/** A job as its work gets it: `input` as queued, parsed from JSON. */
export interface QueuedJob {
  id: number
  user_id: number | null
  input: unknown
}

/** Reports progress. Call it often: it also throws when the work must stop, which does not count as a failure. */
export type Tell = (done: number, total: number) => Promise<void>

/**
 * A kind of background work. It runs outside any request and transaction, never twice at once, and again from the start
 * after a crash or failure, so it must be safe to repeat. Its result is stored as JSON; `file` in it is the download
 * name of jobFile(id). An AppError ends it, and its words are shown; any other error is retried up to three tries. One
 * that was running when the program died is begun once more.
 */
export type Work = (job: QueuedJob, tell: Tell) => Promise<object>

/** Every kind of work by name; api/job-kinds.ts lists the shop's. */
export type Kinds = Readonly<Record<string, Work>>

/**
 * Queues background work, which starts right after COMMIT inside a transaction. Returns the job's id for GET
 * /api/staff/jobs/:id, open to `user_id` and to management.
 */
export async function queueJob(kind: string, input: object, user_id: number | null): Promise<number> {
  const who = askedBy()
  const id = await insertRow('jobs', {
    kind,
    user_id,
    ip: who?.ip ?? null,
    request_id: who?.request_id ?? null,
    input: JSON.stringify(input),
  })
  afterCommit(() => {
    for (const wake of listeners) wake()
  })
  return id
}

const listeners = new Set<() => void>()

/** Calls `wake` whenever this process queues work. Returns a function that stops it. */
export function onQueued(wake: () => void): () => void {
  listeners.add(wake)
  return () => {
    listeners.delete(wake)
  }
}
