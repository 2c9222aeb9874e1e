import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { signToken } from '#api/trust/signed-token.ts'
import type { SignedMutation, SignedPushReply } from '#sync/protocol/signed.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { brokenRules, count, onHand } from '#tests/support/server/shop.ts'
import { KeepingTill } from '#tests/support/till/keeping-till.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-generations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [url, uploadsDir, passphrase] = [process.env.DATABASE_URL!, join(folder, 'uploads'), 'nobody else knows it']
const backUp = async () => (await makeBackup({ url, uploadsDir, passphrase }, folder)).path
const putBack = (path: string) => restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })

type Person = Awaited<ReturnType<typeof aUser>>
const SHELF = 1_000
let api: Api
let jeans: number
let owner: Person
jeansOnTheShelf(SHELF, here => {
  ;({ api, jeans } = here)
})
beforeEach(async () => {
  await execute('DELETE FROM tills')
  await execute('UPDATE shop_generation SET restored_at = NULL, tills_until = 0')
  owner = await aUser('ADMINISTRATOR')
})

const words = ({ verdicts }: SignedPushReply) => [
  ...new Set(verdicts.map(({ status, exceptions, error }) => error?.code ?? [status, ...(exceptions ?? [])].join(' '))),
]
/** Each sale of these tills is there once, and nothing else; the books say the same in every place. */
async function expectAllOnce(...tills: KeepingTill[]): Promise<void> {
  const ids = tills.flatMap(({ kept }) => kept.map(({ id }) => id))
  expect(
    (await select<{ sale_id: string }>('SELECT sale_id FROM orders')).map(({ sale_id }) => sale_id).sort(),
  ).toEqual(ids.sort())
  expect([
    await onHand(jeans),
    await count('transactions'),
    await selectOne("SELECT balance FROM accounts WHERE code = 'CASH'"),
  ]).toEqual([SHELF - ids.length, ids.length, { balance: 10 * ids.length }])
  expect(await brokenRules()).toEqual([])
}

test('has 200 sales of 3 tills exactly once when a backup of 100 is put back, with no hand moved', async () => {
  const [front, back, late] = [new KeepingTill(api), new KeepingTill(api), new KeepingTill(api)]
  await front.open(owner)
  await back.open(owner)
  await front.carry(front.ring(50, owner.id, jeans))
  await back.carry(back.ring(50, owner.id, jeans))
  const { generation } = (await front.carryAs([], { device_id: front.device_id, key_id: front.key.key_id })).said
  const path = await backUp()

  // Newer than the backup: a till, its key, a teller, their grants.
  const kojo = await aUser('MANAGER', { name: 'Kojo Boateng' })
  await back.open(kojo)
  await late.open(kojo)
  await execute('UPDATE till_keys SET approved = TRUE')
  await late.enrol(owner.token)
  await front.carry(front.ring(40, owner.id, jeans))
  await back.carry(back.ring(30, kojo.id, jeans))
  await late.carry(late.ring(30, kojo.id, jeans))
  await expectAllOnce(front, back, late)
  const last = (await selectOne<{ id: number }>('SELECT MAX(id) AS id FROM orders'))!.id

  await putBack(path)
  expect(await count('orders')).toBe(100)
  const again = [await front.sendAgain(), await back.sendAgain(), await late.sendAgain()]
  expect(again.map(([first]) => first!.resend_from)).toEqual([51, 51, 1])
  expect(new Set(again.flat().map(reply => reply.generation)).size).toBe(1)
  expect(again[0]![0]!.generation).not.toBe(generation)
  expect((await api.send('GET', '/api/sync/pull?limit=1', { token: owner.token })).body).toMatchObject({
    generation: again[0]![0]!.generation,
  })
  expect(again.flat().flatMap(words)).toEqual(['accepted', 'accepted', 'accepted'])
  await expectAllOnce(front, back, late)
  expect(await select('SELECT code FROM exceptions')).toEqual([{ code: 'TELLER_RESTORED' }])
  expect(
    (await selectOne<{ id: number }>(
      'SELECT MIN(id) AS id FROM (SELECT id FROM orders ORDER BY id DESC LIMIT 100) resent',
    ))!.id,
  ).toBeGreaterThan(last)
  expect(await selectOne('SELECT name, role_code, status_code FROM users WHERE id = ?', [kojo.id])).toEqual({
    name: 'Kojo Boateng',
    role_code: 'MANAGER',
    status_code: 'INACTIVE',
  })

  for (const [till, teller, found] of [
    [front, owner, 'accepted'],
    [back, kojo, 'accepted TELLER_INACTIVE UNPROVED'],
    [late, kojo, 'accepted TELLER_INACTIVE UNPROVED'],
  ] as const) {
    const { said } = await till.carry(till.ring(1, teller.id, jeans))
    expect([words(said), said.resend_from]).toEqual([[found], undefined])
  }
  const [stranger, other] = [await new KeepingTill(api).open(owner), await aUser('CUSTOMER')]
  expect([
    stranger.till.id > late.till.id,
    stranger.till.code === `T${stranger.till.id}`,
    other.id > kojo.id + 1_000,
  ]).toEqual([true, true, true])
  await expectAllOnce(front, back, late)
})

