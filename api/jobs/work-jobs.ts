import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { onBehalfOf } from '#api/http/asked-by.ts'
import { log } from '#api/http/log.ts'
import { onQueued, type Kinds, type Tell } from '#api/jobs/job-queue.ts'

const MOST_TRIES = 3
/** A job during which the program stopped is begun so many times in all: it may be what stops the program. */
export const MOST_BEGUN = 2
/** How long a worker may be silent before another takes over its job. */
const LEASE_SECONDS = 30
const BEAT_MS = 5_000
const TELL_MS = 400
const LOOK_MS = 2_000
/** A long import must not hold up a short export. */
const LANES = 2
const PATIENCE_MS = 5_000

/** The input may name people, and is not needed after the end. */
const OVER = "due_at = NULL, finished_at = NOW(3), input = '{}'"

interface Claimed {
  id: number
  kind: string
  user_id: number | null
  ip: string | null
  request_id: string | null
  /** As it was before this claim; RUNNING: its worker fell silent. */
  status_code: 'QUEUED' | 'RUNNING'
  input: string
  claims: number
  tries: number
}

/** Claims the next due job, including one whose worker fell silent. */
export const claimJob = (): Promise<Claimed | null> =>
  inTransaction(async () => {
    const row = await selectOne<Claimed>(
      `SELECT id, kind, user_id, ip, request_id, status_code, input, claims, tries FROM jobs WHERE due_at <= NOW(3)
        ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    )
    if (!row) return null
    await execute(
      `UPDATE jobs SET status_code = 'RUNNING', claims = claims + 1, tries = tries + 1,
        started_at = COALESCE(started_at, NOW(3)),
    due_at = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND WHERE id = ?`,
      [row.id],
    )
    return { ...row, claims: row.claims + 1, tries: row.tries + 1 }
  })

/** Runs due jobs one after the other, until none is left or `signal` stops it. Returns how many. */
export async function workJobs(kinds: Kinds, signal = new AbortController().signal, claim = claimJob): Promise<number> {
  let taken = 0
  for (let job = await claim(); job; job = signal.aborted ? null : await claim()) {
    await run(job, kinds, signal)
    taken += 1
  }
  return taken
}

/** The program is ending. */
class Stopped extends Error {}
/** Another worker took over, because this one was silent for too long. */
class Lost extends Error {}

async function run(job: Claimed, kinds: Kinds, signal: AbortSignal): Promise<void> {
  if (job.status_code === 'RUNNING' && job.tries > MOST_BEGUN)
    return giveUp(job, 'The program stopped during this job, which was begun twice. It is not begun again.')
  const renew = () => write(job, `due_at = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND`)
  const beat = setInterval(() => void renew().catch(() => {}), BEAT_MS)
  try {
    const work = kinds[job.kind]
    if (!work) throw new AppError(500, { code: 'internal', message: `Unknown kind of job: '${job.kind}'.` })
    const result = await onBehalfOf(job, () =>
      work({ id: job.id, user_id: job.user_id, input: JSON.parse(job.input) as unknown }, tellOf(job, signal)),
    )
    await write(job, `status_code = 'DONE', done = total, result = ?, error = NULL, ${OVER}`, [JSON.stringify(result)])
  } catch (error) {
    await goOn(job, error as Error)
  } finally {
    clearInterval(beat)
  }
}

/** Writes progress a few times a second at most; checks each time whether to stop. */
function tellOf(job: Claimed, signal: AbortSignal): Tell {
  let last = 0
  return async (done, total) => {
    if (signal.aborted) throw new Stopped()
    if (done < total && Date.now() - last < TELL_MS) return
    last = Date.now()
    if (!(await write(job, 'done = ?, total = ?, due_at = NOW(3) + INTERVAL ? SECOND', [done, total, LEASE_SECONDS])))
      throw new Lost()
  }
}

async function goOn(job: Claimed, error: Error): Promise<void> {
  if (error instanceof Lost) return
  if (error instanceof Stopped)
    return void (await write(job, "status_code = 'QUEUED', tries = tries - 1, due_at = NOW(3)"))
  if (error instanceof AppError) return giveUp(job, error.message)
  log.error(
    { job: job.id, kind: job.kind, tries: job.tries, error: { name: error.name, stack: error.stack } },
    'a job failed',
  )
  if (job.tries >= MOST_TRIES) return giveUp(job, `This failed three times (${error.name}). See the shop's log.`)
  await write(job, "status_code = 'QUEUED', due_at = NOW(3) + INTERVAL ? SECOND", [5 * job.tries])
}

const giveUp = async (job: Claimed, words: string) => {
  await write(job, `status_code = 'FAILED', error = ?, ${OVER}`, [words.slice(0, 500)])
}

/** Changes the job's row, unless another worker has claimed it since. */
const write = async ({ id, claims }: Claimed, changes: string, values: unknown[] = []) =>
  (await execute(`UPDATE jobs SET ${changes} WHERE id = ? AND claims = ? AND status_code = 'RUNNING'`, [
    ...values,
    id,
    claims,
  ])) > 0

/** A worker does not belong to the request that woke it. */
const outside = AsyncLocalStorage.snapshot()

/**
 * Works in the background: at once after this process queued a job, and every two seconds for other processes' jobs.
 * Returns a function that stops it and waits a short time for the current job.
 */
export function keepWorking(kinds: Kinds): () => Promise<void> {
  const stopped = new AbortController()
  const lanes = new Set<Promise<unknown>>()
  const wake = () =>
    outside(() => {
      if (lanes.size >= LANES || stopped.signal.aborted) return
      const lane: Promise<unknown> = workJobs(kinds, stopped.signal)
        .catch((error: Error) => log.error({ error: { name: error.name } }, 'jobs wait'))
        .finally(() => lanes.delete(lane))
      lanes.add(lane)
    })
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  const forget = onQueued(wake)
  wake()
  return async () => {
    clearInterval(timer)
    forget()
    stopped.abort()
    await Promise.race([Promise.all(lanes), sleep(PATIENCE_MS, undefined, { ref: false })])
  }
}
