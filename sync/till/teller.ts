import { rowOf, type Teller, type TillDb } from './till-db.ts'

/**
 * Keeps who is signed in beside the counters of an enrolled till, or forgets them. A browser writes its localStorage
 * lazily, so one that is killed soon after a sign-in has lost it; this is on disk when the promise resolves. The PIN of
 * whoever was signed in before goes.
 */
export const keepTeller = (db: TillDb, teller: Teller | null): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    await db.till.update('till', { teller })
    const lock = await rowOf(db, 'lock')
    if (lock && lock.teller_id !== teller?.id) await db.table<unknown, string>('till').delete('lock')
  })

/** Who was signed in here last and did not sign out. */
export const tellerOf = async (db: TillDb): Promise<Teller | null> => (await db.till.get('till'))?.teller ?? null