test('restores the approval of a key that was approved after the backup', async () => {
  const till = await new KeepingTill(api).open(await aUser('MANAGER'))
  expect(till.till.approved).toBe(false)
  const path = await backUp()
  await api.send('PATCH', `/api/staff/tills/${till.till.id}`, {
    token: owner.token,
    body: { approved_key_id: till.key.key_id },
  })
  await till.enrol(owner.token)
  await till.open(owner)
  await putBack(path)
  const { said } = await till.carryAs(till.ring(1, owner.id, jeans), {
    device_id: till.device_id,
    key_id: till.key.key_id,
    ...till.shown,
  })
  expect(words(said)).toEqual(['accepted'])
})

test('asks again after a second restore, and books nothing twice', async () => {
  const till = await new KeepingTill(api).open(owner)
  await till.carry(till.ring(5, owner.id, jeans))
  const path = await backUp()
  await till.carry(till.ring(5, owner.id, jeans))
  const generations: string[] = []
  for (let n = 0; n < 2; n++) {
    await putBack(path)
    const replies = await till.sendAgain()
    expect([replies[0]!.resend_from, words(replies[1]!)]).toEqual([6, ['accepted']])
    await till.sendAgain()
    await till.carry(till.kept)
    generations.push(replies[0]!.generation)
    await expectAllOnce(till)
  }
  expect(new Set(generations).size).toBe(2)
})

test('names the first number that is missing when a sale comes that follows an unknown one', async () => {
  const till = await new KeepingTill(api).open(owner)
  const sales = till.ring(10, owner.id, jeans)
  expect((await till.carry(sales.slice(0, 3))).said.resend_from).toBeUndefined()
  expect((await till.carry(sales.slice(6))).said.resend_from).toBe(4)
  expect((await till.carryAs([], { device_id: till.device_id, key_id: till.key.key_id })).said.resend_from).toBe(4)
  expect((await till.carry(sales.slice(3, 6))).said.resend_from).toBeUndefined()
  expect((await till.carryAs([], { device_id: till.device_id, key_id: till.key.key_id })).said.resend_from).toBe(11)
})

test('carries the sales of another till whose key is newer than the backup, by its certificate', async () => {
  const carrier = await new KeepingTill(api).open(owner)
  const path = await backUp()
  const author = await new KeepingTill(api).open(owner)
  await putBack(path)
  const { said } = await carrier.carryAs(author.ring(2, owner.id, jeans), {
    device_id: author.device_id,
    key_id: author.key.key_id,
    ...author.shown,
  })
  expect(words(said)).toEqual(['accepted'])
  await expectAllOnce(author)
})

test('believes no certificate or grant that the server did not sign', async () => {
  const path = await backUp()
  const [till, honest] = [await new KeepingTill(api).open(owner), await new KeepingTill(api).open(owner)]
  const facts = (jwt.decode(till.till.certificate!) as { facts: object }).facts
  const claims = { facts, typ: 'certificate' }
  const named = { algorithm: 'HS256', issuer: 'shop', audience: 'shop-till' } as const
  const [head, body, sig] = till.till.certificate!.split('.') as [string, string, string]
  const edited = `${head}.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('"approved":true', '"approved":false')).toString('base64url')}.${sig}`
  const forged = [
    jwt.sign(claims, process.env.JWT_SECRET!, named),
    jwt.sign(claims, '', { ...named, algorithm: 'none' }),
    jwt.sign(claims, '0'.repeat(64), named),
    edited,
    await signToken('grant', facts),
    honest.till.certificate!,
    'x',
    '',
  ]
  await putBack(path)
  const own = { device_id: till.device_id, key_id: till.key.key_id }
  for (const certificate of forged) {
    const {
      status,
      body: { code },
    } = await till.carryAs(till.ring(1, owner.id, jeans), { ...own, certificates: [certificate], grants: till.grants })
    expect([certificate, status, code]).toEqual([certificate, 401, 'device_unknown'])
  }
  expect([await count('tills'), await count('till_keys'), await count('orders')]).toEqual([0, 0, 0])

  const stolen = { ...(jwt.decode(till.token) as { facts: object }).facts, id: randomUUID(), user_id: 1 }
  await till.carryAs([], {
    ...own,
    certificates: till.shown.certificates,
    grants: [
      jwt.sign({ facts: stolen, typ: 'grant' }, process.env.JWT_SECRET!, named),
      await signToken('certificate', stolen),
    ],
  })
  expect([await count('tills'), await count('till_grants')]).toEqual([1, 0])
})

