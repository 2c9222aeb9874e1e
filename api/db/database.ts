import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { format, raw, type Connection, type ResultSetHeader } from 'mysql2'
import { BaseError, ConnectionError, Sequelize, type Transaction } from 'sequelize'
import { withConnection } from '#api/db/connection.ts'
import { askWhetherAway, isAway, unlessAway } from '#api/db/pulse.ts'
import { limitStatements, withoutReadLimit, type Watch } from '#api/db/time-limits.ts'

const scope = new AsyncLocalStorage<Map<string, unknown>>()

// Every query inside inTransaction joins it, so no call can forget to pass the transaction.
Sequelize.useCLS({
  run: (work: (context: unknown) => unknown) => scope.run(new Map(), () => work(undefined)),
  bind: (work: () => unknown) => AsyncLocalStorage.bind(work),
  get: (key: string) => scope.getStore()?.get(key),
  set: (key: string, value: unknown) => scope.getStore()?.set(key, value),
})

const SESSION = `SET SESSION innodb_lock_wait_timeout = 2, time_zone = '+00:00',
  sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE'`

/** The shop's database, named by DATABASE_URL (`?socketPath=` for a Unix socket). */
export const db = new Sequelize(process.env.DATABASE_URL ?? 'mysql://localhost/shop', {
  logging: false,
  timezone: '+00:00',
  pool: { max: 16, min: 1, acquire: 8_000, idle: 60_000 },
  dialectOptions: {
    decimalNumbers: true,
    connectTimeout: 5_000,
    charset: 'utf8mb4',
    stringifyObjects: true,
    // No statement is prepared, and each connection would reserve room for 16,000.
    maxPreparedStatements: 1,
  },
  define: { underscored: true, createdAt: 'created_at', updatedAt: 'updated_at' },
  hooks: { afterConnect: connection => settle(connection as Connection) },
})

// The SESSION statement sets the time zone, under a time limit.
Object.assign(db.config, { keepDefaultTimezone: true })

/** What a statement without an answer sets off, on any of the shop's connections. */
export const watch: Watch = { silent: askWhetherAway, ended: endOnServer }

/**
 * READ COMMITTED: a transaction locks what its decisions depend on, and an older snapshot would only make it fail and
 * retry.
 */
async function settle(connection: Connection): Promise<void> {
  limitStatements(connection, watch)
  await connection.promise().query(SESSION)
  await connection.promise().query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
}

/** A server busy with a statement does not notice that its client has gone. */
function endOnServer(threadId: number | null): void {
  askWhetherAway()
  if (threadId)
    withConnection(process.env.DATABASE_URL!, connection => connection.query(`KILL ${threadId}`), {
      withDatabase: false,
    }).catch(() => {})
}

const MOST_WAITING = 500
const manager = db.connectionManager as typeof db.connectionManager & { pool: { waiting: number } }
const lend = manager.getConnection.bind(manager)

/** Lends a connection. Refuses at once if the database is away or the queue is full. */
manager.getConnection = async options => {
  if (isAway() || manager.pool.waiting >= MOST_WAITING)
    throw new ConnectionError(new Error('The database does not answer.'))
  try {
    return await unlessAway(lend(options), connection => manager.releaseConnection(connection))
  } catch (error) {
    if (isLost(error)) askWhetherAway()
    throw error
  }
}

const TRIES = 8
const DEADLOCK = 1213
// deadlock, lock wait timeout, row changed since the snapshot
const LOCK_FAILURES: readonly unknown[] = [DEADLOCK, 1205, 1020]

/**
 * Runs work in one transaction, and retries all of it, from BEGIN to COMMIT, after a lock failure at any statement or
 * at COMMIT. So work must change nothing outside the database. A nested call joins the outer transaction.
 */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (scope.getStore()?.get('transaction')) return work()
  return repeatedly(() => db.transaction(work), isLockFailure)
}

async function repeatedly<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !mayRepeat(error)) throw error
      await sleep(Math.random() * Math.min(500, 10 * 2 ** (tries - 1)))
    }
  }
}

/** Starts work that nobody waits for, detached from the surrounding transaction and from the request's time limit. */
export const outsideTransaction = <T>(work: () => T): T => scope.exit(() => withoutReadLimit(work))

/** Runs work after the surrounding transaction commits; at once without one. */
export function afterCommit(work: () => void): void {
  const transaction = scope.getStore()?.get('transaction') as Transaction | undefined
  if (transaction) transaction.afterCommit(() => work())
  else work()
}

export const isLockFailure = (error: unknown) => LOCK_FAILURES.includes(errnoOf(error))
const isDeadlock = (error: unknown) => errnoOf(error) === DEADLOCK
export const isDuplicate = (error: unknown) => errnoOf(error) === 1062
/** A foreign key fails: the referenced row is missing, or the row is still in use. */
export const isReferredTo = (error: unknown) => [1451, 1452].includes(errnoOf(error) ?? 0)
/**
 * A value, or the sum it adds to, does not fit its column: out of range, an invalid time, the wrong alphabet, too long,
 * or against a CHECK.
 */
