import { createConnection } from 'mysql2/promise'
import type { Connection, RowDataPacket } from 'mysql2/promise'

/**
 * Runs work on its own connection to the server of a DATABASE_URL, outside the pool. `withDatabase: false` selects no
 * database.
 */
export async function withConnection<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
  { withDatabase = true, connectMs = 5_000 } = {},
): Promise<T> {
  const uri = new URL(url)
  if (!withDatabase) uri.pathname = '/'
  const connection = await createConnection({
    uri: uri.href,
    connectTimeout: connectMs,
    charset: 'utf8mb4',
    timezone: 'Z',
  })
  // Without a listener, an error between two queries would end the process. The next query reports it anyway.
  connection.on('error', () => {})
  try {
    return await work(connection)
  } finally {
    connection.destroy()
  }
}

/** Lifts the server's time limit for dumps, restores and migrations. */
export async function withoutLimits(connection: Connection): Promise<void> {
  try {
    await connection.query('SET SESSION max_statement_time = 0')
  } catch (error) {
    if ((error as { errno?: number }).errno !== UNKNOWN_VARIABLE) throw error
    await connection.query('SET SESSION max_execution_time = 0') // MySQL's name
  }
  await connection.query('SET SESSION net_write_timeout = 3600, net_read_timeout = 3600')
}

const UNKNOWN_VARIABLE = 1193

/** The rows of a query. */
export async function rows<Row extends object>(
  connection: Connection,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const [found] = await connection.query<RowDataPacket[]>(sql, values)
  return found as Row[]
}

/** Whether a server answers there, whatever databases it holds. */
export async function answers(url: string, withinMs = 5_000): Promise<boolean> {
  try {
    await withConnection(url, connection => connection.query({ sql: 'SELECT 1', timeout: withinMs }), {
      withDatabase: false,
      connectMs: withinMs,
    })
    return true
  } catch {
    return false
  }
}

export const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

export const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
