import type { Totals } from './pricing.ts'
import type { FactorAsked } from './staff/second-factor.ts'

export type ErrorCode =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'csrf'
  | 'not_found'
  | 'wrong_method'
  | 'conflict'
  | 'stale'
  | 'stale_total'
  | 'too_large'
  | 'wrong_type'
  | 'validation'
  | 'key_reused'
  | 'unknown_variation'
  | 'protocol'
  | 'too_many'
  | 'internal'
  | 'unavailable'
  | 'till_revoked'
  | 'device_unknown'
  | 'grant_ended'
  | 'unproved'
  | 'payments_unavailable'
  | 'provider_unreachable'
  | 'payment_not_completed'
  | 'step_up'
  | 'second_factor_required'
  | 'second_person'
  /** The page itself says so: the session is another person's than who stands at the till. */
  | 'session_rests'

/**
 * The body of every failed reply, and the reason of a rejection. `errors` maps a field to its messages; `totals`, in
 * cedis, are the correct amounts when the client sent wrong ones; `second_factor` is the question to answer first.
 */
export interface ErrorBody {
  message: string
  code: ErrorCode
  errors?: Record<string, string[]>
  totals?: Partial<Totals>
  second_factor?: FactorAsked
}
