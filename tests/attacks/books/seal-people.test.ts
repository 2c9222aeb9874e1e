import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, insertRows, select, selectOne, sqlTime } from '#api/db/database.ts'
import { pathOfSecret } from '#api/env.ts'
import { checkSeal } from '#api/seal/check-seal.ts'
import { HEAD } from '#api/seal/head.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import { noteAgain } from '#api/seal/seal-notes.ts'
import { ORDER_OWNERS, SEALED_TABLES } from '#api/seal/sealed-tables.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/server/api.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let api: Api
let jeans: number
let esi: Person
let yaw: Person
aShopEach('ADMINISTRATOR', async here => {
  ;({ api } = here)
  jeans = await aVariation(100)
})

const forgetSeal = async () => {
  await execute('DELETE FROM seals')
  await execute('DELETE FROM seal_notes')
  rmSync(pathOfSecret(HEAD), { force: true })
}
const seal = () => sealBooks(0)
const fault = async () => (await checkSeal()).fault

/** An order of somebody that was handed over, with an entry in the log of changes. */
async function anOrder(owner: { user_id: number | null; session_id: string | null }): Promise<number> {
  const { id } = await aPaidOrderOf({ [jeans]: 1 }, owner)
  await execute("UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ?", [id])
  await recordChange({
    subject: 'order',
    subject_id: id,
    action: 'note',
    was: { staff_note: null },
    became: { staff_note: 'Esinam calls' },
  })
  return id
}
const orderOf = ({ id }: Person) => anOrder({ user_id: id, session_id: null })
const erase = async ({ token }: Person) =>
  expect((await api.send('POST', '/api/account/erase', { token, body: { password: PASSWORD } })).status).toBeLessThan(
    300,
  )

const NOBODY = `customer_name = NULL, customer_phone = NULL, shipping_address = NULL,
  shipping_additional_details = NULL, staff_note = NULL, tracking_token = NULL`
const emptyByHand = (order: number, more = '') => execute(`UPDATE orders SET ${NOBODY}${more} WHERE id = ?`, [order])
const markErased = ({ id }: Person) =>
  execute(
    "UPDATE users SET name = 'Erased customer', email = CONCAT('erased-', id, '@erased.invalid'), phone = NULL, status_code = 'INACTIVE' WHERE id = ?",
    [id],
  )

beforeEach(async () => {
  await forgetSeal()
  await execute('DELETE FROM staff_changes').catch(() => {})
  ;[esi, yaw] = [await aUser('CUSTOMER', { name: 'Esinam Quaye' }), await aUser('CUSTOMER', { name: 'Yaw Owusu' })]
})
afterAll(async () => {
  await forgetSeal()
  await execute('DELETE FROM staff_changes').catch(() => {})
})

// Before: each of these left the seal whole.
test('names an order when somebody gives it to an erased customer, and empties it as if it were theirs', async () => {
  const [theirs, order] = [await orderOf(yaw), await orderOf(esi)]
  await seal()
  await erase(yaw)
  expect([await fault(), await selectOne('SELECT customer_name FROM orders WHERE id = ?', [theirs])]).toEqual([
    null,
    { customer_name: null },
  ])
  await emptyByHand(order, `, user_id = ${yaw.id}`)
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
})

test('names an order when somebody marks its customer as erased, and empties it', async () => {
  const order = await orderOf(esi)
  await seal()
  await markErased(esi)
  await emptyByHand(order)
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
})

test('names an entry in the log when somebody empties it, and marks its person as erased', async () => {
  await recordChange({ subject: 'user', subject_id: esi.id, action: 'change', was: { name: 'Esi' }, became: null })
  const order = await orderOf(yaw)
  await seal()
  await markErased(esi)
  const { id } = (await selectOne<{ id: number }>("SELECT id FROM staff_changes WHERE subject = 'user'"))!
  await execute('UPDATE staff_changes SET was = NULL, became = NULL WHERE id = ?', [id])
  expect([await fault(), order > 0]).toEqual([`Entry in the log of changes ${id} was changed by hand.`, true])
})

