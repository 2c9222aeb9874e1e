import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseName, quoted, rows, withConnection } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'
import { startDatabase } from '#api/db/server.ts'
import type { DatabaseServer } from '#api/db/server.ts'

/**
 * A private MariaDB in a temporary folder, on disk by default, set up like the shop's own, but without a binary log,
 * which would slow every test. `stop` removes all of it. `log`: the path of its log, which names every deadlock.
 */
export async function startTestDatabase(where = tmpdir()): Promise<DatabaseServer & { log: string }> {
  const folder = await mkdtemp(join(where, 'selvedge-test-'))
  const server = await startDatabase(join(folder, 'database'), { logsChanges: false })
  await withConnection(server.url, connection => connection.query('SET GLOBAL innodb_print_all_deadlocks = ON'), {
    withDatabase: false,
  })
  return {
    ...server,
    log: join(folder, 'database.log'),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty, migrated database in a server and returns its DATABASE_URL. */
export async function freshDatabase(server: string): Promise<string> {
  const url = await emptyDatabase(server)
  await migrate(url)
  return url
}

/** The statements that copy another database of the same server into an empty one: tables, rows and triggers. */
export function copyingStatements(from: string): Promise<string[]> {
  const source = quoted(databaseName(from))
  return withConnection(from, async connection => {
    const made = async (kind: string, name: string, column: string) =>
      (await rows<Record<string, string>>(connection, `SHOW CREATE ${kind} ${quoted(name)}`))[0]![column]!
    const statements = ['SET SESSION foreign_key_checks = 0']
    for (const { name } of await rows<{ name: string }>(
      connection,
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
    )) {
      statements.push(await made('TABLE', name, 'Create Table'))
      if ((await rows(connection, `SELECT 1 FROM ${quoted(name)} LIMIT 1`)).length === 0) continue
      const columns = await rows<{ name: string }>(
        connection,
        'SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND GENERATION_EXPRESSION IS NULL ORDER BY ORDINAL_POSITION',
        [name],
      )
      const list = columns.map(column => quoted(column.name)).join(', ')
      statements.push(`INSERT INTO ${quoted(name)} (${list}) SELECT ${list} FROM ${source}.${quoted(name)}`)
    }
    for (const { Trigger: name } of await rows<{ Trigger: string }>(connection, 'SHOW TRIGGERS'))
      statements.push(await made('TRIGGER', name, 'SQL Original Statement'))
    return statements
  })
}

/** Creates a database in a server from the statements of a copy, and returns its DATABASE_URL. */
export async function copiedDatabase(server: string, statements: readonly string[]): Promise<string> {
  const url = await emptyDatabase(server)
  await withConnection(url, async connection => {
    for (const statement of statements) await connection.query(statement)
  })
  return url
}

export const dropDatabase = (url: string) =>
  withConnection(url, connection => connection.query(`DROP DATABASE ${quoted(databaseName(url))}`))

async function emptyDatabase(server: string): Promise<string> {
  const name = `shop_${randomBytes(6).toString('hex')}`
  await withConnection(
    server,
    connection => connection.query(`CREATE DATABASE ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`),
    { withDatabase: false },
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
