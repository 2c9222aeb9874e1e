import type { ErrorBody } from '#sync/protocol/errors.ts'

/** The server's message, and its messages about single fields. */
export function refusalWords({ message, errors = {} }: ErrorBody): string {
  const details = Object.values(errors)
    .flat()
    .filter(detail => detail !== message)
  return [message, ...details].join(' ')
}
