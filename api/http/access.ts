import type { Context } from 'koa'
import { forbidden, unauthenticated } from '#api/errors.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'

/** Who a request comes from, read anew from the database each time: a guest has no user. */
export interface Session {
  id: string
  user: User | null
  /** Null where nobody asks for a second factor. */ standing?: Standing | null
}
/**
 * How a session of staff stands to two-step verification: what its user has set up or must, and when it was last shown
 * here.
 */
export interface Standing {
  is_set_up: boolean
  is_required: boolean
  proved_at: Date | null
  ask: () => Promise<FactorAsked>
}
/** A session of somebody who is signed in. */
export interface UserSession extends Session {
  user: User
}

/** A till that asks as itself. `key`, `key_id`: of the key that it signs with. */
export interface Device {
  key: number
  key_id: string
  till_id: number
  device_id: string
  isRevoked: boolean
  /** @throws 401 where the request is not signed by that key; the body has been read */
  prove: (ctx: Context) => Promise<void>
}

/** Who may call a route: anybody, anybody with a session, anybody signed in, or staff from this clearance up. */
export type Access = 'public' | 'session' | 'customer' | 3 | 4

/**
 * Lets a session through, or not. @throws 401 where somebody is needed and nobody came, 403 where it is the wrong one
 */
export function admit(session: Session | null, access: Access): Session | null {
  if (access === 'public') return session
  if (!session) throw unauthenticated()
  if (access === 'session') return session
  if (!session.user) throw forbidden()
  if (access !== 'customer' && session.user.role.id < access) throw forbidden()
  return session
}

/** The signed-in user of a route that only lets such in. */
export function userOf(session: Session | null): User {
  if (!session?.user) throw unauthenticated()
  return session.user
}

/** The same with its session. */
export function userSessionOf(session: Session | null): UserSession {
  if (!session?.user) throw unauthenticated()
  return { ...session, user: session.user }
}
