import { randomBytes } from 'node:crypto'
import { allRules } from '#api/audit/kind-rules.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { databaseName, quoted, rows, withConnection, withoutLimits } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'

/** The database user lacks a privilege. */
const REFUSED: readonly (number | undefined)[] = [1044, 1142, 1227]

/** Runs work on an empty scratch database beside the one `url` names, and drops it afterwards. */
export async function withScratchDatabase<T>(url: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const name = `${databaseName(url)}_trial_${randomBytes(4).toString('hex')}`
  const scratch = new URL(url)
  scratch.pathname = `/${encodeURIComponent(name)}`
  await runPatiently(url, `CREATE DATABASE ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`).catch(
    (error: { errno?: number }) => {
      throw REFUSED.includes(error.errno)
        ? new Refusal(
            `A backup is tested in a database of its own. Allow this database user to create it: GRANT ALL ON \`${databaseName(url)}\\_trial\\_%\`.* TO this user.`,
          )
        : error
    },
  )
  try {
    return await work(scratch.href)
  } finally {
    await runPatiently(url, `DROP DATABASE IF EXISTS ${quoted(name)}`)
  }
}

const runPatiently = (url: string, sql: string) =>
  withConnection(
    url,
    async connection => {
      await withoutLimits(connection)
      await connection.query(sql)
    },
    { withDatabase: false },
  )

/** The statements a dump may hold. Nothing else runs, because an archive may be forged. */
const OF_A_DUMP = /^(CREATE TABLE|INSERT INTO) `(?:[^`]|``)+` \(/

/**
 * Fills an empty database from a dump, one statement a line.
 * @throws {Refusal} in one sentence, if the dump is invalid or the database refuses it
 */
export const loadDump = (url: string, dump: AsyncIterable<Buffer>, pause = async () => {}): Promise<void> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    await connection.query(
      "SET SESSION foreign_key_checks = 0, unique_checks = 0, time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'",
    )
    await connection.query('SET SESSION innodb_lock_wait_timeout = 50')
    for await (const statement of linesOf(dump)) {
      if (!OF_A_DUMP.test(statement)) throw new Refusal('The archive holds statements that no shop writes.')
      await connection.query(statement).catch((error: Error) => {
        throw new Refusal(`The archive's database cannot be put back: ${error.message.split('\n')[0]!.slice(0, 300)}.`)
      })
      await pause()
    }
  })

/** The longest statement a connection accepts. */
const LONGEST = 64 * 1024 ** 2

/**
 * Lines end with
 * only: a text may hold other characters that some readers treat as line ends.
 */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let held = 0
  for await (const piece of bytes) {
    let from = 0
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, at)]).toString('utf8')
      begun = []
      from = at + 1
    }
    begun.push(piece.subarray(from))
    held = from > 0 ? piece.length - from : held + piece.length
    if (held > LONGEST) throw new Refusal('The archive holds statements that no shop writes.')
  }
  if (begun.some(({ length }) => length > 0)) throw new Refusal('The archive holds a database that is cut short.')
}

/**
 * Lists the faults of a freshly loaded database: a table whose row count differs from the dump, books that do not add
 * up. Applies this version's migrations first.
 */
export async function findFaults(url: string, tables: Readonly<Record<string, number>>): Promise<string[]> {
  const faults: string[] = []
  await withConnection(url, async connection => {
    await withoutLimits(connection)
    for (const [table, expected] of Object.entries(tables)) {
      const [found] = await rows<{ n: number }>(connection, `SELECT COUNT(*) AS n FROM ${quoted(table)}`)
      if (found!.n !== expected) faults.push(`${table} has ${found!.n} rows, not ${expected}`)
    }
  })
  await migrate(url)
  await withConnection(url, async connection => {
    await withoutLimits(connection)
    for (const [rule, sql] of Object.entries(allRules)) {
      const broken = await rows(connection, `${sql} LIMIT 5`)
      if (broken.length > 0) faults.push(`the books show ${rule}`)
    }
  })
  return faults
}
