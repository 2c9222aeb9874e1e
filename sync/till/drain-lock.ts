/** The database of this device that holds what waits for the server. */
export const OUTBOX = 'outbox'

/** The lock that whoever drains a database holds, over all tabs and the worker. */
export const drainLock = (database: string) => `drain ${database}`
