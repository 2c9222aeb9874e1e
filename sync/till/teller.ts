import type { Teller, TillDb } from './till-db.ts'

/**
 * Keeps who is signed in beside the counters of an enrolled till, or forgets them. A browser writes its localStorage
 * lazily, so one that is killed soon after a sign-in has lost it; this is on disk when the promise resolves.
 */
export const keepTeller = async (db: TillDb, teller: Teller | null): Promise<void> =>
  void (await db.till.update('till', { teller }))

/** Who was signed in here last and did not sign out. */
export const tellerOf = async (db: TillDb): Promise<Teller | null> => (await db.till.get('till'))?.teller ?? null
