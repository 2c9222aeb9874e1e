import { cover } from '#pwa/session/screen-lock.ts'
import type { SignedIn } from '#pwa/session/session.ts'
import { tillOf } from '#sync/till/proof/enrol.ts'
import { canSign } from '#sync/till/proof/device-key.ts'
import { lockAgain, lockWith } from '#sync/till/screen-lock.ts'
import { TillDb } from '#sync/till/till-db.ts'

/** Any page can lock the screen, even where the till itself does not run. */
export async function withTill<T>(task: (db: TillDb) => Promise<T>): Promise<T> {
  const db = new TillDb()
  return task(db).finally(() => db.close())
}

/** Locks at once if this cashier has a PIN here; otherwise says that one must be chosen, or why that is impossible. */
export const lockNow = (user: SignedIn): Promise<'locked' | 'needs_pin' | 'not_till'> =>
  withTill(async db => {
    if (!canSign() || !(await tillOf(db))) return 'not_till'
    if (!(await lockAgain(db, user.id))) return 'needs_pin'
    cover(user.id)
    return 'locked'
  })

/** Covers the screen once the lock is on disk. */
export async function lockByPin(user: SignedIn, pin: string): Promise<void> {
  await withTill(db => lockWith(db, user, pin))
  cover(user.id)
}
