import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { signToken } from '#api/trust/signed-token.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { Grant } from '#sync/protocol/signed.ts'
import { aUser, tokenOf } from '#tests/support/server/api.ts'
import { aPush } from '#tests/support/server/factories.ts'
import { count } from '#tests/support/server/shop.ts'
import { runShop } from '#tests/support/server/server.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const DAY_MS = 86_400_000
const words = async (overrides: Partial<Sale> = {}, facts = {}) =>
  inWords((await here.till.carry([here.till.sell(here.saleAt(here.till, overrides), facts)])).said.verdicts)[0]
const age = (days: number) =>
  execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL ? DAY, expires_at = expires_at - INTERVAL ? DAY', [
    days,
    days,
  ])
const factsOf = (token: string) => (jwt.decode(token) as { facts: Grant }).facts

test('books a sale of a cashier who is signed in, and notes one in the name of another', async () => {
  expect(await words()).toBe('accepted')
  expect(await words({ teller_id: here.manager.id })).toBe('accepted TELLER_MISMATCH')
  expect(await words({}, { grant: null })).toBe('accepted UNPROVED')
  expect(await words({}, { grant: crypto.randomUUID() })).toBe('accepted UNPROVED')
  await here.till.signIn(here.manager.token)
  expect(await words({ teller_id: here.manager.id })).toBe('accepted')
  expect(await words()).toBe('accepted TELLER_MISMATCH')
})

test('notes a grant of another till, one that is over, and one that somebody ended, by when the sale was rung up', async () => {
  const other = await here.anotherTill()
  expect(await words({}, { grant: other.grant })).toBe('accepted UNPROVED')
  await age(20)
  const during = new Date(Date.now() - 10 * DAY_MS).toISOString()
  expect([await words(), await words({ occurred_at: during })]).toEqual(['accepted UNPROVED', 'accepted'])
  await age(-20)
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 1 HOUR')
  await here.till.signIn(here.manager.token)
  await here.api.send('PATCH', `/api/staff/users/${here.manager.id}`, {
    token: here.owner.token,
    body: { status_code: 'INACTIVE' },
  })
  await execute(
    'UPDATE till_grants SET issued_at = issued_at - INTERVAL 1 HOUR, ended_at = ended_at - INTERVAL 10 MINUTE',
  )
  const by = { teller_id: here.manager.id }
  expect([
    await words(by),
    await words({ ...by, occurred_at: new Date(Date.now() - 30 * 60_000).toISOString() }),
  ]).toEqual(['accepted TELLER_INACTIVE UNPROVED', 'accepted TELLER_INACTIVE'])
})

test('sets the clock of a till right before it asks whether a grant was in force', async () => {
  const ahead = 15 * DAY_MS
  const sale = here.till.sell(here.saleAt(here.till, { occurred_at: new Date(Date.now() + ahead).toISOString() }))
  expect(
    inWords(
      (await here.till.carry([sale], here.till, { 'x-device-time': new Date(Date.now() + ahead).toISOString() })).said
        .verdicts,
    ),
  ).toEqual(['accepted CLOCK_SKEW'])
})

