import { aDraft, aTill } from '#tests/support/till.ts'
import { beforeEach, expect, test } from 'vitest'
import { ringUp } from '#sync/till/ring-up.ts'
import { isEasyPin, lockAgain, lockStateOf, lockWith, unlock } from '#sync/till/screen-lock.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { rowOf, TillDb } from '#sync/till/till-db.ts'

const ama = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' } as const
const PIN = '4071'
const HALF_MINUTE = 30_000

let db: TillDb
beforeEach(async () => {
  db = await aTill()
  await keepTeller(db, ama)
  await lockWith(db, ama, PIN)
})

/** As after a reload, or once the browser was opened again. */
const reopen = () => new TillDb(db.name)

test('sells nothing while it is locked, and sells again when the PIN is entered', async () => {
  await expect(ringUp(db, aDraft())).rejects.toThrow('This till is locked.')
  expect(await lockStateOf(reopen(), ama.id)).toBe('locked')
  expect(await unlock(reopen(), PIN)).toEqual({ opened: true, wrong: 0 })
  await ringUp(db, aDraft())
  expect([await db.sales.count(), await lockStateOf(db, ama.id)]).toEqual([1, 'open'])
})

test('makes each try wait when several PINs were wrong, also after a restart of the browser', async () => {
  const at = Date.now()
  const outcomes = []
  for (let n = 0; n < 5; n++) outcomes.push(await unlock(reopen(), '9'.repeat(4), at))
  expect(outcomes.map(outcome => !outcome.opened && outcome.wait_ms)).toEqual([0, 0, 0, 0, HALF_MINUTE])
  expect(await unlock(reopen(), PIN, at + 1_000)).toEqual({ opened: false, tried: false, wait_ms: HALF_MINUTE - 1_000 })
  expect(await unlock(db, '5555', at + HALF_MINUTE)).toEqual({ opened: false, tried: true, wait_ms: 2 * HALF_MINUTE })
  const { wrong } = (await rowOf(db, 'lock'))!
  expect(wrong).toBe(6)
  expect(await unlock(db, PIN, at + 3 * HALF_MINUTE)).toEqual({ opened: true, wrong: 6 })
})

test('makes nobody wait longer when the clock is set back', async () => {
  const at = Date.now()
  for (let n = 0; n < 5; n++) await unlock(db, '9999', at)
  const yesterday = at - 86_400_000
  expect(await unlock(db, PIN, yesterday)).toMatchObject({ opened: false, wait_ms: HALF_MINUTE })
  expect(await unlock(db, PIN, yesterday + HALF_MINUTE)).toMatchObject({ opened: true })
})

test('counts a try when the browser ends before the PIN is checked', async () => {
  const tries = Array.from({ length: 5 }, () => unlock(db, '9999'))
  await expect.poll(async () => (await rowOf(db, 'lock'))!.wrong).toBe(5)
  await Promise.all(tries)
  expect(await unlock(db, PIN)).toMatchObject({ opened: false, tried: false })
})

test('keeps neither the PIN nor anything by which it can be tried elsewhere', async () => {
  const lock = (await rowOf(db, 'lock'))!
  expect(lock.secret.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', lock.secret)).rejects.toThrow(/extractable/)
  expect(JSON.stringify(await db.table('till').toArray())).not.toContain(PIN)
  await lockWith(db, ama, PIN)
  expect(new Uint8Array((await rowOf(db, 'lock'))!.proof)).not.toEqual(new Uint8Array(lock.proof))
})

test('forgets the PIN when its cashier signs out, or another one signs in', async () => {
  await keepTeller(db, ama)
  expect(await lockStateOf(db, ama.id)).toBe('locked')
  expect([await lockStateOf(db, 8), await lockAgain(db, 8)]).toEqual(['none', false])
  await keepTeller(db, { ...ama, id: 8 })
  expect(await rowOf(db, 'lock')).toBeUndefined()
  await lockWith(db, { id: 8 }, PIN)
  await keepTeller(db, null)
  expect(await rowOf(db, 'lock')).toBeUndefined()
  await ringUp(db, aDraft())
})

test('locks again by the same PIN', async () => {
  await unlock(db, PIN)
  expect([await lockAgain(db, ama.id), await lockStateOf(db, ama.id)]).toEqual([true, 'locked'])
  expect(await unlock(db, PIN)).toMatchObject({ opened: true })
})

test('refuses PINs that anybody tries first', () => {
  expect(['0000', '111111', '1234', '98765', '4071', '1122'].map(isEasyPin)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