test('names an order when somebody only gives it to another customer, or to nobody', async () => {
  const order = await orderOf(esi)
  await seal()
  for (const owner of [yaw.id, null]) {
    await execute('UPDATE orders SET user_id = ? WHERE id = ?', [owner, order])
    expect(await fault()).toBe(`Order ${order} was changed by hand.`)
  }
  await execute('UPDATE orders SET user_id = ? WHERE id = ?', [esi.id, order])
  expect(await fault()).toBeNull()
})

test('names an order when somebody gives it to a customer who then erases their account', async () => {
  const order = await orderOf(esi)
  await seal()
  await execute('UPDATE orders SET user_id = ? WHERE id = ?', [yaw.id, order])
  await erase(yaw)
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
})

test('believes a note only with the signature of the seal, on its own row', async () => {
  const [theirs, order] = [await orderOf(yaw), await orderOf(esi)]
  await seal()
  await erase(yaw)
  await emptyByHand(order)
  const { signature } = (await selectOne<{ signature: Buffer }>(
    "SELECT signature FROM seal_notes WHERE table_code = 'orders' AND row_id = ?",
    [theirs],
  ))!
  const { privateKey } = generateKeyPairSync('ed25519')
  const own = sign(null, Buffer.from(`seal note\norders\n${order}\n`), privateKey)
  for (const forged of [signature, own, randomBytes(64), Buffer.alloc(64)]) {
    await execute("REPLACE INTO seal_notes (table_code, row_id, signature) VALUES ('orders', ?, ?)", [order, forged])
    expect(await fault()).toBe(`Order ${order} was changed by hand.`)
  }
  await execute("DELETE FROM seal_notes WHERE table_code = 'orders'")
  expect(await fault()).toBe(`Order ${theirs} was changed by hand.`)
})

test('stays whole when a guest signs in and takes an order along, and names it when somebody gives it to another', async () => {
  const guest = await aGuest()
  const order = await anOrder({ user_id: null, session_id: guest.session_id })
  await seal()
  const { status } = await api.send('POST', '/api/login', {
    token: guest.token,
    body: { email: esi.email, password: PASSWORD },
  })
  expect([status, await selectOne('SELECT user_id FROM orders WHERE id = ?', [order])]).toEqual([
    200,
    { user_id: esi.id },
  ])
  expect(await fault()).toBeNull()
  await execute('UPDATE orders SET user_id = ? WHERE id = ?', [yaw.id, order])
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
  await execute('UPDATE seal_notes SET user_id = ? WHERE row_id = ?', [yaw.id, order])
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
})

test('believes who was erased before the shop wrote notes, once', async () => {
  const [theirs, order] = [await orderOf(yaw), await orderOf(esi)]
  const tables = SEALED_TABLES as unknown as { code: string }[]
  const place = tables.findIndex(({ code }) => code === ORDER_OWNERS)
  const [owners] = tables.splice(place, 1)
  await seal()
  await erase(yaw)
  await execute('DELETE FROM seal_notes')
  noteAgain()
  tables.splice(place, 0, owners!)
  expect(await fault()).toBeNull()
  await seal()
  expect([await fault(), await count('seal_notes', "table_code = 'orders'")]).toEqual([null, 1])

  await emptyByHand(order)
  await markErased(esi)
  await seal()
  expect(await fault()).toBe(`Order ${order} was changed by hand.`)
  expect(theirs).toBeLessThan(order)
})

test('signs no note for what was emptied by hand when the seal is taken away for a while and put back', async () => {
  const order = await orderOf(esi)
  await seal()
  await emptyByHand(order)
  await markErased(esi)
  const links = await select<{ sealed_at: Date }>('SELECT * FROM seals ORDER BY id')
  for (const taken of ['TRUE', "table_code = 'order_owners'"]) {
    await execute(`DELETE FROM seals WHERE ${taken}`)
    expect(await fault()).not.toBeNull()
    await seal().catch(() => {})
    await execute('DELETE FROM seals')
    await insertRows(
      'seals',
      links.map(link => ({ ...link, sealed_at: sqlTime(link.sealed_at.getTime()) })),
    )
    expect(await fault()).toBe(`Order ${order} was changed by hand.`)
  }
})