test('exchanges a grant for another by the till alone, for 14 days after it is over, and not for what is not one', async () => {
  expect((await here.till.renew()).body).toMatchObject({
    grant: { user_id: here.owner.id, till_id: here.till.till.id, role_code: 'ADMINISTRATOR', name: 'Efua' },
  })
  expect(await words()).toBe('accepted')
  const [{ id, ...facts }, good] = [factsOf(here.till.token), here.till.token]
  const other = await here.anotherTill()
  const secret = Buffer.from(
    (await select<{ token_secret: string }>('SELECT token_secret FROM shop_generation'))[0]!.token_secret,
    'hex',
  )
  const expired = (days: number) =>
    signToken('grant', { id, ...facts, expires_at: new Date(Date.now() - days * DAY_MS).toISOString() })
  const claims = { facts: { id, ...facts }, typ: 'grant', iss: 'shop', aud: 'shop-till' }
  const forged: Record<string, string> = {
    nothing: '',
    'an access token': here.owner.token,
    'a certificate': await signToken('certificate', { id, ...facts }),
    'its own certificate': here.till.till.certificate!,
    'alg none': `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    'another secret': jwt.sign(claims, 'x'.repeat(40)),
    'the secret of access tokens': jwt.sign(claims, process.env.JWT_SECRET!),
    'another algorithm': jwt.sign(claims, secret, { algorithm: 'HS512' }),
    'another audience': jwt.sign({ ...claims, aud: 'shop-api' }, secret),
    'another person': jwt.sign({ ...claims, facts: { id, ...facts, user_id: here.manager.id } }, 'guessed'),
    edited: `${good.slice(0, 40)}${good[40] === 'A' ? 'B' : 'A'}${good.slice(41)}`,
    'another till': other.token,
    'over for 15 days': await expired(15),
    unknown: await signToken('grant', { ...facts, id: crypto.randomUUID() }),
  }
  for (const [what, token] of Object.entries(forged))
    expect([what, (await here.till.renew({ 'x-grant': token })).status]).toEqual([what, 401])
  expect((await here.till.renew({ 'x-grant': await expired(13) })).status).toBe(201)
  expect((await here.api.send('GET', '/api/staff/orders', { token: good })).status).toBe(401)
  expect((await here.api.send('POST', `/api/staff/tills/${here.till.till.id}/grants`, { token: good })).status).toBe(
    401,
  )
})

test('gives no grant to another till, to a revoked one, to who may not sell, nor to who was deactivated', async () => {
  const other = await here.anotherTill()
  const ask = (till_id: number, headers: Record<string, string>) =>
    here.api.send('POST', `/api/staff/tills/${till_id}/grants`, { headers })
  expect(
    (await ask(other.till.id, { authorization: here.till.authorization(''), 'x-grant': here.till.token })).status,
  ).toBe(403)
  expect(
    (
      await ask(here.till.till.id, {
        authorization: new SigningTill(here.api).authorization(''),
        'x-grant': here.till.token,
      })
    ).body.code,
  ).toBe('device_unknown')
  expect(
    (await ask(here.till.till.id, { authorization: here.till.authorization('x'), 'x-grant': here.till.token })).body
      .code,
  ).toBe('device_unknown')
  expect((await here.till.signIn((await aUser('CUSTOMER')).token)).status).toBe(403)
  await here.till.signIn(here.manager.token)
  await here.api.send('PATCH', `/api/staff/users/${here.manager.id}`, {
    token: here.owner.token,
    body: { role_code: 'CUSTOMER' },
  })
  expect((await here.till.renew()).status).toBe(401)
  await here.api.send('PATCH', `/api/staff/users/${here.manager.id}`, {
    token: here.owner.token,
    body: { role_code: 'MANAGER' },
  })
  expect((await here.till.renew()).status).toBe(401)
  await here.till.signIn(here.owner.token)
  await here.api.send('PATCH', `/api/staff/tills/${here.till.till.id}`, {
    token: here.owner.token,
    body: { status_code: 'REVOKED' },
  })
  for (const reply of [await here.till.renew(), await here.till.signIn(here.owner.token), await here.till.pull()])
    expect([reply.status, reply.body.code]).toEqual([403, 'till_revoked'])
})

test('ends the grants of a person whom npm run user makes a customer', async () => {
  await here.till.signIn(here.manager.token)
  const { exit, words } = runShop(['user', here.manager.email, '--role', 'CUSTOMER'], {
    DATA_DIR: env.dataDir,
    DATABASE_URL: process.env.DATABASE_URL!,
  })
  expect([await exit, words()]).toEqual([0, expect.stringContaining('is CUSTOMER now')])
  expect(await count('till_grants', 'user_id = ? AND ended_at IS NULL', [here.manager.id])).toBe(0)
  expect((await here.till.renew()).status).toBe(401)
})

test('books what a revoked till signed, and says so', async () => {
  const waiting = Array.from({ length: 3 }, () => here.till.sell(here.saleAt(here.till)))
  await here.api.send('PATCH', `/api/staff/tills/${here.till.till.id}`, {
    token: here.owner.token,
    body: { status_code: 'REVOKED' },
  })
  expect(inWords((await here.till.carry(waiting)).said.verdicts)).toEqual(Array(3).fill('accepted UNKNOWN_TILL'))
  expect(await count('exceptions', "code = 'UNKNOWN_TILL'")).toBe(3)
})

test('tells a till the people of the shop only with a grant in force, and all of them once it has one', async () => {
  const pull = async (query: string, headers: Record<string, string> = {}) =>
    (await here.till.pull(query, headers)).body as unknown as {
      watermark: string
      generation: string
      changes: { tellers: { id: number }[]; accounts: object[] }
    }
  const granted = { 'x-grant': here.till.token }
  // so that none of them comes as somebody who has just changed
  await execute('UPDATE users SET updated_at = NOW(3) - INTERVAL 1 HOUR')
  const bare = await pull('')
  expect([bare.changes.tellers, bare.changes.accounts.length > 0, bare.generation]).toEqual([
    [],
    true,
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ])
  for (const token of ['x', here.owner.token, (await here.anotherTill()).token])
    expect((await pull('', { 'x-grant': token })).changes.tellers).toEqual([])
  const everybody = (await select<{ id: number }>("SELECT id FROM users WHERE status_code = 'ACTIVE' ORDER BY id")).map(
    ({ id }) => id,
  )
  const ids = ({ changes }: { changes: { tellers: { id: number }[] } }) =>
    changes.tellers.map(({ id }) => id).sort((a, b) => a - b)
  expect(ids(await pull('', granted))).toEqual(everybody)
  const later = await pull(`?since=${bare.watermark}`)
  expect(later.changes.tellers).toEqual([])
  const known = await pull(`?since=${later.watermark}`, granted)
  expect(ids(known)).toEqual(everybody)
  const part = await pull('?limit=1', granted)
  const without = await pull(`?since=${part.watermark}`)
  expect([without.changes.tellers, ids(await pull(`?since=${without.watermark}`, granted))]).toEqual([[], everybody])
  const { walk } = JSON.parse(Buffer.from(part.watermark, 'base64url').toString()) as { walk: object }
  const forged = Buffer.from(JSON.stringify({ walk: { ...walk, table: 'tellers', told: true } })).toString('base64url')
  expect((await pull(`?since=${forged}`)).changes.tellers).toEqual([])
  const signature = here.till.pull('?limit=1')
  expect((await signature).status).toBe(200)
  const replayed = await here.api.send('GET', '/api/sync/pull?limit=2', {
    headers: { authorization: `Device ${here.till.key.key_id}.${here.till.key.sign('pull\n/api/sync/pull?limit=1')}` },
  })
  expect(replayed.body.code).toBe('device_unknown')
})

test('notes on protocol 1 a sale in the name of another than who is signed in', async () => {
  const push = async (token: string, teller_id: number) =>
    (
      (
        await here.api.send('POST', '/api/sync/push', {
          token,
          body: aPush(here.saleAt(here.till, { teller_id, till_code: 'T1' })),
        })
      ).body.verdicts as unknown as [{ exceptions: string[] }]
    )[0].exceptions
  expect([await push(await tokenOf(7), 7), await push(here.manager.token, 7)]).toEqual([[], ['TELLER_MISMATCH']])
})

test('notes a discount above what a manager may give, until a setting says otherwise', async () => {
  const off = (discount: number, teller_id: number) => ({
    teller_id,
    discount,
    total: 10 - discount,
    lines: [{ product_variation_id: here.jeans, quantity: 1, price: 10 }],
  })
  await here.till.signIn(here.manager.token)
  expect([await words(off(1, here.manager.id)), await words(off(1.01, here.manager.id))]).toEqual([
    'accepted',
    'accepted DISCOUNT',
  ])
  await execute("UPDATE settings SET value = '50' WHERE name = 'discount_limit_manager'")
  expect([await words(off(5, here.manager.id)), await words(off(5.01, here.manager.id))]).toEqual([
    'accepted',
    'accepted DISCOUNT',
  ])
  await execute("UPDATE settings SET value = '10' WHERE name = 'discount_limit_manager'")
  await here.till.signIn(here.owner.token)
  expect(await words(off(9, here.owner.id))).toBe('accepted')
})
