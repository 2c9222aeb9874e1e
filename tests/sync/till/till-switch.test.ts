import { aDraft, aTill, giveKey } from '#tests/support/till/till.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allLocks, lockOf, noteSignIn, pinHolders, putLock } from '#sync/till/people/people.ts'
import { heedPeople, keepGrant } from '#sync/till/proof/grants.ts'
import { addProofs } from '#sync/till/proof/proofs.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { choosePin, checkPin, lockStateOf, unlock } from '#sync/till/screen-lock.ts'
import { createSession } from '#sync/till/session.ts'
import { doesSessionRest, handBack, keepTeller, tellerOf } from '#sync/till/teller.ts'
import { TillDb, type HeldGrant } from '#sync/till/till-db.ts'

const ama = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' } as const
const kofi = { id: 8, name: 'Kofi Boateng', role_code: 'MANAGER' } as const
const esi = { id: 9, name: 'Esi Arthur', role_code: 'MANAGER' } as const
const PINS = { 7: '407158', 8: '815204', 9: '260937' } as const
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000]
const NOW = Date.now()

let db: TillDb
/** A till where the three have a PIN. Each PIN takes a second of a busy processor. */
let rows: object[]
beforeAll(async () => {
  db = await aTill()
  for (const person of [kofi, esi, ama]) {
    await keepTeller(db, person)
    await noteSignIn(db, person, NOW)
    await choosePin(db, { teller: person, pin: PINS[person.id] }, NOW)
  }
  rows = await db.till.toArray()
})
beforeEach(async () => {
  db = await aTill()
  await db.table('till').bulkPut(rows)
})

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
const guess = (teller_id: number, now: number) => checkPin(db, { teller_id, pin: '999999' }, now)

test('lets the session rest while somebody else stands here, through any number of switches, until its person is back', async () => {
  const rests = async (id: 7 | 8 | 9) => [
    (await unlock(db, { teller_id: id, pin: PINS[id] }, NOW)).opened,
    await doesSessionRest(db),
  ]
  expect(await doesSessionRest(db)).toBe(false)
  expect([await rests(8), await rests(9), await rests(7)]).toEqual([
    [true, true],
    [true, true],
    [true, false],
  ])
  await rests(8)
  await noteSignIn(db, kofi, NOW)
  expect([await doesSessionRest(db), await rests(7)]).toEqual([false, [true, true]])
})

test('asks nothing and gives no token of a session that rests', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ token: 'another', user: ama }))
  vi.stubGlobal('fetch', fetch)
  let rests = false
  const session = createSession(() => rests)
  session.accept('of Ama', ama as never)
  rests = true
  expect([await session.renew(), session.token(), session.user(), fetch.mock.calls.length]).toEqual([
    'resting',
    null,
    null,
    0,
  ])
  rests = false
  expect(session.token()).toBe('of Ama')
  vi.unstubAllGlobals()
})

test('drops a token that comes once somebody else stands here', async () => {
  let answer: (reply: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>(resolve => (answer = resolve)))
  let rests = false
  const session = createSession(() => rests)
  const asked = session.renew()
  await new Promise(resolve => setTimeout(resolve)) // until it is asked
  rests = true
  answer(Response.json({ token: 'of Ama', user: ama }))
  expect(await asked).toBe('resting')
  rests = false
  expect(session.token()).toBeNull()
  vi.unstubAllGlobals()
})

test('stands locked for the person who signed in once whoever stood here by PIN leaves, whose PIN is gone', async () => {
  await giveKey(db)
  const [{ grant }] = [await aGrant(ama), await aGrant(kofi)]
  expect(await handBack(db)).toBeNull()
  await unlock(db, { teller_id: kofi.id, pin: PINS[8] }, NOW)
  expect(await handBack(db)).toEqual(ama)
  expect([
    await tellerOf(db),
    await lockStateOf(db, ama.id),
    await lockStateOf(db, kofi.id),
    (await db.till.get('till'))!.grant!.id,
    await doesSessionRest(db),
  ]).toEqual([ama, 'locked', 'none', grant.id, false])
})

