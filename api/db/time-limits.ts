import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from 'mysql2'

const READ_MS = 5_000
const WRITE_MS = 30_000
const REPORT_MS = 60_000
/** A statement without an answer for so long lets us ask whether the database is there at all. */
const SILENT_MS = 500

const readLimit = new AsyncLocalStorage<number>()

/**
 * Runs what answers a request: a read may take five seconds, or a minute for a report. What nobody waits for has the
 * minute anyway.
 */
export const withReadLimit = <T>(work: () => T, { isReport = false } = {}): T =>
  readLimit.run(isReport ? REPORT_MS : READ_MS, work)

/** Runs what no request waits for any more. */
export const withoutReadLimit = <T>(work: () => T): T => readLimit.exit(work)

/** How long a statement may take before its connection ends. */
export function limitOf(sql: string): number {
  const isRead =
    /^\s*\(*\s*(?:SELECT|WITH|SHOW)\b/i.test(sql) && !/\bFOR UPDATE\b|\bIN SHARE MODE\b/i.test(sql.slice(-60))
  return isRead ? (readLimit.getStore() ?? REPORT_MS) : WRITE_MS
}

interface Command {
  sql?: string
  query?: string
  once: (event: 'end', done: () => void) => void
}
/** The driver's part that every statement passes, whether Sequelize or we send it. */
interface Driver {
  addCommand: (command: Command) => unknown
  stream: { destroy: (error: Error) => void }
}

/** `silent`: a statement has had no answer for a while. `ended`: its time was over, and its connection with it. */
interface Watch {
  silent: () => void
  ended: (threadId: number | null) => void
}

/**
 * Gives every statement of a connection its time limit. The driver's own limit leaves a connection on which an old
 * answer may still come; this one ends the connection, so that the server rolls back what was under way, and nothing
 * waits for it any more.
 */
export function limitStatements(connection: Connection, { silent, ended }: Watch): void {
  const driver = connection as unknown as Driver
  const add = driver.addCommand.bind(driver)
  driver.addCommand = command => {
    const doubt = setTimeout(silent, SILENT_MS).unref()
    const late = setTimeout(
      () => {
        ended(connection.threadId)
        endNow(connection)
      },
      limitOf(command.sql ?? command.query ?? ''),
    ).unref()
    command.once('end', () => {
      clearTimeout(doubt)
      clearTimeout(late)
    })
    return add(command)
  }
}

/**
 * Ends a connection without a word to the server, which may not listen. Whoever waits on it is told that it was lost.
 */
export function endNow(connection: Connection): void {
  ;(connection as unknown as Driver).stream.destroy(
    Object.assign(new Error('The database took too long.'), { code: 'ETIMEDOUT' }),
  )
}
