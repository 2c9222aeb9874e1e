import { grantOf } from '../proof/proofs.ts'
import type { ScreenLock, Teller, TillDb } from '../till-db.ts'
import { rowOf } from '../till-db.ts'
import { ageAt, newAge, type Age } from './age.ts'
import type { Sealed } from './vault.ts'

/** How long a PIN is good after its person last signed in here with their password. */
export const PIN_LASTS_MS = 14 * 24 * 60 * 60_000

/** Somebody who has signed in on this device. */
export interface Person {
  key: `person ${number}`
  teller: Teller
  /** Since their last sign-in with a password here. */
  signed_in: Age
  /** They are still to be asked for a PIN since then. */
  is_due: boolean
  /** They have put it off once. */
  has_skipped: boolean
  /** The shop says that they may not sell here any more; the next sign-in with a password takes it back. */
  is_out?: true
}

/** A person's PIN on this device. */
export interface PersonLock {
  key: `lock ${number}`
  teller_id: number
  /** Their screen is locked: nothing is sold in their name until they enter the PIN. */
  locked: boolean
  salt: Uint8Array<ArrayBuffer>
  /** Of PBKDF2. */
  rounds: number
  /** The PIN's PBKDF2 hash, under this device's key. */
  verifier: Sealed
  /** Wrong PINs since it was last opened. */
  wrong: number
  /** Epoch ms of the last one. */
  failed_at: number | null
}

const persons = (db: TillDb) => db.table<Person, string>('till')
const locks = (db: TillDb) => db.table<PersonLock, string>('till')

export const personOf = (db: TillDb, teller_id: number) => persons(db).get(`person ${teller_id}`)
export const putPerson = (db: TillDb, person: Person) => persons(db).put(person)

/** A person's lock; a lock of the build before belongs to the person who was then signed in. */
export async function lockOf(db: TillDb, teller_id: number): Promise<PersonLock | ScreenLock | undefined> {
  const [lock, before] = await db.table<PersonLock | ScreenLock, string>('till').bulkGet([`lock ${teller_id}`, 'lock'])
  return lock ?? (before?.teller_id === teller_id ? before : undefined)
}

export const allLocks = (db: TillDb): PromiseLike<(PersonLock | ScreenLock)[]> =>
  locks(db).where('key').startsWith('lock').toArray()

/** Keeps a person's lock, in place of one of the build before. Call inside a transaction. */
export async function putLock(db: TillDb, lock: PersonLock | ScreenLock): Promise<void> {
  await db.table<PersonLock | ScreenLock, string>('till').put(lock)
  if (lock.key === 'lock') return
  const before = await rowOf(db, 'lock')
  if (before?.teller_id === lock.teller_id) await locks(db).delete('lock')
}

/** Deletes a person's PIN. Call inside a transaction. */
export async function dropLock(db: TillDb, teller_id: number): Promise<void> {
  const lock = await lockOf(db, teller_id)
  if (lock) await locks(db).delete(lock.key)
}

/** Notes a sign-in with a password: it opens this person's lock, and the days of their PIN begin again. */
export const noteSignIn = (db: TillDb, teller: Teller, now = Date.now()): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    if (!(await db.till.get('till'))) return
    const { has_skipped = false } = (await personOf(db, teller.id)) ?? {}
    await putPerson(db, { key: `person ${teller.id}`, teller, signed_in: newAge(now), is_due: true, has_skipped })
    await db.till.update('till', { session_of: teller.id })
    const lock = await lockOf(db, teller.id)
    if (lock) await putLock(db, { ...lock, locked: false, wrong: 0, failed_at: null })
  })

/** Whether nothing is sold in a person's name now: their screen is locked, or they may not sell here any more. */
export const isLockedOut = async (db: TillDb, teller_id: number): Promise<boolean> =>
  Boolean((await lockOf(db, teller_id))?.locked || (await personOf(db, teller_id))?.is_out)

/** The shop says that this person may not sell here any more: only a password lets them in again. */
export const lockOut = (db: TillDb, teller_id: number, now = Date.now()): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const [teller, kept] = [await tellerNamed(db, teller_id), await personOf(db, teller_id)]
    if (!teller || kept?.is_out) return
    const fresh = {
      key: `person ${teller_id}` as const,
      teller,
      signed_in: newAge(now),
      is_due: true,
      has_skipped: false,
    }
    await putPerson(db, { ...fresh, ...kept, is_out: true })
    const lock = await lockOf(db, teller_id)
    if (lock) await putLock(db, { ...lock, locked: true })
  })

/** Lets the time count that has passed. Call it now and then, so that a clock that is put back gains little. */
export const countTime = (db: TillDb, now = Date.now()): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    await persons(db)
      .where('key')
      .startsWith('person ')
      .modify(person => {
        person.signed_in = ageAt(person.signed_in, now)
      })
  })

/** Lets the time count that has passed for a person; the answer is that of `isOver`. Call inside a transaction. */
export async function countDays(db: TillDb, teller_id: number, now: number): Promise<boolean> {
  const teller = await tellerNamed(db, teller_id)
  const person = await personOf(db, teller_id)
  if (!person && !teller) return false
  const { signed_in = newAge(now), is_due = true, has_skipped = false } = person ?? {}
  const age = ageAt(signed_in, now)
  await putPerson(db, {
    ...person,
    key: `person ${teller_id}`,
    teller: teller ?? person!.teller,
    signed_in: age,
    is_due,
    has_skipped,
  })
  return age.passed_ms >= PIN_LASTS_MS
}

/** Whether a person has to sign in with the password before their PIN opens anything again. */
export async function isOver(db: TillDb, teller_id: number, now: number): Promise<boolean> {
  const person = await personOf(db, teller_id)
  return person !== undefined && ageAt(person.signed_in, now).passed_ms >= PIN_LASTS_MS
}

/** Somebody who can open this till by PIN. */
export interface PinHolder extends Teller {
  /** Their PIN is too old. */
  is_over: boolean
  /** They may not sell here any more. */
  is_out: boolean
}

/** Everybody with a PIN here, by name. */
export async function pinHolders(db: TillDb, now = Date.now()): Promise<PinHolder[]> {
  const holders = await Promise.all(
    (await allLocks(db)).map(async ({ teller_id }) => {
      const [teller, person] = [await tellerNamed(db, teller_id), await personOf(db, teller_id)]
      return teller ? [{ ...teller, is_over: await isOver(db, teller_id, now), is_out: person?.is_out === true }] : []
    }),
  )
  return holders.flat().sort((one, other) => one.name.localeCompare(other.name))
}

/** What this device knows of a person: their newest grant here says it best. */
export async function tellerNamed(db: TillDb, teller_id: number): Promise<Teller | null> {
  const till = await db.till.get('till')
  const kept = (await personOf(db, teller_id))?.teller ?? (till?.teller?.id === teller_id ? till.teller : null)
  const grant = till?.id != null ? ((await grantOf(db, teller_id, till.id))?.grant ?? null) : null
  if (!grant) return kept
  return { id: teller_id, name: grant.name, role_code: grant.role_code as Teller['role_code'] }
}
