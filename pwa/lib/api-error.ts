import type { ErrorBody } from '#sync/protocol/errors.ts'
import * as words from './call-words.ts'

/** A reply that is no success. `status` 0: no reply came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** The row as it is now, where it changed since it was read. */
  readonly present: Record<string, unknown> | null

  constructor(status: number, body: ErrorBody, present: Record<string, unknown> | null = null) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.present = present
  }
}

/** A reply that is no success, read from its body, which may be no JSON of the shop's at all. */
export function refusalFrom(status: number, body: unknown): ApiError {
  const {
    message = words.notAnswered(status),
    code = 'internal',
    errors,
    totals,
    ...rest
  } = (body ?? {}) as Partial<ErrorBody> & Record<string, unknown>
  return new ApiError(
    status,
    { message, code, ...(errors && { errors }), ...(totals && { totals }) },
    code === 'stale' ? presentFrom(rest) : null,
  )
}

/** `{ coupon: { … } }` names the row as it is now. */
const presentFrom = (rest: Record<string, unknown>) =>
  (Object.values(rest).find(value => typeof value === 'object' && value !== null) ?? null) as Record<
    string,
    unknown
  > | null

/** The server does not know who asks, or no longer believes it. */
export const isStranger = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 419)

/** Nobody knows whether it was done. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** It is not there, or not for this person: a page says the same for both. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 403 && !AFTER_PROOF.includes(error.body.code)))

/** It is there, once a second factor is shown or set up. */
const AFTER_PROOF: readonly string[] = ['step_up', 'second_factor_required']

/** What to show, in the server's words: the first message of every field, or else the message. Never empty. */
export function messagesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error
  const first = Object.values(error.body.errors ?? {}).flatMap(messages => messages.slice(0, 1))
  return first.length > 0 ? first : [error.body.message]
}

/** The messages of each field, to stand beside it. */
export const fieldErrorsOf = (error: unknown): Record<string, string[]> =>
  error instanceof ApiError ? (error.body.errors ?? {}) : {}

/** The row as it is now, of a change that somebody else was quicker with. */
export const presentIn = (error: unknown) =>
  error instanceof ApiError && error.body.code === 'stale' ? error.present : null
