import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from 'mysql2'

/** How long a request waits for a read. */
export const READ_MS = 5_000
const WRITE_MS = 30_000
const REPORT_MS = 60_000
/** After this much silence from a statement, check whether the database is there at all. */
const SILENT_MS = 500

const readLimit = new AsyncLocalStorage<number>()

/**
 * Runs work for a request: a read may take five seconds, or a minute for a report. Work outside requests always has a
 * minute.
 */
export const withReadLimit = <T>(work: () => T, { isReport = false } = {}): T =>
  readLimit.run(isReport ? REPORT_MS : READ_MS, work)

/** Runs work that no request waits for. */
export const withoutReadLimit = <T>(work: () => T): T => readLimit.exit(work)

/** How long a statement may take before its connection is closed, in ms. */
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
/** The driver call that every statement passes through, from Sequelize or from us. */
interface Driver {
  addCommand: (command: Command) => unknown
  stream: { destroyed: boolean; destroy: (error: Error) => void }
}

/** `silent`: a statement has had no answer for a while. `ended`: it timed out, and its connection was closed. */
export interface Watch {
  silent: () => void
  ended: (threadId: number | null) => void
}

/**
 * Gives every statement on a connection its time limit. The driver's own limit leaves a connection on which an old
 * answer may still arrive. This one closes it, so that the server rolls back and nothing waits for it. `mostMs`: what
 * no statement on this connection may exceed.
 */
export function limitStatements(connection: Connection, { silent, ended }: Watch, mostMs = Infinity): void {
  const driver = connection as unknown as Driver
  const add = driver.addCommand.bind(driver)
  driver.addCommand = command => {
    const doubt = setTimeout(silent, SILENT_MS).unref()
    const late = setTimeout(
      () => {
        // Its number may belong to another connection once the server has restarted.
        if (driver.stream.destroyed) return
        ended(connection.threadId)
        endNow(connection)
      },
      Math.min(mostMs, limitOf(command.sql ?? command.query ?? '')),
    ).unref()
    command.once('end', () => {
      clearTimeout(doubt)
      clearTimeout(late)
    })
    return add(command)
  }
}

/**
 * Closes a connection without telling the server, which may not be listening. Callers that wait on it get a
 * lost-connection error.
 */
export function endNow(connection: Connection): void {
  ;(connection as unknown as Driver).stream.destroy(
    Object.assign(new Error('The database took too long.'), { code: 'ETIMEDOUT' }),
  )
}
