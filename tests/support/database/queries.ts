import { AsyncLocalStorage } from 'node:async_hooks'
import mysql2 from 'mysql2'

/** Both Sequelize and a transaction's own statements use this. */
const { Connection } = mysql2 as unknown as { Connection: { prototype: { query: (...asked: unknown[]) => unknown } } }

/** The number of database statements during some work, whoever asked for them. */
export async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  return (await statementsDuring(work, () => true)).length
}

/**
 * The database statements of some work that runs in this process, without those of what runs beside it. A request over
 * HTTP is answered beside it.
 */
export function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const own = new AsyncLocalStorage<boolean>()
  return statementsDuring(
    () => own.run(true, work),
    () => own.getStore() === true,
  )
}

async function statementsDuring(work: () => Promise<unknown>, counts: () => boolean): Promise<string[]> {
  const { query } = Connection.prototype
  const statements: string[] = []
  Connection.prototype.query = function (...asked) {
    if (counts()) statements.push(typeof asked[0] === 'string' ? asked[0] : (asked[0] as { sql: string }).sql)
    return query.apply(this, asked)
  }
  try {
    await work()
  } finally {
    Connection.prototype.query = query
  }
  return statements
}

/** The number of this file's statements that deadlock during some work. The server's own count covers all files. */
export const countingDeadlocks = (work: () => Promise<unknown>): Promise<number> => countingFailures(1213, work)

/** The number of this file's statements that fail with an error number during some work. */
export async function countingFailures(errno: number, work: () => Promise<unknown>): Promise<number> {
  const { query } = Connection.prototype
  let count = 0
  Connection.prototype.query = function (...asked) {
    const hear = asked.at(-1)
    if (typeof hear !== 'function') return query.apply(this, asked)
    return query.call(this, ...asked.slice(0, -1), (error: { errno?: number } | null, ...answer: unknown[]) => {
      if (error?.errno === errno) count += 1
      hear(error, ...answer)
    })
  }
  try {
    await work()
  } finally {
    Connection.prototype.query = query
  }
  return count
}
