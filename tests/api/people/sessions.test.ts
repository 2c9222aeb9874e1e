import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { cookiesOf, refreshOf } from '#tests/support/people/cookies.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(openShop)
afterAll(() => api.stop())

const tokenOf = (reply: Reply) => (reply.body as unknown as { token: string }).token
const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
  api.send('POST', `/api/${path}`, { body: body ?? {}, headers })
const login = (email: string, password = PASSWORD, headers = {}) => post('login', { email, password }, headers)
const refresh = (cookie: string) => post('token/refresh', {}, { cookie })
const register = (overrides: object = {}, headers = {}) =>
  post(
    'register',
    {
      name: 'Esi Owusu',
      email: 'esi@shop.test',
      phone: '024 412 3456',
      password: 'kente-and-denim',
      password_confirmation: 'kente-and-denim',
      ...overrides,
    },
    headers,
  )
/** What a token opens: 200 for staff, 403 for a guest or a customer, 401 where its session is over. */
const opens = async (token: string) => (await api.send('GET', '/api/staff/orders', { token })).status

test('registers and signs in a customer with a lower-case email and an international number', async () => {
  const reply = await register({ email: ' Esi@Shop.Test ' })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    message: expect.any(String),
    token: expect.any(String),
    user: {
      id: expect.any(Number),
      name: 'Esi Owusu',
      email: 'esi@shop.test',
      phone: '+233244123456',
      role_code: 'CUSTOMER',
      status_code: 'ACTIVE',
      role: { id: 1, name: 'Customer' },
    },
  })
  expect(await opens(tokenOf(reply))).toBe(403)
  expect((await register()).body).toMatchObject({ code: 'validation', errors: { email: [expect.any(String)] } })
  expect((await login('ESI@shop.test', 'kente-and-denim')).status).toBe(200)
})

test("keeps a password as an argon2id hash of OWASP's cost", async () => {
  await register()
  const { password_hash } = (await selectOne<{ password_hash: string }>(
    "SELECT password_hash FROM users WHERE email = 'esi@shop.test'",
  ))!
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test.each([
  ['password', { password: 'a'.repeat(7), password_confirmation: 'a'.repeat(7) }],
  ['password', { password: 'a'.repeat(129), password_confirmation: 'a'.repeat(129) }],
  ['password', { password: 'Password1', password_confirmation: 'Password1' }],
  ['password_confirmation', { password_confirmation: 'kente-and-cotton' }],
  ['phone', { phone: '024 41' }],
  ['phone', { phone: 'none' }],
  ['email', { email: 'esi' }],
  ['name', { name: ' ' }],
  ['role_code', { role_code: 'MANAGER' }],
])('what is wrong with %s is said beside it', async (field, overrides) => {
  const reply = await register(overrides)
  expect([reply.status, reply.body.code]).toEqual([422, 'validation'])
  expect(reply.body.errors![field]).toEqual([expect.any(String)])
  expect(await count('users', "email = 'esi@shop.test'")).toBe(0)
})

test.each([
  ['8 characters', 'k3nte-dn'],
  ['128 characters', 'k3nte-dn'.repeat(16)],
])('a password of %s will do', async (_, password) => {
  expect((await register({ password, password_confirmation: password })).status).toBe(201)
  expect((await login('esi@shop.test', password)).status).toBe(200)
})

test('keeps a British number British', async () => {
  expect((await register({ phone: '+44 20 7946 0958' })).body).toMatchObject({ user: { phone: '+442079460958' } })
})

test('gives a token, the user, and a cookie that scripts cannot read and other sites cannot send', async () => {
  const { email, id } = await aUser('MANAGER')
  const reply = await login(email)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    message: expect.any(String),
    token: expect.any(String),
    user: { id, email, role_code: 'MANAGER', role: { id: 3, name: 'Manager' } },
  })
  expect(Object.keys(reply.body).sort()).toEqual(['message', 'token', 'user'])
  const { value, attributes } = cookiesOf(reply).get('refresh')!
  expect(value.length).toBeGreaterThan(60)
  expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=strict', 'path=/']))
  expect(attributes).not.toContain('secure')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await opens(tokenOf(reply))).toBe(200)
})

test('stores only hashes of refresh tokens', async () => {
  const reply = await post('guest')
  const token = refreshOf(reply).split('.')[1]!
  const row = await selectOne('SELECT * FROM sessions')
  expect(JSON.stringify(row)).not.toContain(token)
})

test('answers a wrong password, an unknown email and a deactivated user alike', async () => {
  const { email } = await aUser('MANAGER')
  const { email: gone } = await aUser('MANAGER', { status_code: 'INACTIVE' })
  const replies = [await login(email, 'wrong'), await login('nobody@shop.test'), await login(gone)]
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
})

test('gives each guest a session', async () => {
  const [one, other] = [await post('guest', { device_name: 'Tablet' }), await post('guest')]
  expect([one.status, Object.keys(one.body)]).toEqual([201, ['token']])
  expect(tokenOf(one)).not.toBe(tokenOf(other))
  expect(await opens(tokenOf(one))).toBe(403)
  expect(await count('sessions', 'user_id IS NULL')).toBe(2)
})

test("ends the guest's session, known by token or cookie, on signing in or registering", async () => {
  const { email } = await aUser('MANAGER')
  const enter = [
    (headers: object) => login(email, PASSWORD, headers),
    (headers: object, by: string) => register({ email: `esi-${by}@shop.test` }, headers),
  ]
  for (const signIn of enter)
    for (const by of ['token', 'cookie']) {
      const guest = await post('guest')
      const reply = await signIn(
        by === 'token' ? { authorization: `Bearer ${tokenOf(guest)}` } : { cookie: refreshOf(guest) },
        by,
      )
      expect(refreshOf(reply).split('.')[0]).not.toBe(refreshOf(guest).split('.')[0])
      expect([by, await opens(tokenOf(guest))]).toEqual([by, 401])
      expect((await refresh(refreshOf(guest))).status).toBe(401)
    }
})

