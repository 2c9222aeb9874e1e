import { selectOne } from '#api/db/database.ts'
import { unauthenticated } from '#api/errors.ts'
import type { Session } from '#api/http/access.ts'

/** The owner of a row, as two columns: a user, wherever they sign in, or a guest's session. Exactly one is set. */
export interface Owner {
  user_id: number | null
  session_id: string | null
}

export const ownerOf = ({ id, user }: Session): Owner =>
  user ? { user_id: user.id, session_id: null } : { user_id: null, session_id: id }

/** An owner in one text. */
export const ownerKey = ({ user_id, session_id }: Owner): string => session_id ?? `u${user_id}`

/** SQL condition: the row is this owner's; :user_id and :session_id come from the owner. */
export const ownedBy = ({ user_id }: Owner, alias = '') =>
  `${alias}${user_id === null ? 'session_id = :session_id' : 'user_id = :user_id'}`

/**
 * Makes all writes for one owner queue until the transaction ends. A sign-in locks the guest the same way, so what they
 * add in between is either moved or refused, never left behind.
 * @throws 401 if the guest's session has ended or the user is gone
 */
export async function lockOwner({ user_id, session_id }: Owner): Promise<void> {
  const found =
    user_id === null
      ? await selectOne('SELECT id FROM sessions WHERE id = ? AND revoked_at IS NULL FOR UPDATE', [session_id])
      : await selectOne("SELECT id FROM users WHERE id = ? AND status_code = 'ACTIVE' FOR UPDATE", [user_id])
  if (!found) throw unauthenticated('Your session has ended. Please sign in again.')
}

/** The same lock for changes to an owner's orders without them; a guest's session may have ended long ago. */
export async function holdOwner({ user_id, session_id }: Owner): Promise<void> {
  if (user_id !== null) await selectOne('SELECT id FROM users WHERE id = ? FOR UPDATE', [user_id])
  else if (session_id !== null) await selectOne('SELECT id FROM sessions WHERE id = ? FOR UPDATE', [session_id])
}
