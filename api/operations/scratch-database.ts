import { randomBytes } from 'node:crypto'
import { RULES } from '#api/audit/rules.ts'
import { databaseName, quoted, rows, withConnection } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'

/** Runs work on an empty database of its own beside the one that `url` names, which is gone afterwards. */
export async function withScratchDatabase<T>(url: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const name = `${databaseName(url)}_trial_${randomBytes(4).toString('hex')}`
  const scratch = new URL(url)
  scratch.pathname = `/${encodeURIComponent(name)}`
  await withConnection(url, connection => connection.query(`CREATE DATABASE ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`), { withDatabase: false })
  try {
    return await work(scratch.href)
  } finally {
    await withConnection(url, connection => connection.query(`DROP DATABASE IF EXISTS ${quoted(name)}`), { withDatabase: false })
  }
}

/** Fills an empty database from a dump, one statement a line. */
export const loadDump = (url: string, dump: AsyncIterable<Buffer>): Promise<void> => withConnection(url, async connection => {
  await connection.query("SET SESSION foreign_key_checks = 0, unique_checks = 0, time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'")
  await connection.query('SET SESSION innodb_lock_wait_timeout = 50')
  for await (const statement of linesOf(dump)) await connection.query(statement)
})

/** Lines end with \n and nothing else: a text may hold other characters that some take for the end of one. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const piece of bytes) {
    let from = 0
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, at)]).toString('utf8')
      begun = []
      from = at + 1
    }
    begun.push(piece.subarray(from))
  }
  if (begun.some(({ length }) => length > 0)) throw new Error('The dump is cut short.')
}

/**
 * Says what is not as it should be in a database that was just loaded: a table with other rows than were dumped, a book that does not add up.
 * Brings it up to this version's migrations first.
 */
export async function findFaults(url: string, tables: Readonly<Record<string, number>>): Promise<string[]> {
  const faults: string[] = []
  await withConnection(url, async connection => {
    for (const [table, expected] of Object.entries(tables)) {
      const [found] = await rows<{ n: number }>(connection, `SELECT COUNT(*) AS n FROM ${quoted(table)}`)
      if (found!.n !== expected) faults.push(`${table} has ${found!.n} rows, not ${expected}`)
    }
  })
  await migrate(url)
  await withConnection(url, async connection => {
    for (const [rule, sql] of Object.entries(RULES)) {
      const broken = await rows(connection, `${sql} LIMIT 5`)
      if (broken.length > 0) faults.push(`the books show ${rule}`)
    }
  })
  return faults
}
