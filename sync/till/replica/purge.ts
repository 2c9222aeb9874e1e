import type { TillDb } from '../till-db.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Lets go of sales accepted more than 30 days ago. What was never accepted has no such date and stays. Returns how many
 * went.
 */
export const purge = (db: TillDb, now = Date.now()): Promise<number> =>
  db.sales
    .where('accepted_at')
    .below(now - KEPT_MS)
    .delete()
