import { endSession, openSession, userFrom, type Opened } from '#api/auth/sessions.ts'
import { basisOf } from '#api/factors/sign-in-basis.ts'
import { mergeCarts } from '#api/carts/merge-carts.ts'
import { handOverAlerts } from '#api/checkout/hand-over-alerts.ts'
import { handOverOrders } from '#api/checkout/hand-over-orders.ts'
import { inTransaction, selectOne } from '#api/db/database.ts'
import { unauthenticated } from '#api/errors.ts'
import { lockOwner } from '#api/http/owner.ts'
import { mergeWishlistLinks } from '#api/wishlist/wishlist-links.ts'
import { mergeWishlists } from '#api/wishlist/wishlist.ts'
import type { User } from '#sync/protocol/staff/person.ts'

/** `cut`: how many lines of the cart were cut to the available stock. */
export interface Entered extends Opened {
  user: User
  cut: number
}

/** Somebody whose password or second factor was right; `basis`: what it was judged by. */
interface Entering {
  user_id: number
  basis: string
}

/**
 * Opens a session for somebody who has just signed in. The same transaction ends the earlier session and moves a
 * guest's cart and orders to the user, so a retry after a lost reply moves them only once.
 * @throws 401 if their password, role or status changed since it was judged: that change ended every session, and must
 * not miss this one
 */
export const enter = (
  { user_id, basis }: Entering,
  earlier: string | null,
  device_name: string | null,
): Promise<Entered> =>
  inTransaction(async () => {
    const user = await lockUnchanged(user_id, basis)
    const cut = earlier ? await leave(earlier, user_id) : 0
    const opened = await openSession(user_id, device_name)
    if (earlier) await handOverAlerts(earlier, opened.session_id, user_id)
    return { ...opened, user, cut }
  })

async function lockUnchanged(user_id: number, basis: string): Promise<User> {
  const row = await selectOne<Omit<User, 'role'> & { password_hash: string }>(
    'SELECT id, name, email, phone, password_hash, role_code, status_code FROM users WHERE id = ? FOR UPDATE',
    [user_id],
  )
  if (!row || basisOf(row) !== basis) throw unauthenticated('Your account has just changed. Please sign in again.')
  return userFrom(row)
}

async function leave(session_id: string, user_id: number): Promise<number> {
  const session = await selectOne<{ user_id: number | null }>(
    'SELECT user_id FROM sessions WHERE id = ? AND revoked_at IS NULL FOR UPDATE',
    [session_id],
  )
  if (!session) return 0
  await endSession(session_id)
  if (session.user_id !== null) return 0
  await lockOwner({ user_id, session_id: null })
  await handOverOrders(session_id, user_id)
  await mergeWishlists(session_id, user_id)
  await mergeWishlistLinks(session_id, user_id)
  return mergeCarts(session_id, user_id)
}
