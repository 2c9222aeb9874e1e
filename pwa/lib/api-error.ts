import type { ErrorBody } from '#sync/protocol/errors.ts'

/** A reply that is no success. `status` 0: no reply came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** The server does not know who asks, or no longer believes it. */
export const isStranger = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 419)

/** It is not there, or not for this person: a page says the same for both. */
export const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** What to show, in the server's words: the first message of every field, or else the message. Never empty. */
export function messagesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error
  const first = Object.values(error.body.errors ?? {}).flatMap(messages => messages.slice(0, 1))
  return first.length > 0 ? first : [error.body.message]
}

/** The messages of each field, to stand beside it. */
export const fieldErrorsOf = (error: unknown): Record<string, string[]> => error instanceof ApiError ? error.body.errors ?? {} : {}
