import { aDraft, aTill } from '#tests/support/till.ts'
import { expect, test } from 'vitest'
import { ringUp } from '#sync/till/ring-up.ts'
import { keepTeller, tellerOf } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'

const ama = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' } as const

test('who signed in is kept beside the counters, through sales, until they sign out', async () => {
  const db = await aTill()
  expect(await tellerOf(db)).toBeNull()
  await keepTeller(db, ama)
  await ringUp(db, aDraft())
  expect(await tellerOf(db)).toEqual(ama)
  expect(await db.till.get('till')).toMatchObject({ code: 'T1', last_number: 1, last_seq: 1 })
  await keepTeller(db, null)
  expect(await tellerOf(db)).toBeNull()
})

test('a browser that is no till keeps nobody', async () => {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`)
  await keepTeller(db, ama)
  expect(await tellerOf(db)).toBeNull()
})
