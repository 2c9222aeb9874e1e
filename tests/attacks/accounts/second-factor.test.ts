import { expect, test, vi } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { proveSession } from '#api/factors/answer.ts'
import { relyingParty } from '#api/factors/relying-party.ts'
import { MOST_WRONG_CODES } from '#api/factors/totp.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import {
  aChallenge,
  aFreshPasskey,
  anApp,
  aPasskeyOf,
  askStaff,
  codeOf,
  codesOf,
} from '#tests/support/people/second-factors.ts'

let api: Api
let manager: Awaited<ReturnType<typeof aUser>>
let secret: string
aShopEach('MANAGER', async here => {
  ;({ api } = here)
  await askStaff('OPTIONAL')
  manager = await aUser('MANAGER')
  secret = await anApp(manager.id)
})

const signIn = async (email = manager.email) => api.send('POST', '/api/login', { body: { email, password: PASSWORD } })
const askedIn = ({ body }: Reply) => (body as unknown as { second_factor: FactorAsked }).second_factor
const challengeFor = async (email?: string) => askedIn(await signIn(email)).challenge
const answer = (challenge: string, given: string | object, method = 'totp') =>
  api.send('POST', '/api/login/second-factor', { body: { challenge, method, answer: given } })
const tokenIn = ({ body }: Reply) => (body as unknown as { token: string }).token
const signInWhole = async () => tokenIn(await answer(await challengeFor(), await codeOf(secret)))
const isWrong = { status: 422, body: { errors: { answer: [expect.any(String)] } } }
const isOver = { status: 422, body: { errors: { challenge: [expect.any(String)] } } }

