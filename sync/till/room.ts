import type { TillDb } from './till-db.ts'

const BALLAST_BYTES = 5 * 1024 * 1024
/** The most that the browser fills with random bytes at once. */
const RANDOM_BYTES = 65_536

/** The device has no room for another sale. Thrown before anything looks sold: nothing was kept. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  constructor() {
    super('This device is full, so the sale could not be kept. Free some space on it, then press Checkout again.')
  }
}

/** `blocked`: the ballast is spent, and no new sale is taken until there is room for it again. */
export const storageState = async (db: TillDb): Promise<'free' | 'blocked'> =>
  (await db.room.get('full')) ? 'blocked' : 'free'

/**
 * Lays the ballast where there is none, and lifts a block with it. Call it when the till starts.
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

/** Random, because zeros are compressed away and would hold nothing back. */
function randomBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BALLAST_BYTES)
  for (let at = 0; at < BALLAST_BYTES; at += RANDOM_BYTES) crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES))
  return bytes
}

/**
 * Does work that writes; where the device is full, gives the ballast up for it, blocks new sales, and does it once
 * more.
 * @throws StorageFull when it does not fit even so
 */
export async function withRoom<T>(db: TillDb, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
  }
  // By itself: a transaction that also wrote would be refused, and the space is free only after it.
  await db.room.delete('ballast')
  try {
    const done = await work()
    await db.room.put({ key: 'full', since: Date.now() })
    return done
  } catch (error) {
    if (isQuotaExceeded(error)) throw new StorageFull()
    throw error
  }
}

/** Dexie wraps the browser's error, and once more where it aborted a transaction. */
export function isQuotaExceeded(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== error && isQuotaExceeded(inner))
}
