import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '#api/db/database.ts'
import { EXPORTS } from '#api/jobs/job-files.ts'

/** Rows a statement takes away, so that none holds locks for long. */
const AT_ONCE = 500

/** What has served its time, by table. Verdicts and sale ids are not here: they are kept for ever. */
const PAST = {
  idempotency_keys: 'created_at < NOW(3) - INTERVAL 90 DAY',
  sessions: 'expires_at < NOW(3) - INTERVAL 1 DAY OR revoked_at < NOW(3) - INTERVAL 30 DAY',
  product_views: 'day < UTC_DATE() - INTERVAL 2 DAY',
  mails: 'created_at < NOW(3) - INTERVAL 90 DAY',
  password_resets: 'expires_at < NOW(3) - INTERVAL 1 DAY',
  factor_challenges: 'expires_at < NOW(3) - INTERVAL 1 DAY',
  payment_events: 'received_at < NOW(3) - INTERVAL 90 DAY',
  jobs: 'finished_at < NOW(3) - INTERVAL 30 DAY',
  tries: 'expire < UNIX_TIMESTAMP() * 1000',
  product_bulks: 'created_at < NOW(3) - INTERVAL 1 DAY',
} as const

/** Takes away what has served its time. Returns how many rows went, by table. */
export async function sweep(): Promise<Record<keyof typeof PAST, number>> {
  const gone = Object.fromEntries(Object.keys(PAST).map(table => [table, 0])) as Record<keyof typeof PAST, number>
  for (const table of Object.keys(PAST) as (keyof typeof PAST)[]) {
    for (let n = AT_ONCE; n === AT_ONCE; gone[table] += n) n = await execute(`DELETE FROM ${table} WHERE ${PAST[table]} LIMIT ${AT_ONCE}`)
  }
  return gone
}

const EXPORTS_KEPT_MS = 7 * 24 * 60 * 60_000

/** Takes away the files of jobs that are a week old. Returns how many went. */
export async function sweepExports(): Promise<number> {
  let gone = 0
  for (const name of await readdir(EXPORTS).catch(() => [])) {
    const path = join(EXPORTS, name)
    if (Date.now() - (await stat(path)).mtimeMs < EXPORTS_KEPT_MS) continue
    await rm(path)
    gone += 1
  }
  return gone
}
