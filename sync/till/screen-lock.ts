import { putRow, rowOf, type ScreenLock, type Teller, type TillDb } from './till-db.ts'

/** Wrong PINs without a delay: a cashier in a hurry mistypes. */
const FREE_TRIES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** About a second on a slow tablet. */
const ROUNDS = 250_000
const SALT_BYTES = 16

/** The screen is locked: nothing is sold until the cashier enters the PIN. */
export class ScreenLocked extends Error {
  override name = 'ScreenLocked'
  constructor() {
    super('This till is locked.')
  }
}

export const PIN_SHAPE = /^\d{4,6}$/

/** The PINs that anybody tries first: one repeated digit, or digits in a row. */
export function isEasyPin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, i) => Number(digit) - Number(pin[i])))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0]!)
}

/**
 * `open`: this cashier has a PIN here, and the screen is not locked. `none`: this cashier has no PIN on this device.
 */
export type LockState = 'locked' | 'open' | 'none'

export async function lockStateOf(db: TillDb, teller_id: number): Promise<LockState> {
  const lock = await rowOf(db, 'lock')
  if (lock?.teller_id !== teller_id) return 'none'
  return lock.locked ? 'locked' : 'open'
}

/**
 * Locks the screen with a new PIN. Stores only a hash, made with a key that this browser never exports: a thief of the
 * storage cannot try PINs elsewhere.
 */
export async function lockWith(db: TillDb, { id: teller_id }: Pick<Teller, 'id'>, pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const secret = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const proof = await crypto.subtle.sign('HMAC', secret, await stretched(pin, salt))
  await putRow(db, { key: 'lock', teller_id, salt, secret, proof, locked: true, wrong: 0, failed_at: null })
}

/** Locks the screen with this cashier's PIN. Returns whether there is one. */
export const lockAgain = (db: TillDb, teller_id: number): Promise<boolean> =>
  db.transaction('rw', db.till, async () => {
    const lock = await rowOf(db, 'lock')
    if (lock?.teller_id !== teller_id) return false
    await putRow(db, { ...lock, locked: true })
    return true
  })

/** `wrong`: how many wrong PINs came before. `wait_ms`: the delay before the next try. */
export type Unlocking = { opened: true; wrong: number } | { opened: false; wait_ms: number; tried: boolean }

/**
 * Opens the screen if the PIN is right. A try is counted before it is checked, so that closing the browser in between
 * gives no free try; after some wrong ones each try has to wait.
 */
export async function unlock(db: TillDb, pin: string, now = Date.now()): Promise<Unlocking> {
  const lock = await countTry(db, now)
  if ('wait_ms' in lock) return { opened: false, tried: false, wait_ms: lock.wait_ms }
  const isRight = await crypto.subtle.verify('HMAC', lock.secret, lock.proof, await stretched(pin, lock.salt))
  if (!isRight) return { opened: false, tried: true, wait_ms: waitOf(lock.wrong) }
  await putRow(db, { ...lock, locked: false, wrong: 0, failed_at: null })
  return { opened: true, wrong: lock.wrong - 1 }
}

const countTry = (db: TillDb, now: number): Promise<ScreenLock | { wait_ms: number }> =>
  db.transaction('rw', db.till, async () => {
    const lock = await rowOf(db, 'lock')
    if (!lock) throw new Error('No PIN is kept on this device.')
    // A clock that was set back would make the wait too long.
    const failed_at = lock.failed_at === null ? null : Math.min(lock.failed_at, now)
    const wait_ms = failed_at === null ? 0 : failed_at + waitOf(lock.wrong) - now
    const next = wait_ms > 0 ? { ...lock, failed_at } : { ...lock, wrong: lock.wrong + 1, failed_at: now }
    await putRow(db, next)
    return wait_ms > 0 ? { wait_ms } : next
  })

const waitOf = (wrong: number): number =>
  wrong <= FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES - 1))

async function stretched(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }, typed, 256)
}
