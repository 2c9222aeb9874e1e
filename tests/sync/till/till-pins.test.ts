import { aDraft, aTill, giveKey } from '#tests/support/till/till.ts'
import { beforeEach, expect, test } from 'vitest'
import { newAge } from '#sync/till/people/age.ts'
import {
  countTime,
  lockOf,
  noteSignIn,
  personOf,
  pinHolders,
  putLock,
  putPerson,
  type PersonLock,
} from '#sync/till/people/people.ts'
import { addProofs } from '#sync/till/proof/proofs.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { askOf, choosePin, checkPin, lockAgain, lockStateOf, putOffPin, unlock } from '#sync/till/screen-lock.ts'
import { keepTeller, tellerOf } from '#sync/till/teller.ts'
import { TillDb, type HeldGrant } from '#sync/till/till-db.ts'

const ama = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' } as const
const kofi = { id: 8, name: 'Kofi Boateng', role_code: 'MANAGER' } as const
const PIN = '407158'
const OTHER_PIN = '815204'
const [MINUTE, DAY] = [60_000, 86_400_000]
const NOW = Date.now()

let db: TillDb
beforeEach(async () => {
  db = await aTill()
  await keepTeller(db, ama)
  await noteSignIn(db, ama, NOW)
})

const opens = async (pin: string, now: number, teller = ama as { id: number }) =>
  (await unlock(db, { teller_id: teller.id, pin }, now)).opened

async function aGrant(user: { id: number; name: string }): Promise<HeldGrant> {
  const grant = {
    id: crypto.randomUUID(),
    user_id: user.id,
    name: user.name,
    role_code: 'MANAGER',
    till_id: 1,
    issued_at: new Date(NOW).toISOString(),
    expires_at: new Date(NOW + 14 * DAY).toISOString(),
  }
  const held = { grant, token: `token of ${user.name}`, got_at: NOW }
  await addProofs(db, { grants: { [grant.id]: held } })
  return held
}

test('asks for a PIN at the first sign-in, again at the next if it was put off, and then for good', async () => {
  expect(await askOf(db, ama.id)).toBe('may_skip')
  await putOffPin(db, ama)
  await countTime(db)
  expect(await askOf(db, ama.id)).toBeNull()
  await noteSignIn(db, ama)
  expect(await askOf(db, ama.id)).toBe('must')
  await choosePin(db, { teller: ama, pin: PIN })
  expect(await askOf(db, ama.id)).toBeNull()
  await keepTeller(db, null)
  await noteSignIn(db, ama)
  expect(await askOf(db, ama.id)).toBe('must')
  expect(await askOf(db, kofi.id)).toBe('may_skip')
})

test('counts wrong PINs of each person apart', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  await choosePin(db, { teller: kofi, pin: OTHER_PIN }, NOW)
  for (let n = 0; n < 5; n++) await unlock(db, { teller_id: ama.id, pin: OTHER_PIN }, NOW)
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, NOW)).toMatchObject({ opened: false, tried: false })
  expect(await opens(OTHER_PIN, NOW, kofi)).toBe(true)
})

test('counts the tries of an approval with those of the lock', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  for (let n = 0; n < 3; n++) await checkPin(db, { teller_id: ama.id, pin: '999999' }, NOW)
  for (let n = 0; n < 2; n++) await unlock(db, { teller_id: ama.id, pin: '999999' }, NOW)
  expect(await checkPin(db, { teller_id: ama.id, pin: PIN }, NOW)).toMatchObject({ opened: false, tried: false })
})

test('opens nothing once the person signed in 14 days ago, until they do again', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW + 5 * DAY)
  expect(await opens(PIN, NOW + 14 * DAY - MINUTE)).toBe(true)
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, NOW + 14 * DAY)).toEqual({
    opened: false,
    tried: false,
    wait_ms: 0,
    is_over: true,
  })
  expect([await lockAgain(db, ama.id, NOW + 14 * DAY), (await pinHolders(db, NOW + 14 * DAY))[0]!.is_over]).toEqual([
    false,
    true,
  ])
  await noteSignIn(db, ama, NOW + 15 * DAY)
  expect(await opens(PIN, NOW + 15 * DAY)).toBe(true)
})

test('gains no days by a clock that is set back', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  for (let day = 0; day < 7; day++) {
    expect(await opens(PIN, NOW)).toBe(true)
    await countTime(db, NOW + DAY)
    expect(await opens(PIN, NOW + 2 * DAY)).toBe(day < 6)
  }
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, NOW)).toMatchObject({ opened: false, is_over: true })
})

test('leaves a guesser who puts the clock forward after each wait some tries in a million', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  let tries = 0
  // Without the hash, which makes each try slow, and the clock goes back again, as nobody should notice.
  const lock = (await lockOf(db, ama.id)) as PersonLock
  for (; ; tries++) {
    await db.transaction('rw', db.till, () => putLock(db, { ...lock, wrong: 20, failed_at: NOW }))
    const outcome = await countedOnly(NOW + 15 * MINUTE)
    if (outcome === 'over') break
    expect(outcome).toBe('tried')
    await countTime(db, NOW)
  }
  expect(tries).toBeGreaterThan(1000)
  expect(tries).toBeLessThan(1400)
})

