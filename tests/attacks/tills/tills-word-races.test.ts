import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { endGrantsOf } from '#api/trust/grants.ts'
import { aMutation } from '#tests/support/server/factories.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { count } from '#tests/support/server/shop.ts'
import { signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
const outside = AsyncLocalStorage.snapshot()

/** Sends a request that has to wait for a transaction of another connection. */
const during = async <T>(change: () => Promise<unknown>, ask: () => Promise<T>): Promise<T> =>
  (
    await inTransaction(async () => {
      await change()
      const waiting = outside(ask)
      await somebodyWaits()
      return { waiting }
    })
  ).waiting

const deactivate = async () => {
  await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [here.manager.id])
  await endGrantsOf(here.manager.id)
}
const demote = async () => {
  await execute("UPDATE users SET role_code = 'CUSTOMER' WHERE id = ?", [here.manager.id])
  await endGrantsOf(here.manager.id)
}
const rename = () => execute("UPDATE users SET name = 'Yaw Owusu' WHERE id = ?", [here.manager.id])
const inForce = () => count('till_grants', 'user_id = ? AND ended_at IS NULL', [here.manager.id])

const MEANWHILE = [
  ['deactivated', deactivate, false],
  ['made a customer', demote, false],
  ['renamed', rename, true],
] as const

// Before: 201, and the grant stayed in force for 14 days.
test.each(MEANWHILE)('decides about a grant again when its person was %s in between', async (_, change, isGiven) => {
  expect((await during(change, () => here.till.signIn(here.manager.token))).status).toBe(isGiven ? 201 : 403)
  expect(await inForce()).toBe(isGiven ? 1 : 0)
})

test.each(MEANWHILE)('decides about a renewal again when its person was %s in between', async (_, change, isGiven) => {
  await here.till.signIn(here.manager.token)
  expect((await during(change, () => here.till.renew())).status).toBe(isGiven ? 201 : 403)
  expect(await inForce()).toBe(isGiven ? 2 : 0)
})

test('gives no grant when the till was revoked in between', async () => {
  const revoke = () => execute("UPDATE tills SET status_code = 'REVOKED' WHERE id = ?", [here.till.till.id])
  expect((await during(revoke, () => here.till.signIn(here.manager.token))).body.code).toBe('till_revoked')
  expect(await inForce()).toBe(0)
})

/** A till without a key, by the protocol before. */
async function anOldTill() {
  const old = new SigningTill(here.api)
  const { body } = await here.api.send('POST', '/api/staff/tills', {
    token: here.owner.token,
    body: { name: 'Old', device_id: old.device_id },
  })
  old.till = (body as unknown as { till: SigningTill['till'] }).till
  const push = async (seq: number) => {
    const { body } = await here.api.send('POST', '/api/sync/push', {
      token: here.owner.token,
      body: { protocol: 1, device_id: old.device_id, mutations: [aMutation(here.saleAt(old), { seq })] },
    })
    return (body.verdicts as unknown as { exceptions: string[] }[]).flatMap(({ exceptions }) => exceptions)
  }
  return { till: old.till, push }
}

// Before: both were booked, and nobody heard that the number was used twice.
test('notes the second of two unsigned sales with one number when both come at once', async () => {
  const { till, push } = await anOldTill()
  for (let seq = 1; seq <= 5; seq++) {
    const found = await during(
      () => execute('UPDATE tills SET seen_at = NOW(3) WHERE id = ?', [till.id]),
      () => Promise.all([push(seq), push(seq)]),
    )
    expect(found.flat()).toEqual(['NUMBER_REUSED'])
  }
  expect(await select('SELECT last_seq FROM tills WHERE id = ?', [till.id])).toEqual([{ last_seq: 5 }])
})

test('notes nothing when two unsigned sales with numbers of their own come at once', async () => {
  const { till, push } = await anOldTill()
  for (let seq = 1; seq <= 5; seq += 2) expect((await Promise.all([push(seq), push(seq + 1)])).flat()).toEqual([])
  expect(await select('SELECT last_seq FROM tills WHERE id = ?', [till.id])).toEqual([{ last_seq: 6 }])
})
