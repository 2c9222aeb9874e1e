/** A limit of time was reached: the machine was slow, or something hangs. Says nothing about a wrong answer. */
export class Late extends Error {
  readonly isLate = true
}

/** Marks what a wait failed with as the end of its time. Returns it. */
export function markLate(error: unknown): unknown {
  if (typeof error === 'object' && error !== null && Object.isExtensible(error)) Object.assign(error, { isLate: true })
  return error
}

/** An error as vitest passes it from a worker. */
export interface ToldError {
  name?: string
  message?: string
  cause?: unknown
  isLate?: unknown
}

const VITESTS_LIMITS = [/^(?:Test|Hook) timed out in \d+ms/, /^\[vitest-worker\]: Timeout calling /]
const NOT_STARTED = /^\[vitest-pool\]: (?:Timeout starting|Failed to start) /
const POLLED_TO_THE_END = 'Matcher did not succeed in time.'
const LOCKS = /deadlock|lock wait|ER_LOCK_|ConnectionAcquireTimeout|Too many connections/i

/** Whether an error is the end of a wait of vitest, Playwright, Testing Library or this project. */
export function isLate(error: ToldError): boolean {
  const { name = '', message = '', cause } = error
  if (namesLocks(wordsOf(error))) return false
  if (error.isLate === true || isNotStarted(error) || VITESTS_LIMITS.some(limit => limit.test(message))) return true
  // Playwright's, and that of a request that was given a time.
  if (name === 'TimeoutError' && /\bTimeout \d+ms exceeded|aborted due to timeout/.test(message)) return true
  return (cause as ToldError | undefined)?.message === POLLED_TO_THE_END
}

/** Whether vitest could not start a worker for a file. */
export const isNotStarted = ({ message = '' }: ToldError): boolean => NOT_STARTED.test(message)

/**
 * Whether a text names a lock wait, a deadlock or a pool without connections. A test that was late for one of them did
 * not meet a slow machine.
 */
export const namesLocks = (text: string): boolean => LOCKS.test(text)

/** An error's own words and those of its causes. */
function wordsOf({ name, message, cause }: ToldError): string {
  const more = typeof cause === 'object' && cause !== null ? wordsOf(cause) : ''
  return `${name}: ${message}\n${more}`
}
