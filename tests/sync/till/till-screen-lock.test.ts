import { aDraft, aTill } from '#tests/support/till/till.ts'
import { beforeEach, expect, test } from 'vitest'
import { ringUp } from '#sync/till/ring-up.ts'
import { isEasyPin, lockAgain, lockStateOf, lockWith, unlock } from '#sync/till/screen-lock.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { lockOf, type PersonLock } from '#sync/till/people/people.ts'
import { putRow, rowOf, TillDb } from '#sync/till/till-db.ts'

const ama = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' } as const
const kofi = { id: 8, name: 'Kofi Boateng', role_code: 'MANAGER' } as const
const PIN = '407158'
const HALF_MINUTE = 30_000

let db: TillDb
beforeEach(async () => {
  db = await aTill()
  await keepTeller(db, ama)
  await lockWith(db, { teller: ama, pin: PIN })
})

/** As after a reload, or once the browser was opened again. */
const reopen = () => new TillDb(db.name)

test('sells nothing while it is locked, and sells again when the PIN is entered', async () => {
  await expect(ringUp(db, aDraft())).rejects.toThrow('This till is locked.')
  expect(await lockStateOf(reopen(), ama.id)).toBe('locked')
  expect(await unlock(reopen(), { teller_id: ama.id, pin: PIN })).toEqual({ opened: true, wrong: 0, switched: false })
  await ringUp(db, aDraft())
  expect([await db.sales.count(), await lockStateOf(db, ama.id)]).toEqual([1, 'open'])
})

test('makes each try wait when several PINs were wrong, also after a restart of the browser', async () => {
  const at = Date.now()
  const outcomes = []
  for (let n = 0; n < 5; n++) outcomes.push(await unlock(reopen(), { teller_id: ama.id, pin: '9'.repeat(6) }, at))
  expect(outcomes.map(outcome => !outcome.opened && outcome.wait_ms)).toEqual([0, 0, 0, 0, HALF_MINUTE])
  expect(await unlock(reopen(), { teller_id: ama.id, pin: PIN }, at + 1_000)).toEqual({
    opened: false,
    tried: false,
    wait_ms: HALF_MINUTE - 1_000,
  })
  expect(await unlock(db, { teller_id: ama.id, pin: '555555' }, at + HALF_MINUTE)).toEqual({
    opened: false,
    tried: true,
    wait_ms: 2 * HALF_MINUTE,
  })
  const { wrong } = (await lockOf(db, ama.id))!
  expect(wrong).toBe(6)
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, at + 3 * HALF_MINUTE)).toEqual({
    opened: true,
    wrong: 6,
    switched: false,
  })
})

test('makes nobody wait longer when the clock is set back', async () => {
  const at = Date.now()
  for (let n = 0; n < 5; n++) await unlock(db, { teller_id: ama.id, pin: '999999' }, at)
  const yesterday = at - 86_400_000
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, yesterday)).toMatchObject({
    opened: false,
    wait_ms: HALF_MINUTE,
  })
  expect(await unlock(db, { teller_id: ama.id, pin: PIN }, yesterday + HALF_MINUTE)).toMatchObject({ opened: true })
})

test('counts a try when the browser ends before the PIN is checked', async () => {
  const tries = Array.from({ length: 5 }, () => unlock(db, { teller_id: ama.id, pin: '999999' }))
  await expect.poll(async () => (await lockOf(db, ama.id))!.wrong).toBe(5)
  await Promise.all(tries)
  expect(await unlock(db, { teller_id: ama.id, pin: PIN })).toMatchObject({ opened: false, tried: false })
})

test('keeps only a hash of the PIN, of 600,000 rounds, under a key that cannot be exported', async () => {
  const lock = (await lockOf(db, ama.id)) as PersonLock
  const { secret } = (await db.table('till').get('vault')) as { secret: CryptoKey }
  expect([lock.rounds, secret.algorithm, secret.extractable]).toEqual([
    600_000,
    { name: 'AES-GCM', length: 256 },
    false,
  ])
  await expect(crypto.subtle.exportKey('raw', secret)).rejects.toThrow(/extractable/)
  expect(JSON.stringify(await db.table('till').toArray())).not.toContain(PIN)
  await lockWith(db, { teller: ama, pin: PIN })
  const again = (await lockOf(db, ama.id)) as PersonLock
  expect(new Uint8Array(again.verifier.bytes)).not.toEqual(new Uint8Array(lock.verifier.bytes))
})

test('keeps the PIN of each person when another signs in, and forgets it when its person signs out', async () => {
  await unlock(db, { teller_id: ama.id, pin: PIN })
  expect([await lockStateOf(db, 8), await lockAgain(db, 8)]).toEqual(['none', false])
  await keepTeller(db, kofi)
  expect([await lockStateOf(db, ama.id), await lockStateOf(db, kofi.id)]).toEqual(['locked', 'none'])
  await lockWith(db, { teller: kofi, pin: PIN })
  await keepTeller(db, null)
  expect([await lockStateOf(db, ama.id), await lockStateOf(db, kofi.id)]).toEqual(['locked', 'none'])
  await ringUp(db, aDraft({ teller_id: kofi.id }))
  await expect(ringUp(db, aDraft())).rejects.toThrow('This till is locked.')
})

test('locks again by the same PIN', async () => {
  await unlock(db, { teller_id: ama.id, pin: PIN })
  expect([await lockAgain(db, ama.id), await lockStateOf(db, ama.id)]).toEqual([true, 'locked'])
  expect(await unlock(db, { teller_id: ama.id, pin: PIN })).toMatchObject({ opened: true })
})

test('opens a lock of the build before, which had fewer rounds and digits, and keeps it in the form of this build', async () => {
  await lockOfTheBuildBefore('4071')
  expect(await lockStateOf(db, ama.id)).toBe('locked')
  await expect(ringUp(db, aDraft())).rejects.toThrow('This till is locked.')
  expect(await unlock(db, { teller_id: ama.id, pin: '4072' })).toMatchObject({ opened: false })
  expect(await unlock(db, { teller_id: ama.id, pin: '4071' })).toEqual({ opened: true, wrong: 1, switched: false })
  expect([await rowOf(db, 'lock'), (await lockOf(db, ama.id))!.rounds]).toEqual([undefined, 600_000])
  expect([await lockAgain(db, ama.id), await unlock(db, { teller_id: ama.id, pin: '4071' })]).toEqual([
    true,
    { opened: true, wrong: 0, switched: false },
  ])
})

test('makes wrong PINs of a lock of the build before wait, and forgets it at a sign-out', async () => {
  await lockOfTheBuildBefore('4071')
  for (let n = 0; n < 5; n++) await unlock(db, { teller_id: ama.id, pin: '9999' })
  expect(await unlock(db, { teller_id: ama.id, pin: '4071' })).toMatchObject({ opened: false, tried: false })
  await keepTeller(db, null)
  expect(await rowOf(db, 'lock')).toBeUndefined()
})

async function lockOfTheBuildBefore(pin: string) {
  await db.table('till').bulkDelete([`lock ${ama.id}`, `person ${ama.id}`])
  const salt = new Uint8Array(16)
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const hashed = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 250_000 }
  const secret = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const proof = await crypto.subtle.sign('HMAC', secret, await crypto.subtle.deriveBits(hashed, typed, 256))
  await putRow(db, { key: 'lock', teller_id: ama.id, salt, secret, proof, locked: true, wrong: 0, failed_at: null })
}

test('refuses PINs that anybody tries first', () => {
  expect(['0000', '111111', '1234', '98765', '407158', '1122'].map(isEasyPin)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
