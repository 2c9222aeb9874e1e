import 'fake-indexeddb/auto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import { pathOfSecret } from '#api/env.ts'
import { checkHealth } from '#api/operations/check-health.ts'
import { HEAD } from '#api/seal/head.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import { SEAL_HEADER, sealHeader } from '#sync/protocol/signed.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { rowOf } from '#sync/till/till-db.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aTabletAt, type Tablet } from '#tests/support/counter/own-tablets.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'
import { aDraft } from '#tests/support/till/till.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>
let tablet: Tablet
let jeans: number
aShopEach('ADMINISTRATOR', here => {
  ;({ api } = here)
})
const { fetch } = globalThis
const forgetSeal = async () => {
  await execute('DELETE FROM seals')
  rmSync(pathOfSecret(HEAD), { force: true })
}
beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, api.base), init))
  await forgetSeal()
  jeans = await aVariation(100)
  await sealBooks(0) // what the server told in the test before is of books that are gone
  owner = await aUser('ADMINISTRATOR')
  tablet = await aTabletAt(api, owner)
  await sell()
  await sealBooks(0)
  await tablet.cycle.ask()
  if (await isNoticed()) throw new Error('The till has noticed something before anything was done.')
})
afterEach(() => vi.unstubAllGlobals())
afterAll(forgetSeal)

async function sell(): Promise<void> {
  await ringUp(
    tablet.db,
    aDraft({ teller_id: owner.id, lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] }),
  )
  await tablet.cycle.wake()
}

/** By who owns the database and has stolen the key: a sale is made smaller, and all of the seal is made again. */
async function rewriteBooks(): Promise<void> {
  await execute('UPDATE transactions SET amount = amount - 1')
  await execute('UPDATE orders SET total = total - 1')
  await forgetSeal()
  await sealBooks(0)
}

const kept = async () => (await rowOf(tablet.db, 'seal'))!
const isNoticed = async () => (await kept()).broken_at !== undefined
const told = () => count('exceptions', "code = 'SEAL_BROKEN' AND status_code = 'OPEN'")
const detail = async () =>
  (await selectOne<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'SEAL_BROKEN'"))!.detail
const health = async () => (await checkHealth()).checks.find(({ name }) => name === 'Seal of the books')!.state

test('is noticed by a till, and told to staff, when the books are rewritten and their seal is made again', async () => {
  const { head } = await kept()
  await rewriteBooks()
  await tablet.cycle.ask()
  expect([await isNoticed(), await told(), await health()]).toEqual([true, 1, 'bad'])
  const { code } = (await tablet.db.till.get('till'))!
  expect(await detail()).toBe(
    `Till ${code} keeps link ${head.seq} of the seal, signed by this shop. The database has no such link.`,
  )
  await tablet.cycle.ask()
  await sell()
  expect([(await kept()).head, await told()]).toEqual([head, 1])
})

test('is noticed too when the new seal is longer than the old one', async () => {
  await rewriteBooks()
  for (let n = 0; n < 3; n++) {
    await aVariation(1)
    await sealBooks(0)
  }
  await tablet.cycle.ask()
  expect([await isNoticed(), await told()]).toEqual([true, 1])
  expect(await detail()).toMatch(/The database has another link in its place\.$/)
})

test('is noticed when the end of the seal is taken away', async () => {
  const { head } = await kept()
  await forgetSeal()
  await tablet.cycle.ask()
  expect([await isNoticed(), (await kept()).head, await told()]).toEqual([true, head, 1])
})

test('says nothing while the books only grow, nor when a backup was restored', async () => {
  await sell()
  await sealBooks(0)
  const { head } = await kept()
  await tablet.cycle.ask()
  expect((await kept()).head.seq).toBeGreaterThan(head.seq)
  await execute('UPDATE shop_generation SET generation = UUID(), restored_at = NOW(3)')
  await forgetSeal()
  await sealBooks(0)
  await tablet.cycle.ask()
  expect([await isNoticed(), await told(), await health()]).toEqual([false, 0, 'ok'])
})

test('believes no head from strangers, and says of one that the shop never signed that it is not the shop’s', async () => {
  const till = new SigningTill(api)
  await till.enrol(owner.token)
  const { generation } = (await selectOne<{ generation: string }>('SELECT generation FROM shop_generation'))!
  const forged = { seq: 1, hash: 'a'.repeat(43), signature: 'b'.repeat(86) }
  const own = { device_id: till.device_id, key_id: till.key.key_id }
  const show = (header: string, more = {}) => till.carryAs([], own, { [SEAL_HEADER]: header, ...more })
  const header = sealHeader(generation, forged)
  expect((await show(header, { authorization: 'Bearer x' })).status).toBe(401)
  for (const nonsense of ['x', `${generation}.1`, sealHeader('0'.repeat(36), forged), header.replace('.1.', '.0.')])
    expect((await show(nonsense)).said.seal_at).toBeUndefined()
  expect(await told()).toBe(0)
  await show(header)
  await show(sealHeader(generation, { ...forged, seq: 2 }))
  expect([
    await told(),
    await count('exceptions', "code = 'SEAL_BROKEN' AND detail LIKE '%a key that this server does not know%'"),
  ]).toEqual([1, 1])
})
