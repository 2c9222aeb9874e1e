import type { ErrorBody } from '#sync/protocol/errors.ts'
import * as words from './call-words.ts'

/** An unsuccessful reply. `status` 0: no reply came. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** The current row, if it changed since it was read. */
  readonly present: Record<string, unknown> | null

  constructor(status: number, body: ErrorBody, present: Record<string, unknown> | null = null) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.present = present
  }
}

/** The error of an unsuccessful reply, read from its body, which may not be the shop's JSON. */
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

/** `{ coupon: { … } }` holds the current row. */
const presentFrom = (rest: Record<string, unknown>) =>
  (Object.values(rest).find(value => typeof value === 'object' && value !== null) ?? null) as Record<
    string,
    unknown
  > | null

/** The server does not know the session, or no longer accepts it. */
export const isStranger = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 419)

/** No reply: the request may or may not have been carried out. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Missing, or hidden from this person: a page says the same for both. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 403 && !AFTER_PROOF.includes(error.body.code)))

/** Available once a second factor is shown or set up. */
const AFTER_PROOF: readonly string[] = ['step_up', 'second_factor_required']

/** The server's messages to show: the first of every field, else the general one. Never empty. */
export function messagesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error
  const first = Object.values(error.body.errors ?? {}).flatMap(messages => messages.slice(0, 1))
  return first.length > 0 ? first : [error.body.message]
}

/** The messages of each field, shown beside it. */
export const fieldErrorsOf = (error: unknown): Record<string, string[]> =>
  error instanceof ApiError ? (error.body.errors ?? {}) : {}

/** The current row, if another user's change came first. */
export const presentIn = (error: unknown) =>
  error instanceof ApiError && error.body.code === 'stale' ? error.present : null
