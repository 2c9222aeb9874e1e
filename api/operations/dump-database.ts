import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createConnection, escape, type Connection, type SqlValue } from 'mysql2'
import { placeInLog, type LogPlace } from '#api/db/change-log.ts'
import { quoted, rows, withoutLimits } from '#api/db/connection.ts'
import type { Seen } from '#api/db/migrate.ts'

/** About how many bytes of values one INSERT holds. */
const STATEMENT = 256 * 1024

export interface Dumped {
  /** Rows by table. */
  tables: Record<string, number>
  /** The migrations that were applied. */
  migrations: Seen[]
  /** The position in the server's binary log; absent if we cannot read one. */
  log?: LogPlace
}

/**
 * Writes a database as SQL into a file, one statement a line, as of one moment. Sales during the dump go on and are not
 * in it. Uses a connection, because many servers lack mariadb-dump.
 */
export async function dumpDatabase(url: string, path: string, pause = async () => {}): Promise<Dumped> {
  // Values are written as the server formats them: nothing is rounded, and no time shifts.
  const raw = createConnection({
    uri: url,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  })
  raw.on('error', () => {}) // the running statement reports it
  const connection = raw.promise()
  const file = createWriteStream(path, { mode: 0o600 })
  let failed: Error | null = null
  file.on('error', error => {
    failed ??= error
  }) // the next write throws it
  const write = async (text: string) => {
    await pause()
    if (failed) throw failed
    if (!file.write(text)) await once(file, 'drain')
  }
  try {
    await withoutLimits(connection)
    await connection.query("SET SESSION time_zone = '+00:00'")
    await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
    const log = await placeInLog(connection)
    const tables: Record<string, number> = {}
    for (const { name } of await rows<{ name: string }>(
      connection,
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name",
    )) {
      const [made] = await rows<{ 'Create Table': string }>(connection, `SHOW CREATE TABLE ${quoted(name)}`)
      await write(`${made!['Create Table'].replaceAll('\n', ' ')};\n`)
      tables[name] = await dumpRows(raw, name, write)
    }
    const applied = await rows<Seen>(connection, 'SELECT * FROM schema_migrations ORDER BY name')
    const migrations = applied.map(({ name, sha256, expands }) => ({
      name,
      sha256,
      ...(Number(expands) === 1 && { expands: true }),
    }))
    if (failed) throw failed
    file.end()
    await once(file, 'finish')
    return { tables, migrations, ...(log && { log }) }
  } finally {
    file.destroy()
    raw.destroy()
  }
}

async function dumpRows(
  connection: Connection,
  table: string,
  write: (text: string) => Promise<void>,
): Promise<number> {
  // Generated columns cannot be written.
  const columns = (
    await rows<{ name: string }>(
      connection.promise(),
      `SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = ? AND COALESCE(generation_expression, '') = ''
    ORDER BY ordinal_position`,
      [table],
    )
  )
    .map(({ name }) => quoted(name))
    .join(', ')
  const begin = `INSERT INTO ${quoted(table)} (${columns}) VALUES `
  let [count, values, length] = [0, [] as string[], 0]
  const flush = async () => {
    if (values.length > 0) await write(`${begin}${values.join(', ')};\n`)
    values = []
    length = 0
  }
  for await (const row of connection
    .query({ sql: `SELECT ${columns} FROM ${quoted(table)}`, rowsAsArray: true })
    .stream() as AsyncIterable<SqlValue[]>) {
    const text = `(${row.map(value => escape(value)).join(', ')})`
    values.push(text)
    length += text.length
    count += 1
    if (length > STATEMENT) await flush()
  }
  await flush()
  return count
}
