import mysql2 from 'mysql2'

/** Both Sequelize and a transaction's own statements use this. */
const { Connection } = mysql2 as unknown as { Connection: { prototype: { query: (...asked: unknown[]) => unknown } } }

/** The number of database statements during some work. */
export async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  const { query } = Connection.prototype
  let count = 0
  Connection.prototype.query = function (...asked) {
    count += 1
    return query.apply(this, asked)
  }
  try {
    await work()
  } finally {
    Connection.prototype.query = query
  }
  return count
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
