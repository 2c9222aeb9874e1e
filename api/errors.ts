import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { formatCedis } from '#sync/protocol/money.ts'

/** A failure the client is meant to see. Any other error is a bug and becomes a bare 500. */
export class AppError extends Error {
  status: number
  /** Some failures carry what the client needs to continue, beside the words. */
  body: ErrorBody & { totals?: object }
  /** Seconds to wait before trying again. */
  retryAfter: number | null

  constructor(status: number, body: AppError['body'], retryAfter: number | null = null) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

export const malformed = (message = 'The request body is not valid JSON.') =>
  new AppError(400, { message, code: 'malformed' })
export const unauthenticated = (message = 'Please sign in.') => new AppError(401, { message, code: 'unauthenticated' })
export const forbidden = (message = 'You do not have permission to do this.') =>
  new AppError(403, { message, code: 'forbidden' })
export const notFound = (what: string) => new AppError(404, { message: `${what} not found.`, code: 'not_found' })
export const wrongMethod = () => new AppError(405, { message: 'This cannot be done here.', code: 'wrong_method' })
/** The right to sell on a till has been ended. */
export const grantEnded = () =>
  new AppError(401, { message: 'Your right to sell here has ended. Please sign in again.', code: 'grant_ended' })
/** The Device header names an unknown key, or its signature does not match. */
export const deviceUnknown = () =>
  new AppError(401, { message: 'This device is not registered. Sign in to set it up.', code: 'device_unknown' })
export const conflict = (message: string) => new AppError(409, { message, code: 'conflict' })
export const tillRevoked = () =>
  new AppError(403, { message: 'This till was revoked in the back office.', code: 'till_revoked' })
export const stepUp = (second_factor: FactorAsked) =>
  new AppError(403, { message: 'Confirm that it is you.', code: 'step_up', second_factor })
export const secondFactorRequired = () =>
  new AppError(403, { message: 'Set up two-step verification first.', code: 'second_factor_required' })
export const secondPerson = (message: string) => new AppError(409, { message, code: 'second_person' })
export const tooLarge = (message: string) => new AppError(413, { message, code: 'too_large' })
export const wrongType = (wanted = 'application/json') =>
  new AppError(415, { message: `Please send ${wanted}.`, code: 'wrong_type' })
export const csrf = () => new AppError(419, { message: 'This page is out of date. Please reload it.', code: 'csrf' })
export const invalid = (errors: Record<string, string[]>) =>
  new AppError(422, { message: 'Please correct the errors shown.', code: 'validation', errors })
export const keyReused = () =>
  new AppError(422, { message: 'This Idempotency-Key was used for another request.', code: 'key_reused' })
/** A number or text that does not fit its column. */
export const unstorable = () => new AppError(422, { message: 'One of the values cannot be saved.', code: 'validation' })
export const unknownVariation = (ids: number[]) =>
  new AppError(422, { message: `These variants do not exist: ${ids.join(', ')}.`, code: 'unknown_variation' })
export const oldProtocol = () =>
  new AppError(426, { message: 'This till needs an update before it can send.', code: 'protocol' })
/** Nothing proves that the named till made this mutation. */
export const unproved = (message: string) => new AppError(422, { message, code: 'unproved' })
export const tooMany = (seconds: number) =>
  new AppError(429, { message: `Too many attempts. Try again in ${waitOf(seconds)}.`, code: 'too_many' }, seconds)
const waitOf = (seconds: number) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? 'a second' : `${seconds} seconds`
export const internal = () =>
  new AppError(500, { message: 'Something went wrong. Please try again.', code: 'internal' })
export const unavailable = () =>
  new AppError(503, { message: 'The shop is busy. Please try again in a moment.', code: 'unavailable' }, 1)

/** The row changed since the client read it; the reply carries the current row. */
export const stale = (present: object) =>
  new AppError(409, { message: 'Someone changed this while you were editing.', code: 'stale', ...present })

/**
 * Call inside the transaction that has locked the row. `read` is the time the client read; a client may omit it.
 * @throws 409 with the current row, if it changed since
 */
export async function refuseIfStale(
  read: string | undefined,
  held: string | Date,
  present: () => object | Promise<object>,
): Promise<void> {
  if (read && Date.parse(read) !== new Date(held).getTime()) throw stale(await present())
}

/** The client expected different amounts; the reply carries the right ones, in cedis. */
export const staleTotal = (totals: { subtotal: number; shipping_fee: number; discount: number; total: number }) =>
  new AppError(409, { message: `The total is now ${formatCedis(totals.total)}.`, code: 'stale_total', totals })

export const notCompleted = () =>
  new AppError(409, {
    message: 'Transaction could not be completed. Please contact us if you believe this is an error.',
    code: 'payment_not_completed',
  })
export const paymentsUnavailable = () =>
  new AppError(
    503,
    { message: 'We cannot take payments at the moment. Please contact us to order.', code: 'payments_unavailable' },
    60,
  )
export const providerSilent = () =>
  new AppError(
    503,
    {
      message: 'Our payment provider is not responding. Nothing is lost. Please try again in a moment.',
      code: 'provider_unreachable',
    },
    10,
  )
