import type { TillDb } from './till-db.ts'

const BALLAST_BYTES = 5 * 1024 * 1024
/** The most random bytes that the browser provides at once. */
const RANDOM_BYTES = 65_536

/** The device has no room for another sale. Thrown before anything looks sold: nothing was stored. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  constructor() {
    super('This device is full, so nothing was saved. Free some space on it, then try again.')
  }
}

/** `blocked`: the ballast is spent, and new sales wait until there is room for it again. */
export const storageState = async (db: TillDb): Promise<'free' | 'blocked'> =>
  (await db.room.get('full')) ? 'blocked' : 'free'

/**
 * Creates the ballast if it is missing, which also lifts a block. Call it when the till starts.
 * @returns whether there is room
 */
export async function makeRoom(db: TillDb): Promise<boolean> {
  const layBallast = async () => {
    if ((await db.room.where({ key: 'ballast' }).count()) === 0)
      await db.room.put({ key: 'ballast', bytes: randomBytes() })
    await db.room.delete('full')
  }
  try {
    await db.transaction('rw', db.room, layBallast)
    return true
  } catch (error) {
    if (isQuotaExceeded(error)) return false
    throw error
  }
}

/** Random, because zeros are compressed away and would reserve nothing. */
function randomBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BALLAST_BYTES)
  for (let at = 0; at < BALLAST_BYTES; at += RANDOM_BYTES) crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES))
  return bytes
}

/**
 * Runs work that writes. If the device is full, deletes the ballast, blocks new sales and runs the work once more.
 * @throws StorageFull if it does not fit even then
 */
export async function withRoom<T>(db: TillDb, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
  }
  // In its own transaction: one that also wrote would be refused, and the space is free only afterwards.
  await db.room.delete('ballast')
  let done: T
  try {
    done = await work()
  } catch (error) {
    if (isQuotaExceeded(error)) throw new StorageFull()
    throw error
  }
  await blockSales(db)
  return done
}

/** The work is stored: that there is no room for this note must not say otherwise. */
async function blockSales(db: TillDb): Promise<void> {
  try {
    await db.room.put({ key: 'full', since: Date.now() })
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
  }
}

/** Dexie wraps the browser's error, and wraps it again if it aborted a transaction. */
export function isQuotaExceeded(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== error && isQuotaExceeded(inner))
}
