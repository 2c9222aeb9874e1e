import { endSession } from '#api/auth/sessions.ts'
import { isSessionId } from '#api/auth/tokens.ts'
import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import type { UserSession } from '#api/http/access.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { OwnSession } from '#sync/protocol/shop/account.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

const LIVING = 'user_id = :user_id AND revoked_at IS NULL AND expires_at > NOW(3)'

/** The devices a user is signed in on: this one first, then the most recently used. */
export async function listOwnSessions({ id, user }: UserSession, query: PageQuery): Promise<Page<OwnSession>> {
  const values = { user_id: user.id, id, ...windowOf(query) }
  const rows = await select<{ id: string; device_name: string | null; created_at: Date; rotated_at: Date }>(
    `SELECT id, device_name, created_at, rotated_at FROM sessions WHERE ${LIVING}
      ORDER BY id = :id DESC, rotated_at DESC, id LIMIT :limit OFFSET :offset`,
    values,
  )
  const counted = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM sessions WHERE ${LIVING}`, values)
  return paged(
    rows.map(row => ({
      id: row.id,
      device_name: row.device_name,
      created_at: row.created_at.toJSON(),
      used_at: row.rotated_at.toJSON(),
      current: row.id === id,
    })),
    counted!.n,
    query,
  )
}

/** Signs out one of the user's own devices. @throws 404 */
export async function endOwnSession({ user }: UserSession, session_id: string): Promise<void> {
  const found =
    isSessionId(session_id) &&
    (await selectOne(`SELECT id FROM sessions WHERE id = :session_id AND ${LIVING}`, { session_id, user_id: user.id }))
  if (!found) throw notFound('Session')
  await endSession(session_id)
}
