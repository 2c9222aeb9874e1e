import { expect, test } from 'vitest'
import { execute, insertRows, select } from '#api/db/database.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { aKey } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

/** Fills a till up to its 200 keys with keys that signed nothing. */
async function fill() {
  const { id } = here.till.till
  const missing = 200 - (await count('till_keys', 'till_id = ?', [id]))
  await insertRows(
    'till_keys',
    Array.from({ length: missing }, () => {
      const { key_id, public_key } = aKey()
      return { till_id: id, key_id, x: public_key.x, y: public_key.y, approved: false, enrolled_by: here.manager.id }
    }),
  )
}
const keys = async () =>
  (
    await select<{ key_id: string }>('SELECT key_id FROM till_keys WHERE till_id = ? ORDER BY id', [here.till.till.id])
  ).map(({ key_id }) => key_id)
const sell = async () => inWords((await here.till.carry([here.till.sell(here.saleAt(here.till))])).said.verdicts)[0]

test('keeps the key by which a till passes its approval on, though that signed nothing', async () => {
  await fill()
  await execute('UPDATE till_keys SET approved = TRUE WHERE till_id = ?', [here.till.till.id])
  const { key_id } = here.till.key
  await here.till.rekey(here.manager.token)
  expect([here.till.till.approved, (await keys())[0], await sell()]).toEqual([true, key_id, 'accepted'])
})

// Before: two hundred keys that signed nothing kept the honest one out for ever.
test('replaces the oldest key that never signed and that nobody approved by a new one', async () => {
  expect(await sell()).toBe('accepted')
  const honest = here.till.key.key_id
  await fill()
  const [, oldest] = await keys()
  expect((await here.till.rekey(here.owner.token)).status).toBe(200)
  const left = await keys()
  expect([left.length, left.includes(honest), left.includes(oldest!), left.at(-1)]).toEqual([
    200,
    true,
    false,
    here.till.key.key_id,
  ])
  expect([here.till.till.approved, await sell()]).toEqual([true, 'accepted'])
  expect(await count('staff_changes', "action = 'drop key' AND was LIKE CONCAT('%', ?, '%')", [oldest])).toBe(1)
})

test('control: refuses a new key once every key has signed, and drops none', async () => {
  await fill()
  await execute(
    `INSERT INTO till_links (till_key_id, hash, seq) SELECT id, key_id, id FROM till_keys WHERE till_id = ?`,
    [here.till.till.id],
  )
  const before = await keys()
  expect((await here.till.rekey(here.owner.token)).body.errors).toEqual({
    public_key: ['This till has had too many keys. Set it up as a new till.'],
  })
  expect(await keys()).toEqual(before)
  await execute('DELETE FROM till_links WHERE prev IS NULL')
})

test('books what a key signed that gave way, once its device has enrolled it again', async () => {
  await fill()
  await execute('UPDATE till_keys SET approved = TRUE WHERE till_id = ?', [here.till.till.id])
  const waiting = here.till.sell(here.saleAt(here.till))
  const { key } = here.till
  await here.till.rekey(here.owner.token, { cosigned: false })
  expect(await keys()).not.toContain(key.key_id)
  here.till.key = key
  expect((await here.till.carry([waiting])).status).toBe(401)
  await here.till.enrol(here.owner.token)
  expect(inWords((await here.till.carry([waiting])).said.verdicts)).toEqual(['accepted NEW_TILL'])
})
