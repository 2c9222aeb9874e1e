import { createPool, type Pool } from 'mysql2'
import { RateLimiterMemory, RateLimiterMySQL, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { databaseName } from '#api/db/connection.ts'
import { watch } from '#api/db/database.ts'
import { limitStatements, READ_MS } from '#api/db/time-limits.ts'

/** Where tries are counted: creates the counter that refuses above a limit in so many seconds. Redis would fit in. */
export type TriesStore = (failures: number, seconds: number) => RateLimiterAbstract

/** Counts in this process only. */
export const inMemory: TriesStore = (failures, seconds) =>
  new RateLimiterMemory({ points: failures, duration: seconds, keyPrefix: '' })

let pool: Pool | null = null

/**
 * Counts in the shop's database, across processes. Uses its own connections: a try counts even if its transaction rolls
 * back, and a caller that holds a connection of the main pool must not wait for a second one.
 */
export const inDatabase: TriesStore = (failures, seconds) =>
  new RateLimiterMySQL({
    storeClient: (pool ??= open()),
    storeType: 'pool',
    dbName: databaseName(process.env.DATABASE_URL!),
    tableName: 'tries',
    tableCreated: true,
    clearExpiredByTimeout: false,
    points: failures,
    duration: seconds,
    keyPrefix: '',
  })

function open(): Pool {
  const opened = createPool({
    uri: process.env.DATABASE_URL!,
    connectionLimit: 4,
    queueLimit: 500,
    connectTimeout: 5_000,
    charset: 'utf8mb4',
    maxPreparedStatements: 1,
  })
  opened.on('connection', connection => {
    // A lost connection reports several errors, and the driver's pool hears only the first. An unheard one would end
    // the process.
    connection.on('error', () => {})
    limitStatements(connection, watch, READ_MS)
    connection.query('SET SESSION innodb_lock_wait_timeout = 2')
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  })
  return opened
}

export const closeTries = (): Promise<void> => (pool ? pool.promise().end() : Promise.resolve())
