import { dropLock, lockOf, putLock, tellerNamed } from './people/people.ts'
import { grantOf } from './proof/proofs.ts'
import type { Teller, TillDb } from './till-db.ts'

/**
 * Stores the signed-in user beside the counters of an enrolled till, or deletes them. A browser writes localStorage
 * late, so one that is killed soon after a sign-in loses it; this is on disk when the promise resolves. Who signs out
 * loses their PIN; who is followed by somebody else is locked out until they enter it.
 */
export const keepTeller = (db: TillDb, teller: Teller | null): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const before = (await db.till.get('till'))?.teller
    await db.till.update('till', teller ? { teller } : { teller, session_of: null })
    if (!before || before.id === teller?.id) return
    if (!teller) return dropLock(db, before.id)
    const left = await lockOf(db, before.id)
    if (left) await putLock(db, { ...left, locked: true })
  })

/** Who stood here last and did not sign out. */
export const tellerOf = async (db: TillDb): Promise<Teller | null> => (await db.till.get('till'))?.teller ?? null

/** Whether this browser's session is another person's than who stands at the till. */
export const doesSessionRest = async (db: TillDb): Promise<boolean> => {
  const { teller, session_of } = (await db.till.get('till')) ?? {}
  return Boolean(teller && session_of && session_of !== teller.id)
}

/** Names the person who stands here from now on, and their own grant. Call inside a transaction. */
export async function standHere(db: TillDb, teller: Teller): Promise<void> {
  const till = await db.till.get('till')
  const held = till?.id == null ? null : await grantOf(db, teller.id, till.id)
  await db.till.update('till', { teller, grant: held && { id: held.grant.id, user_id: teller.id } })
}

/**
 * Somebody who stands here by PIN leaves: their PIN is deleted, and the till stands locked for the person whose session
 * rests. Returns that person; null if nobody's session rests, or theirs has no PIN to lock it with.
 */
export const handBack = (db: TillDb): Promise<Teller | null> =>
  db.transaction('rw', db.till, async () => {
    const { teller, session_of } = (await db.till.get('till')) ?? {}
    if (!teller || !session_of || session_of === teller.id) return null
    const [owner, lock] = [await tellerNamed(db, session_of), await lockOf(db, session_of)]
    if (!owner || !lock) return null
    await putLock(db, { ...lock, locked: true })
    await dropLock(db, teller.id)
    await standHere(db, owner)
    return owner
  })
