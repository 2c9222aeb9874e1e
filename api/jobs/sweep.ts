import { execute } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'

const EVERY_MS = 60 * 60_000
/** Rows a statement takes away, so that none holds locks for long. */
const AT_ONCE = 500

/** What has served its time, by table. Verdicts and sale ids are not here: they are kept for ever. */
const PAST = {
  idempotency_keys: 'created_at < NOW(3) - INTERVAL 90 DAY',
  sessions: 'expires_at < NOW(3) - INTERVAL 1 DAY OR revoked_at < NOW(3) - INTERVAL 30 DAY',
  product_views: 'day < UTC_DATE() - INTERVAL 2 DAY',
} as const

/** Takes away what has served its time. Returns how many rows went, by table. */
export async function sweep(): Promise<Record<keyof typeof PAST, number>> {
  const gone = { idempotency_keys: 0, sessions: 0, product_views: 0 }
  for (const table of Object.keys(PAST) as (keyof typeof PAST)[]) {
    for (let n = AT_ONCE; n === AT_ONCE; gone[table] += n) n = await execute(`DELETE FROM ${table} WHERE ${PAST[table]} LIMIT ${AT_ONCE}`)
  }
  return gone
}

/** Sweeps every hour. Returns how to stop. */
export function sweepHourly(): () => void {
  const timer = setInterval(() => sweep().catch((error: Error) => log.error({ error: { name: error.name } }, 'sweep failed')), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