test('gives no token for a password alone when a second factor is set up', async () => {
  const reply = await signIn()
  expect(reply).toMatchObject({
    status: 200,
    body: { second_factor: { methods: ['totp'], challenge: expect.any(String) } },
  })
  expect([reply.body, reply.headers.get('set-cookie') ?? ''].map(part => JSON.stringify(part))).not.toContainEqual(
    expect.stringMatching(/token"|refresh=/),
  )
  expect(
    await select('SELECT id FROM sessions WHERE user_id = ? AND device_name IS NULL AND id <> ?', [
      manager.id,
      manager.session_id,
    ]),
  ).toEqual([])
})

test('gives what login gives when the code is right', async () => {
  const reply = await answer(await challengeFor(), await codeOf(secret))
  expect(reply).toMatchObject({
    status: 200,
    body: {
      token: expect.any(String),
      user: { id: manager.id, role_code: 'MANAGER' },
      message: expect.stringContaining('Welcome back'),
    },
  })
  expect((await api.send('GET', '/api/staff/orders', { token: tokenIn(reply) })).status).toBe(200)
})

test('asks nobody when the setting is OFF, and no customer ever', async () => {
  const customer = await aUser('CUSTOMER')
  await anApp(customer.id)
  expect((await signIn(customer.email)).body).toHaveProperty('token')
  await askStaff('OFF')
  expect((await signIn()).body).toHaveProperty('token')
})

test('refuses a code that was used, and an earlier one, when each comes with a new challenge', async () => {
  const [before, now] = [await codeOf(secret, -1), await codeOf(secret)]
  expect((await answer(await challengeFor(), now)).status).toBe(200)
  expect(await answer(await challengeFor(), now)).toMatchObject(isWrong)
  expect(await answer(await challengeFor(), before)).toMatchObject(isWrong)
})

test('takes a code once when two sign-ins race with it', async () => {
  const challenges = [await challengeFor(), await challengeFor()]
  const code = await codeOf(secret)
  const replies = await Promise.all(challenges.map(challenge => answer(challenge, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('refuses the code of another person', async () => {
  const other = await aUser('MANAGER')
  expect(await answer(await challengeFor(), await codeOf(await anApp(other.id)))).toMatchObject(isWrong)
})

test('refuses a challenge that was answered, and takes it once when two answers race', async () => {
  const challenge = await challengeFor()
  const [first, second] = await codesOf(manager.id)
  const replies = await Promise.all([answer(challenge, first!, 'recovery'), answer(challenge, second!, 'recovery')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await answer(challenge, await codeOf(secret, 1))).toMatchObject(isOver)
})

test('refuses a challenge of another purpose, of five minutes ago, and one that nobody was asked', async () => {
  const others = [
    await aChallenge(manager.id, 'step-up', { session_id: manager.session_id }),
    await aChallenge(manager.id, 'add-passkey', { session_id: manager.session_id }),
    'x'.repeat(43),
  ]
  for (const challenge of others) expect(await answer(challenge, await codeOf(secret))).toMatchObject(isOver)
  const late = await challengeFor()
  await execute('UPDATE factor_challenges SET expires_at = NOW(3) - INTERVAL 1 SECOND')
  expect(await answer(late, await codeOf(secret))).toMatchObject(isOver)
})

test.each([
  ['password', "UPDATE users SET password_hash = 'changed' WHERE id = ?"],
  ['role', "UPDATE users SET role_code = 'ADMINISTRATOR' WHERE id = ?"],
  ['status', "UPDATE users SET status_code = 'INACTIVE' WHERE id = ?"],
])('refuses a challenge when the %s has changed since', async (_, change) => {
  const challenge = await challengeFor()
  await execute(change, [manager.id])
  expect(await answer(challenge, await codeOf(secret))).toMatchObject(isOver)
})

test('stops who guesses codes: five wrong ones end the challenge, a fresh one helps no more, and fifty in a row shut the app out', async () => {
  const right = await codeOf(secret)
  const wrong = right === '000000' ? '000001' : '000000'
  const challenge = await challengeFor()
  for (let i = 0; i < 5; i += 1) expect(await answer(challenge, wrong)).toMatchObject(isWrong)
  expect((await answer(await challengeFor(), right)).status).toBe(429)
  expect(await answer(challenge, right)).toMatchObject(isOver)
  await execute('UPDATE authenticators SET wrong_codes = ? WHERE user_id = ?', [MOST_WRONG_CODES, manager.id])
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 70_000)
  expect(await answer(challenge, await codeOf(secret))).toMatchObject(isOver)
  const asked = askedIn(await signIn())
  expect(asked.methods).toEqual([])
  expect(await answer(asked.challenge, await codeOf(secret))).toMatchObject(isWrong)
  later.mockRestore()
})

test('takes a recovery code once, however it is typed, even when two requests race', async () => {
  const [code, other] = await codesOf(manager.id)
  expect((await answer(await challengeFor(), ` ${code!.toUpperCase().replaceAll('-', ' ')} `, 'recovery')).status).toBe(
    200,
  )
  expect(await answer(await challengeFor(), code!, 'recovery')).toMatchObject(isWrong)
  const replies = await Promise.all(
    [await challengeFor(), await challengeFor()].map(challenge => answer(challenge, other!, 'recovery')),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('keeps no recovery code that could be read from the database', async () => {
  const codes = await codesOf(manager.id)
  const kept = JSON.stringify(await select('SELECT * FROM recovery_codes'))
  expect(codes).toHaveLength(10)
  expect(codes.filter(code => kept.includes(code) || kept.includes(code.replaceAll('-', '')))).toEqual([])
})

test('signs in by a passkey, and refuses one that is replayed, of another person or signed on another page', async () => {
  const passkey = await aPasskeyOf(manager.id)
  const challenge = await challengeFor()
  const signed = passkey.sign(challenge)
  expect((await answer(challenge, signed, 'passkey')).status).toBe(200)
  expect(await answer(challenge, signed, 'passkey')).toMatchObject(isOver)
  const next = await challengeFor()
  const lies = [
    signed,
    passkey.sign(next, { origin: 'https://selvedge.example' }),
    passkey.sign(next, { rp_id: 'selvedge.example' }),
    (await aPasskeyOf((await aUser('MANAGER')).id)).sign(next),
  ]
  for (const lie of lies) expect(await answer(next, lie, 'passkey')).toMatchObject(isWrong)
})

test('binds passkeys to the name in SHOP_URL, or to localhost when that is an address of numbers', () => {
  const before = env.shopUrl
  const at = (url: string) => {
    env.shopUrl = url
    return relyingParty()
  }
  expect([
    at('https://shop.example:8443'),
    at('http://127.0.0.1:3000'),
    at('http://[::1]:3000'),
    at('http://localhost:3000'),
  ]).toEqual([
    { id: 'shop.example', origins: ['https://shop.example:8443'] },
    ...Array.from({ length: 3 }, () => ({ id: 'localhost', origins: ['http://localhost:3000'] })),
  ])
  env.shopUrl = before
})

test('takes an answer once when two servers get it', async () => {
  const other = await startApi()
  const challenge = await challengeFor()
  const body = { challenge, method: 'totp', answer: await codeOf(secret) }
  const replies = await Promise.all([api, other].map(each => each.send('POST', '/api/login/second-factor', { body })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  other.stop()
})

test('refuses a copied passkey, whose counter stands behind', async () => {
  const passkey = await aPasskeyOf(manager.id)
  await execute('UPDATE passkeys SET counter = 1000')
  const challenge = await challengeFor()
  expect(await answer(challenge, passkey.sign(challenge), 'passkey')).toMatchObject(isWrong)
})

test('adds no passkey by a challenge of another purpose, though it is of the same session', async () => {
  const { body } = await api.send('GET', '/api/staff/orders', { token: manager.token })
  const { challenge } = (body as unknown as { second_factor: FactorAsked }).second_factor
  await proveSession(manager.session_id)
  const reply = await api.send('POST', '/api/account/passkeys', {
    token: manager.token,
    body: { challenge, name: 'Mine', answer: aFreshPasskey().make(challenge) },
  })
  expect(reply).toMatchObject(isOver)
})

test('adds no passkey that was made for another page or challenge, or that somebody has', async () => {
  const token = await signInWhole()
  const begin = async () =>
    (
      (await api.send('POST', '/api/account/passkeys/begin', { token, body: {} })).body as unknown as {
        options: { challenge: string }
      }
    ).options.challenge
  const add = (challenge: string, made: object) =>
    api.send('POST', '/api/account/passkeys', { token, body: { challenge, name: 'Laptop', answer: made } })
  const fresh = aFreshPasskey()
  const challenge = await begin()
  for (const made of [
    fresh.make(challenge, { origin: 'https://selvedge.example' }),
    fresh.make(challenge, { rp_id: 'selvedge.example' }),
    fresh.make('another'),
  ])
    expect(await add(challenge, made)).toMatchObject(isWrong)
  expect((await add(challenge, fresh.make(challenge))).status).toBe(201)
  const again = await begin()
  expect(await add(again, fresh.make(again))).toMatchObject(isWrong)
})

test('keeps the back office shut, but takes sales, when a session showed only a password', async () => {
  const reply = await api.send('GET', '/api/staff/orders', { token: manager.token })
  expect(reply).toMatchObject({
    status: 403,
    body: { code: 'step_up', second_factor: { methods: ['totp'], challenge: expect.any(String) } },
  })
  expect((await api.send('GET', '/api/account', { token: manager.token })).status).toBe(200)
  expect([
    (await api.send('GET', '/api/sync/pull', { token: manager.token })).status,
    (await api.send('POST', '/api/sync/push', { token: manager.token, body: aPush(aSale()) })).status,
  ]).toEqual([200, 200])
  const { challenge } = askedIn(reply)
  expect(
    (
      await api.send('POST', '/api/step-up', {
        token: manager.token,
        body: { challenge, method: 'totp', answer: await codeOf(secret) },
      })
    ).status,
  ).toBe(200)
  expect((await api.send('GET', '/api/staff/orders', { token: manager.token })).status).toBe(200)
})

test('lets a person do nothing but set up a second factor when their role requires one', async () => {
  await askStaff('REQUIRED')
  const { email, id } = await aUser('MANAGER')
  const reply = await signIn(email)
  expect(reply.body).toMatchObject({ set_up_second_factor: true, token: expect.any(String) })
  const token = tokenIn(reply)
  for (const path of ['/api/staff/orders', '/api/staff/accounts', '/api/staff/search?text=a'])
    expect((await api.send('GET', path, { token })).body.code).toBe('second_factor_required')
  const wrong = await api.send('POST', '/api/account/authenticator/begin', {
    token,
    body: { current_password: 'not this one' },
  })
  expect(wrong).toMatchObject({ status: 422, body: { errors: { current_password: [expect.any(String)] } } })
  const begun = (
    await api.send('POST', '/api/account/authenticator/begin', { token, body: { current_password: PASSWORD } })
  ).body as unknown as { challenge: string; secret: string; uri: string }
  expect(begun.uri).toMatch(new RegExp(`^otpauth://totp/.*secret=${begun.secret}`))
  const added = await api.send('POST', '/api/account/authenticator', {
    token,
    body: { challenge: begun.challenge, code: await codeOf(begun.secret) },
  })
  expect(added).toMatchObject({
    status: 201,
    body: { recovery_codes: expect.any(Array), factors: { authenticator: { used_at: null }, recovery_codes_left: 10 } },
  })
  expect((await api.send('GET', '/api/staff/orders', { token })).status).toBe(200)
  expect(await api.send('DELETE', '/api/account/authenticator', { token, body: {} })).toMatchObject({ status: 409 })
  expect(await select('SELECT id FROM mails WHERE recipient = ?', [email])).toHaveLength(1)
  expect(
    (await selectOne<{ n: number }>(
      "SELECT COUNT(*) AS n FROM staff_changes WHERE subject_id = ? AND action = 'add authenticator'",
      [id],
    ))!.n,
  ).toBe(1)
  expect(await answer(await challengeFor(email), await codeOf(begun.secret))).toMatchObject(isWrong)
})

test('asks for the second factor, not the password, when somebody who has one adds another, removes one or makes new codes', async () => {
  const { token } = manager
  const body = { current_password: PASSWORD }
  const calls = [
    ['POST', 'passkeys/begin'],
    ['POST', 'recovery-codes'],
    ['DELETE', 'authenticator'],
    ['DELETE', 'passkeys/1'],
  ] as const
  for (const [method, path] of calls)
    expect((await api.send(method, `/api/account/${path}`, { token, body })).body.code).toBe('step_up')
})

test('refuses a passkey begun by the password alone when its owner set up an app in the meantime', async () => {
  const owner = await aUser('MANAGER')
  const { token } = await aUser('MANAGER', { email: owner.email })
  const { body } = await api.send('POST', '/api/account/passkeys/begin', {
    token,
    body: { current_password: PASSWORD },
  })
  const { challenge } = (body as unknown as { options: { challenge: string } }).options
  await anApp(owner.id)
  const reply = await api.send('POST', '/api/account/passkeys', {
    token,
    body: { challenge, name: 'Mine', answer: aFreshPasskey().make(challenge) },
  })
  expect(reply).toMatchObject({ status: 403, body: { code: 'step_up' } })
})

test('refuses to add an app when the challenge belongs to another session, or the code to another secret', async () => {
  const [token, other] = [await signInWhole(), await aUser('MANAGER')]
  await api.send('DELETE', '/api/account/authenticator', { token, body: {} })
  const begin = async () =>
    (await api.send('POST', '/api/account/authenticator/begin', { token, body: { current_password: PASSWORD } }))
      .body as unknown as { challenge: string; secret: string }
  const [one, two] = [await begin(), await begin()]
  const add = (who: string, code: string) =>
    api.send('POST', '/api/account/authenticator', { token: who, body: { challenge: one.challenge, code } })
  expect(await add(other.token, await codeOf(one.secret))).toMatchObject(isOver)
  expect(await add(token, await codeOf(two.secret))).toMatchObject({
    status: 422,
    body: { errors: { code: [expect.any(String)] } },
  })
})
