import { cover } from '#pwa/session/screen-lock.ts'
import { standIn, type SignedIn } from '#pwa/session/session.ts'
import { dropCustomers, freeCarts } from '../cart/kept-carts.ts'
import { tillOf } from '#sync/till/proof/enrol.ts'
import { canSign } from '#sync/till/proof/device-key.ts'
import { lockAgain, lockStateOf, lockWith } from '#sync/till/screen-lock.ts'
import { handBack } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'

/** Any page can lock the screen, even where the till itself does not run. */
export async function withTill<T>(task: (db: TillDb) => Promise<T>): Promise<T> {
  const db = new TillDb()
  return task(db).finally(() => db.close())
}

/**
 * Locks at once if this cashier has a PIN here that would open it; otherwise says what they must do first. `over`: sign in
 * with the password.
 */
export const lockNow = (user: SignedIn): Promise<'locked' | 'needs_pin' | 'over' | 'not_till'> =>
  withTill(async db => {
    if (!canSign() || !(await tillOf(db))) return 'not_till'
    if ((await lockStateOf(db, user.id)) === 'none') return 'needs_pin'
    if (!(await lockAgain(db, user.id))) return 'over'
    cover(user.id)
    return 'locked'
  })

/** Covers the screen once the lock is on disk. */
export async function lockByPin(user: SignedIn, pin: string): Promise<void> {
  await withTill(db => lockWith(db, { teller: user, pin }))
  cover(user.id)
}

/**
 * Somebody who stands here by PIN leaves: the till stays locked for the person whose session rests. False if there is
 * no such person, so that whoever leaves ends the session too.
 */
export async function leaveTill(user: SignedIn): Promise<boolean> {
  const owner = await withTill(handBack)
  if (!owner) return false
  standIn(owner)
  cover(owner.id)
  await dropCustomers(user.id)
  await freeCarts(user.id)
  return true
}
