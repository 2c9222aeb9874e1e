import { newAge } from './people/age.ts'
import {
  allLocks,
  countDays,
  isOver,
  lockOf,
  personOf,
  putLock,
  putPerson,
  tellerNamed,
  type PersonLock,
} from './people/people.ts'
import { seal, unseal } from './people/vault.ts'
import { standHere } from './teller.ts'
import type { ScreenLock, Teller, TillDb } from './till-db.ts'

/** Wrong PINs without a delay: a cashier in a hurry mistypes. */
const FREE_TRIES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** About a second on a slow tablet; OWASP's number for PBKDF2 with SHA-256. */
const ROUNDS = 600_000
/** Of locks from before they kept their number. */
const ROUNDS_BEFORE = 250_000
const SALT_BYTES = 16

/** The screen is locked: nothing is sold until the cashier enters the PIN. */
export class ScreenLocked extends Error {
  override name = 'ScreenLocked'
  constructor() {
    super('This till is locked.')
  }
}

/** A new PIN. Older ones have four digits or more, and still open. */
export const PIN_SHAPE = /^\d{6}$/

/** The PINs that anybody tries first: one repeated digit, or digits in a row. */
export function isEasyPin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, i) => Number(digit) - Number(pin[i])))
  return steps.size === 1 && [0, 1, -1].includes([...steps][0]!)
}

/**
 * `open`: this cashier has a PIN here, and the screen is not locked. `none`: this cashier has no PIN on this device.
 * `out`: the shop says that they may not sell here any more.
 */
export type LockState = 'locked' | 'open' | 'none' | 'out'

export async function lockStateOf(db: TillDb, teller_id: number): Promise<LockState> {
  const lock = await lockOf(db, teller_id)
  if ((await personOf(db, teller_id))?.is_out) return 'out'
  if (!lock) return 'none'
  return lock.locked ? 'locked' : 'open'
}

/**
 * Gives a person a PIN on this device. Stores only its hash, under a key that this browser never exports: a copy of the
 * storage cannot be tried elsewhere.
 */
export async function choosePin(
  db: TillDb,
  { teller, pin }: { teller: Teller; pin: string },
  now = Date.now(),
): Promise<void> {
  const lock = await newLock(db, teller.id, pin)
  await db.transaction('rw', db.till, async () => {
    await putLock(db, lock)
    const person = await personOf(db, teller.id)
    const { signed_in = newAge(now), has_skipped = false } = person ?? {}
    await putPerson(db, { ...person, key: `person ${teller.id}`, teller, signed_in, is_due: false, has_skipped })
  })
}

async function newLock(db: TillDb, teller_id: number, pin: string): Promise<PersonLock> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const key = `lock ${teller_id}` as const
  const verifier = await seal(db, key, await stretched(pin, salt, ROUNDS))
  return { key, teller_id, locked: false, salt, rounds: ROUNDS, verifier, wrong: 0, failed_at: null }
}

/** Locks the screen with a new PIN. */
export async function lockWith(db: TillDb, chosen: { teller: Teller; pin: string }, now = Date.now()): Promise<void> {
  await choosePin(db, chosen, now)
  await lockAgain(db, chosen.teller.id, now)
}

/** Locks the screen with this cashier's PIN. Returns whether there is one that would open it. */
export const lockAgain = (db: TillDb, teller_id: number, now = Date.now()): Promise<boolean> =>
  db.transaction('rw', db.till, async () => {
    const lock = await lockOf(db, teller_id)
    if (!lock || (await isOver(db, teller_id, now))) return false
    await putLock(db, { ...lock, locked: true })
    return true
  })

/** Whether a person is to be asked for a PIN: they may put it off once. */
export async function askOf(db: TillDb, teller_id: number): Promise<'may_skip' | 'must' | null> {
  if (await lockOf(db, teller_id)) return null
  const person = await personOf(db, teller_id)
  if (!person) return 'may_skip'
  return person.is_due ? (person.has_skipped ? 'must' : 'may_skip') : null
}

/** Asks nothing more until the person signs in again. */
export const putOffPin = (db: TillDb, teller: Teller, now = Date.now()): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const { signed_in = newAge(now) } = (await personOf(db, teller.id)) ?? {}
    await putPerson(db, { key: `person ${teller.id}`, teller, signed_in, is_due: false, has_skipped: true })
  })

/**
 * `wrong`: how many wrong PINs came before. `wait_ms`: the delay before the next try. Only the password helps if they last
 * signed in too long ago (`is_over`), or may not sell here any more (`is_out`).
 */
export type PinCheck = { opened: true; wrong: number } | ({ opened: false; tried: boolean } & Refused)

/** What somebody entered to open this person's lock. */
interface Entered {
  teller_id: number
  pin: string
}

interface Refused {
  wait_ms: number
  is_over?: true
  is_out?: true
}