/** A try whose PIN is never compared: `rounds` of one. */
async function countedOnly(now: number): Promise<'tried' | 'over'> {
  const lock = (await lockOf(db, ama.id)) as PersonLock
  await db.transaction('rw', db.till, () => putLock(db, { ...lock, rounds: 1 }))
  const outcome = await checkPin(db, { teller_id: ama.id, pin: '999999' }, now)
  return !outcome.opened && outcome.is_over ? 'over' : 'tried'
}

test('is worth nothing on another device, nor as the PIN of another person', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  await choosePin(db, { teller: kofi, pin: OTHER_PIN }, NOW)
  const [stolen, person] = [(await lockOf(db, ama.id)) as PersonLock, (await personOf(db, ama.id))!]

  const elsewhere = await aTill()
  await keepTeller(elsewhere, ama)
  await choosePin(elsewhere, { teller: kofi, pin: OTHER_PIN }, NOW)
  await elsewhere.transaction('rw', elsewhere.till, async () => {
    await putLock(elsewhere, stolen)
    await putPerson(elsewhere, person)
  })
  expect(await unlock(elsewhere, { teller_id: ama.id, pin: PIN }, NOW)).toMatchObject({ opened: false, tried: true })

  await db.transaction('rw', db.till, () => putLock(db, { ...stolen, key: 'lock 8', teller_id: kofi.id }))
  expect(await unlock(db, { teller_id: kofi.id, pin: PIN }, NOW)).toMatchObject({ opened: false, tried: true })
  expect(await opens(PIN, NOW)).toBe(true)
})

test('lets the next person stand at the till by their PIN, with their own grant, and locks out the one before', async () => {
  const { key_id } = await giveKey(db)
  const [amas, kofis] = [await aGrant(ama), await aGrant(kofi)]
  await db.till.update('till', { grant: { id: amas.grant.id, user_id: ama.id } })
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  await noteSignIn(db, kofi, NOW)
  await choosePin(db, { teller: kofi, pin: OTHER_PIN }, NOW)
  await ringUp(db, aDraft())
  expect(await unlock(db, { teller_id: kofi.id, pin: OTHER_PIN }, NOW)).toEqual({
    opened: true,
    wrong: 0,
    switched: true,
  })
  expect([await tellerOf(db), await lockStateOf(db, ama.id), await lockStateOf(db, kofi.id)]).toEqual([
    kofi,
    'locked',
    'open',
  ])
  await expect(ringUp(db, aDraft())).rejects.toThrow('This till is locked.')
  await ringUp(db, aDraft({ teller_id: kofi.id, teller_name: kofi.name }))
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, NOW)).toMatchObject({ opened: true, switched: true })
  await ringUp(db, aDraft())
  const entries = await db.outbox.orderBy('position').toArray()
  expect(entries.map(({ signed, key_id: by }) => [by, signed!.grant])).toEqual([
    [key_id, amas.grant.id],
    [key_id, kofis.grant.id],
    [key_id, amas.grant.id],
  ])
})

test('names nobody’s grant for a person who has none here, and never that of the one before', async () => {
  await giveKey(db)
  const { grant } = await aGrant(ama)
  await db.till.update('till', { grant: { id: grant.id, user_id: ama.id } })
  await noteSignIn(db, kofi, NOW)
  await choosePin(db, { teller: kofi, pin: OTHER_PIN }, NOW)
  await unlock(db, { teller_id: kofi.id, pin: OTHER_PIN }, NOW)
  await ringUp(db, aDraft({ teller_id: kofi.id }))
  expect([(await db.till.get('till'))!.grant, (await db.outbox.toArray())[0]!.signed!.grant]).toEqual([null, null])
})

test('does not ask for a PIN whose person has just signed in with the password', async () => {
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  await lockAgain(db, ama.id, NOW)
  for (let n = 0; n < 5; n++) await unlock(db, { teller_id: ama.id, pin: '999999' }, NOW)
  await noteSignIn(db, ama, NOW)
  expect(await lockStateOf(db, ama.id)).toBe('open')
  await lockAgain(db, ama.id, NOW)
  expect(await opens(PIN, NOW)).toBe(true)
})

test('keeps nobody who signs in to a browser that is not a till', async () => {
  const other = new TillDb(`outbox ${crypto.randomUUID()}`)
  await noteSignIn(other, ama)
  expect(await personOf(other, ama.id)).toBeUndefined()
})

test('knows everybody with a PIN here by name', async () => {
  expect(await pinHolders(db, NOW)).toEqual([])
  await choosePin(db, { teller: kofi, pin: OTHER_PIN }, NOW)
  await choosePin(db, { teller: ama, pin: PIN }, NOW)
  await putPerson(db, { ...(await personOf(db, kofi.id))!, signed_in: newAge(NOW - 20 * DAY) })
  expect(await pinHolders(db, NOW)).toEqual([
    { ...ama, is_over: false, is_out: false },
    { ...kofi, is_over: true, is_out: false },
  ])
})