test('refuses a sender who shows the certificate of another till', async () => {
  const path = await backUp()
  const till = await new KeepingTill(api).open(owner)
  const sales = till.ring(3, owner.id, jeans)
  await putBack(path)
  const thief = new SigningTill(api)
  const taken = { device_id: till.device_id, key_id: till.key.key_id, ...till.shown }
  expect((await thief.carryAs(sales, taken)).status).toBe(401)
  const signedByThief = { authorization: thief.authorization('').replace(thief.key.key_id, till.key.key_id) }
  expect((await thief.carryAs(sales, taken, signedByThief)).status).toBe(401)
  expect([await count('tills'), await count('orders')]).toEqual([0, 0])
})

test('keeps a till revoked when it was revoked before the backup', async () => {
  const till = await new KeepingTill(api).open(owner)
  await till.carry(till.ring(2, owner.id, jeans))
  await execute("UPDATE tills SET status_code = 'REVOKED'")
  const path = await backUp()
  const sales = till.ring(2, owner.id, jeans)
  await putBack(path)
  const { said } = await till.carryAs(sales, { device_id: till.device_id, key_id: till.key.key_id, ...till.shown })
  expect(words(said)).toEqual(['accepted UNKNOWN_TILL'])
  expect(await select('SELECT status_code FROM tills')).toEqual([{ status_code: 'REVOKED' }])
  expect((await till.renew()).status).toBe(403)
})

test('keeps a grant ended when its teller was deactivated before the backup', async () => {
  const kojo = await aUser('MANAGER')
  const till = await new KeepingTill(api).open(owner)
  await till.open(kojo)
  await api.send('PATCH', `/api/staff/users/${kojo.id}`, { token: owner.token, body: { status_code: 'INACTIVE' } })
  const path = await backUp()
  await putBack(path)
  await till.carryAs([], { device_id: till.device_id, key_id: till.key.key_id, ...till.shown })
  expect(await count('till_grants', 'user_id = ? AND ended_at IS NULL', [kojo.id])).toBe(0)
  expect(await selectOne('SELECT status_code FROM users WHERE id = ?', [kojo.id])).toEqual({ status_code: 'INACTIVE' })
})

test('refuses a sale that was changed on its way back, and books the genuine one', async () => {
  const till = await new KeepingTill(api).open(owner)
  const path = await backUp()
  const [first, second] = till.ring(2, owner.id, jeans) as [SignedMutation<{ total: number }>, SignedMutation]
  await till.carry([first, second])
  await putBack(path)
  const dearer = { ...first, payload: { ...first.payload, total: 1 } }
  const { said } = await till.carryAs([dearer, second], {
    device_id: till.device_id,
    key_id: till.key.key_id,
    ...till.shown,
  })
  expect(said.verdicts.map(({ status, error }) => error?.code ?? status)).toEqual(['unproved', 'accepted'])
  expect((await till.carry([first])).said.verdicts).toMatchObject([{ status: 'accepted' }])
  // Signed again by the till itself, under the id of what is on record.
  const again = till.sign(
    'sale.record',
    aSale({
      id: first.id,
      till_code: till.till.code,
      teller_id: owner.id,
      lines: [{ product_variation_id: jeans, quantity: 3, price: 10 }],
    }),
  )
  expect((await till.carry([again])).said.verdicts).toMatchObject([{ status: 'rejected', error: { code: 'conflict' } }])
  await expectAllOnce(till)
})

test('ignores a certificate that was signed after the restore, and every one where there was no restore', async () => {
  const till = await new KeepingTill(api).open(owner)
  const forget = async () => {
    await execute('DELETE FROM till_grants')
    await execute('DELETE FROM till_keys')
  }
  const introduce = async () =>
    (await till.carryAs([], { device_id: till.device_id, key_id: till.key.key_id, ...till.shown })).status
  await forget()
  expect(await introduce()).toBe(401)
  await execute('UPDATE shop_generation SET restored_at = NOW(3) - INTERVAL 2 SECOND')
  expect(await introduce()).toBe(401)
  await execute('UPDATE shop_generation SET restored_at = NOW(3) + INTERVAL 2 SECOND')
  expect(await introduce()).toBe(200)
})

test('ignores a certificate whose id or code belongs to another till', async () => {
  const till = await new KeepingTill(api).open(owner)
  await execute('DELETE FROM till_grants')
  await execute('DELETE FROM till_keys')
  await execute('UPDATE tills SET device_id = ?', [randomUUID()])
  await execute('UPDATE shop_generation SET restored_at = NOW(3) + INTERVAL 2 SECOND')
  expect((await till.carryAs([], { device_id: till.device_id, key_id: till.key.key_id, ...till.shown })).status).toBe(
    401,
  )
  expect([await count('tills'), await count('till_keys')]).toEqual([1, 0])
})