/**
 * Checks a person's PIN, for a lock or an approval. A try is counted before it is checked, so that closing the browser
 * in between gives no free try; after some wrong ones each try has to wait.
 */
export async function checkPin(db: TillDb, { teller_id, pin }: Entered, now = Date.now()): Promise<PinCheck> {
  const lock = await countTry(db, teller_id, now)
  if ('wait_ms' in lock) return { opened: false, tried: false, ...lock }
  const isRight =
    lock.key === 'lock'
      ? await crypto.subtle.verify('HMAC', lock.secret, lock.proof, await stretched(pin, lock.salt, roundsOf(lock)))
      : isSame(await stretched(pin, lock.salt, lock.rounds), await unseal(db, `lock ${teller_id}`, lock.verifier))
  if (!isRight) return { opened: false, tried: true, wait_ms: waitOf(lock.wrong) }
  // A lock of the build before becomes one of this build's.
  const renewed = lock.key === 'lock' ? await newLock(db, teller_id, pin) : null
  await db.transaction('rw', db.till, async () => {
    const kept = await lockOf(db, teller_id)
    if (!kept) return
    const good = kept.key === 'lock' && renewed ? { ...renewed, locked: kept.locked } : kept
    await putLock(db, { ...good, wrong: 0, failed_at: null })
  })
  return { opened: true, wrong: lock.wrong - 1 }
}

const roundsOf = ({ rounds }: ScreenLock) => rounds ?? ROUNDS_BEFORE

/** `switched`: somebody else stood here before. */
export type Unlocking = Extract<PinCheck, { opened: false }> | { opened: true; wrong: number; switched: boolean }

/**
 * Opens the screen if the PIN is right. From then on this person stands at the till: what is sold next names them and
 * their grant, and the person before is locked out.
 */
export async function unlock(db: TillDb, { teller_id, pin }: Entered, now = Date.now()): Promise<Unlocking> {
  const checked = await checkPin(db, { teller_id, pin }, now)
  if (!checked.opened) return checked
  const switched = await db.transaction('rw', db.till, async () => {
    const lock = await lockOf(db, teller_id)
    if (lock) await putLock(db, { ...lock, locked: false })
    const [till, teller] = [await db.till.get('till'), await tellerNamed(db, teller_id)]
    const before = till?.teller
    if (!teller || !before || before.id === teller_id) return false
    const left = await lockOf(db, before.id)
    if (left) await putLock(db, { ...left, locked: true })
    await standHere(db, teller)
    await db.till.update('till', { session_of: till.session_of ?? before.id })
    return true
  })
  return { ...checked, switched }
}

const countTry = (db: TillDb, teller_id: number, now: number): Promise<PersonLock | ScreenLock | Refused> =>
  db.transaction('rw', db.till, async () => {
    const lock = await lockOf(db, teller_id)
    if (!lock) throw new Error('There is no PIN on this device.')
    if (await countDays(db, teller_id, now)) return { wait_ms: 0, is_over: true }
    if ((await personOf(db, teller_id))?.is_out) return { wait_ms: 0, is_out: true }
    // A clock that was set back would make the wait too long.
    const failed_at = lock.failed_at === null ? null : Math.min(lock.failed_at, now)
    const alone_ms = failed_at === null ? 0 : failed_at + waitOf(lock.wrong) - now
    const wait_ms = Math.max(alone_ms, await waitOfAll(db, now))
    const next = wait_ms > 0 ? { ...lock, failed_at } : { ...lock, wrong: lock.wrong + 1, failed_at: now }
    await putLock(db, next)
    return wait_ms > 0 ? { wait_ms } : next
  })

/**
 * The wait of somebody who guesses at one person after another. Each counts with a few tries, so that nobody who
 * guesses at one of them locks the others out.
 */
async function waitOfAll(db: TillDb, now: number): Promise<number> {
  const locks = await allLocks(db)
  // A clock that was set back would make the wait too long.
  for (const lock of locks) if ((lock.failed_at ?? 0) > now) await putLock(db, { ...lock, failed_at: now })
  const wrong = locks.reduce((sum, lock) => sum + Math.min(lock.wrong, FREE_TRIES + 1), 0)
  const last = Math.max(...locks.map(({ failed_at }) => Math.min(failed_at ?? 0, now)))
  return wrong <= 2 * FREE_TRIES ? 0 : last + waitOf(wrong - FREE_TRIES) - now
}

const waitOf = (wrong: number): number =>
  wrong <= FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES - 1))

/** In the same time wherever they differ. */
function isSame(typed: ArrayBuffer, kept: ArrayBuffer | null): boolean {
  if (kept?.byteLength !== typed.byteLength) return false
  const other = new Uint8Array(kept)
  return new Uint8Array(typed).reduce((differ, byte, i) => differ | (byte ^ other[i]!), 0) === 0
}

async function stretched(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<ArrayBuffer> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, typed, 256)
}
