import { askSecondFactor } from '#api/factors/ask.ts'
import type { Standing } from '#api/http/access.ts'
import { readPolicy } from '#sync/protocol/staff/second-factor.ts'
import { isStaff, type RoleCode } from '#sync/protocol/roles.ts'

/** A session's second-factor columns, for session `s` and user `u`. */
export const STANDING_COLUMNS = `s.second_factor_at,
  (SELECT g.value FROM settings g WHERE g.name = CONCAT('second_factor_', LOWER(u.role_code))) AS factor_policy,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)
    OR EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = u.id) AS has_factor`

export interface StandingRow {
  id: string
  user_id: number
  role_code: RoleCode
  second_factor_at: Date | null
  factor_policy: string | null
  has_factor: 0 | 1
}

/** A session's two-step state; null if its user needs none. */
export function standingFrom({
  id,
  user_id,
  role_code,
  second_factor_at,
  factor_policy,
  has_factor,
}: StandingRow): Standing | null {
  const policy = readPolicy(factor_policy)
  if (!isStaff({ role_code }) || policy === 'OFF') return null
  return {
    is_set_up: Boolean(has_factor),
    is_required: policy === 'REQUIRED',
    proved_at: second_factor_at,
    ask: () => askSecondFactor({ user_id, purpose: 'step-up', session_id: id }),
  }
}
