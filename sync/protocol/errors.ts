import type { Totals } from './pricing.ts'

export type ErrorCode =
  | 'malformed' | 'unauthenticated' | 'forbidden' | 'csrf' | 'not_found' | 'wrong_method' | 'conflict' | 'stale' | 'stale_total' | 'too_large' | 'wrong_type'
  | 'validation' | 'key_reused' | 'unknown_variation' | 'protocol' | 'too_many' | 'internal' | 'unavailable'
  | 'till_revoked' | 'payments_unavailable' | 'provider_unreachable' | 'payment_not_completed'

/** The body of every failed reply, and the reason in a rejection. `errors` maps a field to its messages; `totals`, in cedis, are the right ones where other amounts were sent. */
export interface ErrorBody { message: string; code: ErrorCode; errors?: Record<string, string[]>; totals?: Partial<Totals> }
