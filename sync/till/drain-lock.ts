/** The database of this device with the entries that wait for the server. */
export const OUTBOX = 'outbox'

/** The lock held while draining a database, across all tabs and the worker. */
export const drainLock = (database: string) => `drain ${database}`
