import { execute, inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import { hashToken, IDLE_MS, newSessionId, refreshToken, refreshTokens, sessionNamedBy } from '#api/auth/tokens.ts'
import { STANDING_COLUMNS, standingFrom, type StandingRow } from '#api/factors/standing.ts'
import type { Session } from '#api/http/access.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { ROLES } from '#sync/protocol/roles.ts'

/** How long a token still works after its successor was used: two tabs may have asked at once. */
const GRACE_MS = 30_000

export interface Opened {
  session_id: string
  refresh: string
}

/** Opens a session for a user, or for a guest. */
export async function openSession(user_id: number | null, device_name: string | null): Promise<Opened> {
  const session_id = newSessionId()
  const refresh = refreshToken(session_id, 1)
  await insertRow('sessions', {
    id: session_id,
    user_id,
    device_name,
    refresh_hash: hashToken(refresh),
    expires_at: sqlTime(Date.now() + IDLE_MS),
  })
  return { session_id, refresh }
}

interface SessionRow {
  id: string
  user_id: number | null
  generation: number
  refresh_hash: string
  previous_hash: string | null
  rotated_at: Date
}

/**
 * Exchanges a refresh token for the next one. Until the next one is used, the earlier token yields it again: the reply
 * may have been lost, or the browser killed before it saved the cookie. Half a minute after that, an earlier token must
 * be a copy, so the session ends. Null for a token without a living session.
 */
export const rotate = (token: string): Promise<Opened | null> =>
  inTransaction(async () => {
    const session_id = sessionNamedBy(token)
    const row =
      session_id &&
      (await selectOne<SessionRow>(
        `SELECT id, user_id, generation, refresh_hash, previous_hash, rotated_at FROM sessions
    WHERE id = ? AND revoked_at IS NULL AND expires_at > NOW(3) FOR UPDATE`,
        [session_id],
      ))
    if (!row) return null
    const hash = hashToken(token)
    if (hash === row.refresh_hash) return advance(row)
    if (hash === row.previous_hash || isInGrace(token, row)) return successorOf(row)
    if (isOurs(token, row)) await endSession(row.id)
    return null
  })

/** Returns the existing successor, or the next one if its key is gone. */
function successorOf(row: SessionRow): Opened | Promise<Opened> {
  const refresh = refreshTokens(row.id, row.generation).find(token => hashToken(token) === row.refresh_hash)
  return refresh ? { session_id: row.id, refresh } : advance(row)
}

/** `rotated_at` is when the token before the current one was used; until then the one before that was good. */
const isInGrace = (token: string, { id, generation, rotated_at }: SessionRow) =>
  Date.now() - rotated_at.getTime() <= GRACE_MS && generation > 2 && refreshTokens(id, generation - 2).includes(token)

async function advance({ id, generation, refresh_hash }: SessionRow): Promise<Opened> {
  const refresh = refreshToken(id, generation + 1)
  await execute(
    'UPDATE sessions SET generation = ?, refresh_hash = ?, previous_hash = ?, rotated_at = NOW(3), expires_at = ? WHERE id = ?',
    [generation + 1, hashToken(refresh), refresh_hash, sqlTime(Date.now() + IDLE_MS), id],
  )
  return { session_id: id, refresh }
}

/** True for any earlier token of this session. A guess must not end somebody's session. */
function isOurs(token: string, { id, generation }: SessionRow): boolean {
  for (let earlier = generation; earlier >= 1 && earlier > generation - 5000; earlier--)
    if (refreshTokens(id, earlier).includes(token)) return true
  return false
}

/** The living session a refresh token currently belongs to. Does not rotate it. */
export async function sessionOf(token: string): Promise<string | null> {
  const row =
    sessionNamedBy(token) &&
    (await selectOne<{ id: string }>(
      'SELECT id FROM sessions WHERE id = ? AND ? IN (refresh_hash, previous_hash) AND revoked_at IS NULL',
      [sessionNamedBy(token), hashToken(token)],
    ))
  return row ? row.id : null
}

/** Ends one session: its tokens stop working at the next request. */
export const endSession = (session_id: string) =>
  execute('UPDATE sessions SET revoked_at = NOW(3) WHERE id = ? AND revoked_at IS NULL', [session_id])

/** Ends all of a user's sessions except one. */
export const endSessionsOf = (user_id: number, except = '') =>
  execute('UPDATE sessions SET revoked_at = NOW(3) WHERE user_id = ? AND id <> ? AND revoked_at IS NULL', [
    user_id,
    except,
  ])

interface LiveRow extends Omit<StandingRow, 'user_id'> {
  user_id: number | null
  name: string
  email: string
  phone: string | null
  status_code: 'ACTIVE' | 'INACTIVE'
}

/** The living session with this id. Read on every request, so that ending it takes effect at once. */
export async function liveSession(session_id: string): Promise<Session | null> {
  const row = await selectOne<LiveRow>(
    `SELECT s.id, s.user_id, u.name, u.email, u.phone, u.role_code, u.status_code, ${STANDING_COLUMNS}
    FROM sessions s LEFT JOIN users u ON u.id = s.user_id
    WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > NOW(3)`,
    [session_id],
  )
  if (!row) return null
  if (row.user_id === null) return { id: row.id, user: null }
  return row.status_code === 'ACTIVE'
    ? {
        id: row.id,
        user: userFrom({ ...row, id: row.user_id }),
        standing: standingFrom({ ...row, user_id: row.user_id }),
      }
    : null
}

/** A user as replies show it. */
export const userFrom = ({ id, name, email, phone, role_code, status_code }: Omit<User, 'role'>): User => ({
  id,
  name,
  email,
  phone,
  role_code,
  status_code,
  role: { ...ROLES[role_code] },
})
