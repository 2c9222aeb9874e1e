import type { RoleCode } from '#sync/protocol/roles.ts'
import type { TillDb } from './till-db.ts'

/** Who sells at this till: never a token, only whom the next receipt names. */
export interface Teller { id: number; name: string; role_code: RoleCode }

/**
 * Keeps who is signed in beside the counters of an enrolled till, or forgets them. A browser writes its localStorage lazily, so
 * one that is killed soon after a sign-in has lost it; this is on disk when the promise resolves.
 */
export const keepTeller = async (db: TillDb, teller: Teller | null): Promise<void> => void await db.till.update('till', { teller })

/** Who was signed in here last and did not sign out. */
export const tellerOf = async (db: TillDb): Promise<Teller | null> => (await db.till.get('till'))?.teller ?? null
