import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Connection } from 'mysql2/promise'
import { rows, withConnection, withoutLimits } from '#api/db/connection.ts'
import { Refusal } from '#api/boot/refusal.ts'

interface Migration {
  name: string
  sha256: string
  /** Only adds, so that the previous version runs on the result. */
  expands: boolean
  statements: string[]
}
/** What a database records of a migration. */
export interface Seen {
  name: string
  sha256: string
  expands?: boolean
}
interface Applied extends Required<Seen> {
  statements_done: number
  applied_at: Date | null
}

const FOLDER = new URL('../../sql/migrations/', import.meta.url)
// already exists: table, column, index, constraint; already gone: table, column or index
const ALREADY_DONE: readonly unknown[] = [1050, 1060, 1061, 1826, 1051, 1091]
const WAIT_SECONDS = 120
const EXPANDS = /^-- expand\b/

/**
 * Applies the files of sql/migrations that the database has not seen, in order. Two processes never migrate at once. A
 * statement ends with `;` at the end of a line. After a crash inside a file it goes on with the next statement. Skips a
 * newer version's file that only added something.
 * @throws {Refusal} if an applied file was changed, is unknown and did more than add, or a statement fails
 */
export async function migrate(url = process.env.DATABASE_URL!, folder = FOLDER): Promise<void> {
  await withConnection(url, async connection => {
    await withoutLimits(connection)
    await connection.query("SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'), time_zone = '+00:00'")
    await lock(connection)
    await connection.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name VARCHAR(120) PRIMARY KEY, sha256 CHAR(64) NOT NULL,
      statements_done INT UNSIGNED NOT NULL DEFAULT 0, applied_at DATETIME(3),
      expands BOOLEAN NOT NULL DEFAULT FALSE)`)
    await rememberExpanding(connection)
    const applied = await rows<Applied>(
      connection,
      'SELECT name, sha256, expands, statements_done, applied_at FROM schema_migrations ORDER BY name',
    )
    const migrations = readMigrations(folder)
    refuseChanges(applied, migrations)
    for (const migration of migrations) {
      const before = applied.find(({ name }) => name === migration.name)
      if (!before?.applied_at) await apply(connection, migration, before?.statements_done ?? null)
    }
  })
}

/** Whether sql/migrations holds a file that the database of DATABASE_URL has not fully applied. */
export async function migrationsPending(): Promise<boolean> {
  const { select } = await import('#api/db/database.ts')
  const applied = await select<{ name: string }>('SELECT name FROM schema_migrations WHERE applied_at IS NOT NULL')
  const known = new Set(applied.map(({ name }) => name))
  return names(FOLDER).some(name => !known.has(name))
}

/** Adds the column to an older version's database; that version never names it. */
async function rememberExpanding(connection: Connection): Promise<void> {
  const known = await rows(connection, "SHOW COLUMNS FROM schema_migrations LIKE 'expands'")
  if (known.length === 0)
    await connection.query('ALTER TABLE schema_migrations ADD COLUMN expands BOOLEAN NOT NULL DEFAULT FALSE')
}

async function apply(
  connection: Connection,
  { name, sha256, expands, statements }: Migration,
  done: number | null,
): Promise<void> {
  await connection.query(
    `INSERT INTO schema_migrations (name, sha256, expands) VALUES (?, ?, ?)
     ON DUPLICATE KEY UPDATE sha256 = VALUES(sha256), expands = VALUES(expands)`,
    [name, sha256, expands],
  )
  for (const [index, statement] of statements.entries()) {
    if (index < (done ?? 0)) continue
    await connection.beginTransaction()
    // The crash may have come between the statement and its note.
    await connection.query(statement).catch((error: { errno?: number; message: string }) => {
      if (index === done && ALREADY_DONE.includes(error.errno)) return
      throw new Refusal(
        `The migration ${name} failed at its statement ${index + 1}: ${error.message}. Nothing after it was done.`,
      )
    })
    await connection.query('UPDATE schema_migrations SET statements_done = ? WHERE name = ?', [index + 1, name])
    await connection.commit()
  }
  await connection.query('UPDATE schema_migrations SET applied_at = NOW(3) WHERE name = ?', [name])
}

async function lock(connection: Connection): Promise<void> {
  const [held] = await rows<{ held: number }>(
    connection,
    "SELECT GET_LOCK(CONCAT(DATABASE(), '.migrate'), ?) AS held",
    [WAIT_SECONDS],
  )
  if (held?.held !== 1) throw new Refusal('Another process has been migrating the database for too long.')
}

/** @throws {Refusal} if a file that this version does not have migrated the database */
export const refuseUnknown = (applied: readonly Seen[]): void =>
  refuseChanges(
    applied.map(row => ({ expands: false, ...row, statements_done: 0, applied_at: new Date() })),
    readMigrations(FOLDER),
  )

function refuseChanges(applied: Applied[], migrations: Migration[]) {
  for (const { name, sha256, expands, applied_at } of applied) {
    const migration = migrations.find(present => present.name === name)
    if (!migration && expands) continue
    if (!migration)
      throw new Refusal(
        `The database was migrated by ${name}, which this version of the shop does not have. Is it older than the database?`,
      )
    if (applied_at && migration.sha256 !== sha256)
      throw new Refusal(
        `sql/migrations/${name} was changed after it was applied. Put it back, and make the change in a new file.`,
      )
  }
}

function readMigrations(folder: URL): Migration[] {
  return names(folder).map(name => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    const statements = sql
      .split(/;[ \t]*$/m)
      .map(statement => statement.trim())
      .filter(statement => statement.replace(/^--.*$/gm, '').trim() !== '')
    return { name, sha256: createHash('sha256').update(sql).digest('hex'), expands: EXPANDS.test(sql), statements }
  })
}

const names = (folder: URL) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
