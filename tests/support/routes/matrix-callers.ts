import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { execute } from '#api/db/database.ts'
import { aUser } from '#tests/support/server/api.ts'

export const CALLERS = [
  'none',
  'guest',
  'customer',
  'other customer',
  'MANAGER',
  'ADMINISTRATOR',
  'SUPER_ADMINISTRATOR',
  'deactivated',
  'logged out',
] as const
export type Caller = (typeof CALLERS)[number]

/** The status for each caller, in the order of CALLERS. */
export type Statuses = readonly [
  none: number,
  guest: number,
  customer: number,
  other: number,
  manager: number,
  administrator: number,
  owner: number,
  deactivated: number,
  loggedOut: number,
]

/** Routes that the router does not know. */
export const OUTSIDE_THE_ROUTER: readonly string[] = [
  'GET /healthz',
  'GET /readyz',
  'GET /sanctum/csrf-cookie',
  'GET /api/openapi.json',
  'GET /api/docs',
]

const USERS = {
  customer: ['CUSTOMER', 'customer@shop.test'],
  'other customer': ['CUSTOMER', 'other@shop.test'],
  MANAGER: ['MANAGER', 'manager@shop.test'],
  ADMINISTRATOR: ['ADMINISTRATOR', 'admin@shop.test'],
  SUPER_ADMINISTRATOR: ['SUPER_ADMINISTRATOR', 'owner@shop.test'],
  deactivated: ['SUPER_ADMINISTRATOR', 'deactivated@shop.test'],
  'logged out': ['SUPER_ADMINISTRATOR', 'out@shop.test'],
} as const

/** The headers of a caller with a new session. */
export async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'none') return {}
  const user = caller === 'guest' ? null : await aUser(USERS[caller][0], { email: USERS[caller][1] })
  const { session_id, refresh } = await openSession(user?.id ?? null, null)
  if (caller === 'deactivated') await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [user!.id])
  if (caller === 'logged out') await execute('UPDATE sessions SET revoked_at = NOW(3) WHERE id = ?', [session_id])
  return { authorization: `Bearer ${accessToken(session_id)}`, cookie: `refresh=${refresh}` }
}
