import mysql2 from 'mysql2'

/** What both Sequelize and a transaction's own statements go through. */
const { Connection } = mysql2 as unknown as { Connection: { prototype: { query: (...asked: unknown[]) => unknown } } }

/** How many statements reach the database while something is done. */
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