export const isUnstorable = (error: unknown) => [1264, 1690, 1292, 1366, 1406, 3819, 4025].includes(errnoOf(error) ?? 0)
/** The violated unique key, named after its column; null for other errors. */
export const duplicateKeyOf = (error: unknown): string | null =>
  isDuplicate(error) ? (/for key '(?:.*\.)?([^']+)'$/.exec(causeOf(error)?.message ?? '')?.[1] ?? '') : null

/** The server's error number, from Sequelize or the driver. */
export const errnoOf = (error: unknown): number | undefined => causeOf(error)?.errno

const LOST: readonly (string | number)[] = [
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  1021,
  1053,
  1114,
  1152,
  1158,
  1159,
  1160,
  1161,
  1927,
  4031,
]

/** The database went away, is starting, or has a full disk. True also for a connection lost inside a transaction. */
export function isLost(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  const { code, errno, fatal, message = '' } = causeOf(error) ?? {}
  return (
    fatal === true ||
    LOST.includes(code ?? '') ||
    LOST.includes(errno ?? '') ||
    /closed state|connection lost|connection is closed/i.test(message)
  )
}

interface Cause {
  errno?: number
  code?: string
  fatal?: boolean
  message?: string
}
const causeOf = (error: unknown): Cause | undefined =>
  error instanceof BaseError ? (error as { parent?: Cause }).parent : ((error as Cause | null) ?? undefined)

type Values = Record<string, unknown> | unknown[]

/**
 * Sends a statement straight over the current transaction's connection, or a pooled one. Going through Sequelize would
 * double the time of a page or a till's push. A statement of its own that loses a deadlock was rolled back whole, so it
 * runs again. After a lock wait timeout it does not: each try would hold a connection for two more seconds.
 */
async function send<Answer>(sql: string, values?: Values): Promise<Answer> {
  const own = (scope.getStore()?.get('transaction') as { connection?: Connection } | undefined)?.connection
  if (own) return sendOver(own, sql, values)
  return repeatedly(() => sendAlone(sql, values), isDeadlock)
}

async function sendAlone<Answer>(sql: string, values?: Values): Promise<Answer> {
  const connection = (await db.connectionManager.getConnection({ type: 'read' })) as Connection
  try {
    return await sendOver(connection, sql, values)
  } finally {
    db.connectionManager.releaseConnection(connection)
  }
}

async function sendOver<Answer>(connection: Connection, sql: string, values?: Values): Promise<Answer> {
  try {
    return await answerOf(connection, sql, values)
  } catch (error) {
    if (isLost(error)) askWhetherAway()
    // The driver's stack starts at its socket; this one leads to the caller.
    Error.captureStackTrace(error as Error)
    throw Object.assign(error as Error, { name: 'DatabaseError' })
  }
}

/** Pass null, not undefined: only null stops the driver from scanning the text for placeholders. */
function answerOf<Answer>(connection: Connection, sql: string, values?: Values): Promise<Answer> {
  return new Promise((resolve, reject) => {
    connection.query(
      { sql, namedPlaceholders: values !== undefined && !Array.isArray(values) },
      (values ?? null) as unknown[],
      (error, answer) => (error ? reject(error) : resolve(answer as Answer)),
    )
  })
}

/**
 * The rows of a hot query, as plain objects. Escapes values into `:name` or `?`; a list fills an IN. Without values,
 * the text is not scanned for placeholders.
 */
export const select = <Row extends object>(sql: string, values?: Values): Promise<Row[]> => send(sql, values)

/** The first row of a query, or null. */
export const selectOne = async <Row extends object>(sql: string, values?: Values): Promise<Row | null> =>
  (await select<Row>(sql, values))[0] ?? null

/** Runs a write and returns how many rows it changed. A guarded UPDATE checks that count. */
export const execute = async (sql: string, values: Values = []): Promise<number> =>
  (await send<ResultSetHeader>(sql, values)).affectedRows

/** Inserts one row and returns its id. Column names come from code, never from a client. */
export async function insertRow(table: string, row: Record<string, unknown>): Promise<number> {
  return insertRows(table, [row])
}

/**
 * Inserts all rows in one statement and returns the first id; 0 without rows. Columns are the members of the first row,
 * so they come from code, never from a client. The driver takes half of Sequelize's time for many values.
 */
export async function insertRows(table: string, rows: readonly object[]): Promise<number> {
  if (rows.length === 0) return 0
  const sql = format(
    `INSERT INTO ${table} (${Object.keys(rows[0]!).join(', ')}) VALUES ?`,
    [rows.map(row => Object.values(row))],
    true,
    'Z',
  )
  return (await send<ResultSetHeader>(sql)).insertId
}

/** The same, but skips a row if its unique key, the first column, exists already. */
export async function insertRowsOnce(table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const [first, ...others] = Object.keys(rows[0]!)
  const sql = format(
    `INSERT INTO ${table} (${[first, ...others].join(', ')}) VALUES ?
      ON DUPLICATE KEY UPDATE ${first} = ${table}.${first}`,
    [rows.map(row => Object.values(row))],
    true,
    'Z',
  )
  await send(sql)
}

/** SQL in place of a value, in inserted rows and in statements of a transaction: never from a client. */
export const asSql = raw

/** A time as SQL text, because Sequelize drops the milliseconds of a Date in a raw query. */
export const sqlTime = (ms: number) => new Date(ms).toISOString().slice(0, 23).replace('T', ' ')
