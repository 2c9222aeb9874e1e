import type { Context } from 'koa'
import { forbidden, unauthenticated } from '#api/errors.ts'
import type { Clearance } from '#sync/protocol/roles.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'

/** Who sends a request, read from the database each time; a guest has no user. */
export interface Session {
  id: string
  user: User | null
  /** Null if no second factor is required. */ standing?: Standing | null
}
/** A staff session's two-step state: what its user has set up or must, and when it was last shown here. */
export interface Standing {
  is_set_up: boolean
  is_required: boolean
  proved_at: Date | null
  ask: () => Promise<FactorAsked>
}
/** The session of a signed-in user. */
export interface UserSession extends Session {
  user: User
}

/** A till that asks as itself. `key`, `key_id`: the key it signs with. */
export interface Device {
  key: number
  key_id: string
  till_id: number
  device_id: string
  isRevoked: boolean
  /** @throws 401 if that key did not sign the request; read the body first */
  prove: (ctx: Context) => Promise<void>
}

/** Who may call a route: anybody, any session, any signed-in user, or staff from this clearance up. */
export type Access = 'public' | 'session' | 'customer' | Clearance

/** Checks a session's access. @throws 401 without a required session, 403 if its role is too low */
export function admit(session: Session | null, access: Access): Session | null {
  if (access === 'public') return session
  if (!session) throw unauthenticated()
  if (access === 'session') return session
  if (!session.user) throw forbidden()
  if (access !== 'customer' && session.user.role.id < access) throw forbidden()
  return session
}

/** The signed-in user of a route that requires one. */
export function userOf(session: Session | null): User {
  if (!session?.user) throw unauthenticated()
  return session.user
}

/** The same with its session. */
export function userSessionOf(session: Session | null): UserSession {
  if (!session?.user) throw unauthenticated()
  return { ...session, user: session.user }
}
