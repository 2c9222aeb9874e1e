import { afterCommit, insertRow } from '#api/db/database.ts'
import { askedBy } from '#api/http/asked-by.ts'

/** What a kind of work gets: `input` as it was queued, read from JSON. */
export interface QueuedJob {
  id: number
  user_id: number | null
  input: unknown
}

/** Says how far the work is. Call it often: it also throws where the work shall stop, which then is not its failure. */
export type Tell = (done: number, total: number) => Promise<void>

/**
 * A kind of work. It runs outside of any request and transaction, never twice at once, and again from the start after a
 * crash or a failure, so it must bear repeating. What it returns is kept as JSON; `file` in it is the name under which
 * jobFile(id) is handed out. An AppError's words are shown to whoever asked and end it; anything else is tried three
 * times.
 */
export type Work = (job: QueuedJob, tell: Tell) => Promise<object>

/** Every kind of work by name; api/job-kinds.ts lists the shop's. */
export type Kinds = Readonly<Record<string, Work>>

/**
 * Has work done in the background, at once after COMMIT where it is called in a transaction. Returns the job's id,
 * which GET /api/staff/jobs/:id answers to `user_id` and to management.
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

/** Calls `wake` whenever this process has queued work. Returns how to stop. */
export function onQueued(wake: () => void): () => void {
  listeners.add(wake)
  return () => {
    listeners.delete(wake)
  }
}
