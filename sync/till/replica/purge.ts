import type { TillDb } from '../till-db.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Deletes sales accepted more than 30 days ago. Sales never accepted have no such date and stay. Returns how many were
 * deleted.
 */
export const purge = (db: TillDb, now = Date.now()): Promise<number> =>
  db.sales
    .where('accepted_at')
    .below(now - KEPT_MS)
    .delete()
