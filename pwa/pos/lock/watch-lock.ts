import { liveQuery } from 'dexie'
import { getDefaultStore } from 'jotai'
import { cover } from '#pwa/session/screen-lock.ts'
import { signedIn } from '#pwa/session/session.ts'
import { isLockedOut } from '#sync/till/people/people.ts'
import type { TillDb } from '#sync/till/till-db.ts'

const store = getDefaultStore()

/** Covers the screen if nothing may be sold in the name of who stands here. */
export async function coverWhoIsLockedOut(db: TillDb): Promise<void> {
  const teller = store.get(signedIn)
  if (teller && (await isLockedOut(db, teller.id)) && store.get(signedIn)?.id === teller.id) cover(teller.id)
}

/** The same from then on, whatever locks them out: another tab, or the shop, which says so at the next contact. */
export function watchLock(db: TillDb): void {
  const look = async () => {
    // Whoever stands here next is watched too.
    await db.table('till').where('key').startsWithAnyOf('lock', 'person ').toArray()
    await coverWhoIsLockedOut(db)
  }
  liveQuery(look).subscribe({ error: error => reportError(error) })
}