test("leaves the guest's session alone when a sign-in fails", async () => {
  const guest = await post('guest')
  expect((await login('nobody@shop.test', 'wrong', { authorization: `Bearer ${tokenOf(guest)}` })).status).toBe(401)
  expect(await opens(tokenOf(guest))).toBe(403)
})

test('gives a token and the next cookie on a refresh', async () => {
  const { email } = await aUser('MANAGER')
  const first = await login(email)
  const second = await refresh(refreshOf(first))
  expect([second.status, second.body]).toEqual([
    200,
    { token: expect.any(String), user: expect.objectContaining({ email }) },
  ])
  expect(refreshOf(second)).not.toBe(refreshOf(first))
  expect(cookiesOf(second).get('refresh')!.attributes).toEqual(
    expect.arrayContaining(['httponly', 'samesite=strict', 'path=/']),
  )
  expect(await opens(tokenOf(second))).toBe(200)
  expect((await refresh(refreshOf(second))).status).toBe(200)
})

test('gives the same successor to two tabs that refresh at once, and after a lost reply', async () => {
  const cookie = refreshOf(await post('guest'))
  const replies = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)])
  const later = await refresh(cookie)
  expect(new Set([...replies, later].map(refreshOf)).size).toBe(1)
  expect((await refresh(refreshOf(later))).status).toBe(200)
})

test('ends the whole family when a refresh token comes half a minute after its successor was used', async () => {
  const { email } = await aUser('MANAGER')
  const first = await login(email)
  const second = await refresh(refreshOf(first))
  const third = await refresh(refreshOf(second))
  const { rotated_at } = (await selectOne<{ rotated_at: Date }>(
    'SELECT rotated_at FROM sessions WHERE generation = 3',
  ))!
  const clock = vi.spyOn(Date, 'now').mockReturnValue(rotated_at.getTime() + 29_000)
  expect(refreshOf(await refresh(refreshOf(first)))).toBe(refreshOf(third))
  clock.mockReturnValue(rotated_at.getTime() + 31_000)
  const reuse = await refresh(refreshOf(first))
  clock.mockRestore()
  expect(reuse.status).toBe(401)
  expect(cookiesOf(reuse).get('refresh')!.value).toBe('')
  expect((await refresh(refreshOf(third))).status).toBe(401)
  expect(await opens(tokenOf(third))).toBe(401)
})

test('ends the family at once when a token comes from three rotations ago', async () => {
  const first = await post('guest')
  const fourth = await refresh(refreshOf(await refresh(refreshOf(await refresh(refreshOf(first))))))
  expect((await refresh(refreshOf(first))).status).toBe(401)
  expect(await opens(tokenOf(fourth))).toBe(401)
})

test.each([
  ['none', ''],
  ['an empty one', 'refresh='],
  ['a word', 'refresh=x'],
  ['no text at all', 'refresh=\xff\xfe\xe9'],
  ['a long one', `refresh=${'a.'.repeat(3000)}`],
  ['SQL', "refresh=' OR 1=1 --.x"],
])('a cookie that is %s is no session', async (_, cookie) => {
  const reply = await refresh(cookie)
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
})

test('does not end a session for a guessed cookie', async () => {
  const guest = await post('guest')
  expect((await refresh(`${refreshOf(guest).split('.')[0]}.${'A'.repeat(43)}`)).status).toBe(401)
  expect((await refresh(refreshOf(guest))).status).toBe(200)
})

test('ends a session by token and cookie when its time is over', async () => {
  const guest = await post('guest')
  await execute('UPDATE sessions SET expires_at = NOW(3) - INTERVAL 1 SECOND')
  expect([await opens(tokenOf(guest)), (await refresh(refreshOf(guest))).status]).toEqual([401, 401])
})

test('ends only this session at once on signing out', async () => {
  const { email, token: elsewhere } = await aUser('MANAGER')
  const here = await login(email)
  const reply = await api.send('POST', '/api/logout', { token: tokenOf(here) })
  expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']])
  expect(cookiesOf(reply).get('refresh')!.value).toBe('')
  expect([await opens(tokenOf(here)), (await refresh(refreshOf(here))).status, await opens(elsewhere)]).toEqual([
    401, 401, 200,
  ])
})

test.each([
  ['role', { role_code: 'CUSTOMER' }],
  ['status', { status_code: 'INACTIVE' }],
  ['password', { password: 'another-one-9' }],
])("applies a change of %s by an administrator at the user's next request", async (_, change) => {
  const { token: administrator } = await aUser('ADMINISTRATOR')
  const { id, email } = await aUser('MANAGER')
  const session = await login(email)
  expect((await api.send('PATCH', `/api/staff/users/${id}`, { token: administrator, body: change })).status).toBe(200)
  expect([await opens(tokenOf(session)), (await refresh(refreshOf(session))).status]).toEqual([401, 401])
})

test('control: opens the shop with a signed-out token when its session row is not ended', async () => {
  const { token, session_id } = await aUser('MANAGER')
  await api.send('POST', '/api/logout', { token })
  expect(await opens(token)).toBe(401)
  await execute('UPDATE sessions SET revoked_at = NULL WHERE id = ?', [session_id])
  expect(await opens(token)).toBe(200)
})
