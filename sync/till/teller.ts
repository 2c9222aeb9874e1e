import { rowOf, type Teller, type TillDb } from './till-db.ts'

/**
 * Stores the signed-in user beside the counters of an enrolled till, or deletes them. A browser writes localStorage
 * late, so one that is killed soon after a sign-in loses it; this is on disk when the promise resolves. Deletes the
 * previous user's PIN.
 */
export const keepTeller = (db: TillDb, teller: Teller | null): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    await db.till.update('till', { teller })
    const lock = await rowOf(db, 'lock')
    if (lock && lock.teller_id !== teller?.id) await db.table<unknown, string>('till').delete('lock')
  })

/** The last user who signed in here and did not sign out. */
export const tellerOf = async (db: TillDb): Promise<Teller | null> => (await db.till.get('till'))?.teller ?? null