test('lets nobody guess at one person after another: after nine tries everybody waits', async () => {
  let tries = 0
  for (const { id } of [ama, kofi, esi]) {
    for (let n = 0; n < 6; n++) {
      const outcome = await guess(id, NOW)
      if (!outcome.opened && outcome.tried) tries++
    }
  }
  expect(tries).toBe(9)
  expect(await unlock(db, { teller_id: esi.id, pin: PINS[9] }, NOW)).toMatchObject({
    opened: false,
    tried: false,
    wait_ms: 30_000,
  })
  expect(await unlock(db, { teller_id: esi.id, pin: PINS[9] }, NOW + 30 * SECOND)).toMatchObject({ opened: true })
})

test('ends that wait though the clock was set back by years in between', async () => {
  for (const { id } of [ama, kofi]) for (let n = 0; n < 5; n++) await guess(id, NOW)
  const then = NOW - 3 * 365 * DAY
  expect(await unlock(db, { teller_id: esi.id, pin: PINS[9] }, then)).toMatchObject({ opened: false, tried: false })
  expect((await allLocks(db)).map(({ failed_at }) => failed_at ?? then)).toEqual([then, then, then])
  expect(await unlock(db, { teller_id: esi.id, pin: PINS[9] }, then + MINUTE)).toMatchObject({ opened: true })
})

test('opens nothing with another person’s PIN, nor with their verifier in one’s own place', async () => {
  expect(await unlock(db, { teller_id: kofi.id, pin: PINS[7] }, NOW)).toMatchObject({ opened: false, tried: true })
  const stolen = (await lockOf(db, kofi.id))!
  await db.transaction('rw', db.till, () => putLock(db, { ...stolen, key: 'lock 7', teller_id: ama.id } as never))
  expect(await unlock(db, { teller_id: ama.id, pin: PINS[8] }, NOW)).toMatchObject({ opened: false, tried: true })
})

test('locks out a teller whom the shop has ended, keeps what was rung up, and lets them in by password alone', async () => {
  await giveKey(db)
  const { grant } = await aGrant(kofi)
  await unlock(db, { teller_id: kofi.id, pin: PINS[8] }, NOW)
  await ringUp(db, aDraft({ teller_id: kofi.id }))
  await heedPeople(db, { deleted: { tellers: [] }, ended_grant: 'of another till' })
  expect(await lockStateOf(db, kofi.id)).toBe('open')
  await heedPeople(db, { deleted: { tellers: [] }, ended_grant: grant.id })
  await expect(ringUp(db, aDraft({ teller_id: kofi.id }))).rejects.toThrow('This till is locked.')
  expect([
    await lockStateOf(db, kofi.id),
    await unlock(db, { teller_id: kofi.id, pin: PINS[8] }, NOW),
    await db.outbox.count(),
  ]).toEqual(['out', { opened: false, tried: false, wait_ms: 0, is_out: true }, 1])
  expect((await pinHolders(db, NOW)).map(({ id, is_out }) => [id, is_out])).toEqual([
    [7, false],
    [9, false],
    [8, true],
  ])
  expect(await unlock(db, { teller_id: ama.id, pin: PINS[7] }, NOW)).toMatchObject({ opened: true })
  await choosePin(db, { teller: kofi, pin: PINS[8] }, NOW)
  expect(await lockStateOf(db, kofi.id)).toBe('out')
  await noteSignIn(db, kofi, NOW)
  expect(await lockStateOf(db, kofi.id)).toBe('open')
})

test('learns of others who were ended from a pull, of whoever stands here from the grant that is refused, and keeps strangers out of it', async () => {
  await giveKey(db)
  await keepGrant(db, ama, async () => 'ended')
  await heedPeople(db, { deleted: { tellers: [kofi.id, 999] } })
  expect(await Promise.all([ama, kofi, esi].map(({ id }) => lockStateOf(db, id)))).toEqual(['out', 'out', 'locked'])
  expect(await db.table('till').get('person 999')).toBeUndefined()
})

test('keeps who signed in beside the counters, through sales, until they sign out', async () => {
  const till = await aTill()
  expect(await tellerOf(till)).toBeNull()
  await keepTeller(till, ama)
  await ringUp(till, aDraft())
  expect(await tellerOf(till)).toEqual(ama)
  expect(await till.till.get('till')).toMatchObject({ code: 'T1', last_number: 1, last_seq: 1 })
  await keepTeller(till, null)
  expect(await tellerOf(till)).toBeNull()
})

test('keeps nobody in a browser that is not a till', async () => {
  const till = new TillDb(`outbox ${crypto.randomUUID()}`)
  await keepTeller(till, ama)
  expect(await tellerOf(till)).toBeNull()
})
