import { createPool, type Pool } from 'mysql2'
import { RateLimiterMemory, RateLimiterMySQL, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { databaseName } from '#api/db/connection.ts'

export const WINDOW_SECONDS = 60

/**
 * Where tries are counted: makes the counter that refuses after so many in a minute. Redis and the like fit in here as
 * well.
 */
export type TriesStore = (failures: number) => RateLimiterAbstract

/** Counts in this process alone. */
export const inMemory: TriesStore = failures =>
  new RateLimiterMemory({ points: failures, duration: WINDOW_SECONDS, keyPrefix: '' })

let pool: Pool | null = null

/**
 * Counts in the shop's database, for all its processes together. Over connections of its own: a try counts even where
 * the transaction that makes it is rolled back, and who holds a connection of the other pool must not wait for a second
 * one of it.
 */
export const inDatabase: TriesStore = failures =>
  new RateLimiterMySQL({
    storeClient: (pool ??= open()),
    storeType: 'pool',
    dbName: databaseName(process.env.DATABASE_URL!),
    tableName: 'tries',
    tableCreated: true,
    clearExpiredByTimeout: false,
    points: failures,
    duration: WINDOW_SECONDS,
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
    connection.query('SET SESSION innodb_lock_wait_timeout = 2')
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  })
  return opened
}

export const closeTries = (): Promise<void> => (pool ? pool.promise().end() : Promise.resolve())
