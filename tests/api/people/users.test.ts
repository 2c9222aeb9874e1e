import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let administrator: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  administrator = await aUser('ADMINISTRATOR', { name: 'Adwoa', email: 'adwoa@shop.test' })
})
afterAll(() => api.stop())

const send = async (
  method: string,
  path: string,
  { body, token = administrator.token }: { body?: object; token?: string } = {},
) => {
  const reply = await api.send(method, `/api/staff/users${path}`, { token, body })
  return { ...reply, user: (reply.body as unknown as { user: StaffUser }).user }
}
const add = (overrides: object = {}) =>
  send('POST', '', {
    body: {
      name: 'Yaw',
      email: 'Yaw@Shop.test',
      phone: '0201234567',
      password: 'sell-the-denim',
      role_code: 'MANAGER',
      ...overrides,
    },
  })
const change = (id: number, body: object, token = administrator.token) => send('PATCH', `/${id}`, { body, token })
const list = async (query = '') => ((await send('GET', query)).body as unknown as { users: Page<StaffUser> }).users
const signIn = async (email: string, password: string) =>
  (await api.send('POST', '/api/login', { body: { email, password } })).status

test('lets an administrator add a manager who can sign in and sell', async () => {
  const { status, body, user } = await add()
  expect(status).toBe(201)
  expect(body).toEqual({
    message: expect.any(String),
    user: {
      id: expect.any(Number),
      name: 'Yaw',
      email: 'yaw@shop.test',
      phone: '+233201234567',
      role_code: 'MANAGER',
      status_code: 'ACTIVE',
      role: { id: 3, name: 'Manager' },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  })
  expect(await signIn('yaw@shop.test', 'sell-the-denim')).toBe(200)
  expect((await send('GET', `/${user.id}`)).user).toEqual(user)
})

test('does not require a phone for people staff add', async () => {
  expect((await add({ phone: '' })).user.phone).toBeNull()
  expect((await add({ email: 'b@shop.test', phone: null })).user.phone).toBeNull()
})

test.each([
  ['role_code', { role_code: 'ADMINISTRATOR' }],
  ['role_code', { role_code: 'SUPER_ADMINISTRATOR' }],
  ['role_code', { role_code: 'GUEST' }],
  ['email', { email: 'adwoa@SHOP.test' }],
  ['email', { email: 'yaw' }],
  ['phone', { phone: '12' }],
  ['password', { password: 'k3nt-7' }],
  ['password', { password: '' }],
  ['name', { name: '' }],
  ['status_code', { status_code: 'INACTIVE' }],
])('refuses a new user with a wrong %s beside the field', async (field, overrides) => {
  const before = await count('users')
  const { status, body } = await add(overrides)
  expect([status, body.code]).toEqual([422, 'validation'])
  expect(body.errors![field]).toEqual([expect.any(String)])
  expect(await count('users')).toBe(before)
})

test('lists users newest first and finds them by name, email, phone, role and status', async () => {
  await add()
  await aUser('CUSTOMER', { name: 'Efua 100%', email: 'efua@shop.test' })
  const all = await list()
  expect(all).toMatchObject({ total: 5, current_page: 1, per_page: 12, last_page: 1 })
  expect(all.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id).toSorted((a, b) => b - a))
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
  expect(await names('?search=YAW')).toEqual(['Yaw'])
  expect(await names('?search=efua@')).toEqual(['Efua 100%'])
  expect(await names('?search=2012345')).toEqual(['Yaw'])
  for (const shown of [
    '020 123 4567',
    '0201234567',
    '020-123',
    '+233 20 123',
    '+233 (0)20 123 4567',
    '00233201234567',
    '123 4567',
  ])
    expect([shown, await names(`?search=${encodeURIComponent(shown)}`)]).toEqual([shown, ['Yaw']])
  expect(await names('?search=024%20123')).toEqual([])
  expect(await names('?search=100%25')).toEqual(['Efua 100%'])
  expect(await names('?search=%25')).toEqual(['Efua 100%'])
  expect(await names('?search=_')).toEqual([])
  expect(await names('?role_code=CUSTOMER')).toEqual(['Efua 100%'])
  expect(await names('?status_code=INACTIVE')).toEqual(['Kofi'])
  expect(await list('?per_page=2&page=3')).toMatchObject({ data: [{ name: 'Ama' }], total: 5, last_page: 3 })
  for (const query of ['?per_page=0', '?per_page=101', '?role_code=KING', '?page=x'])
    expect([query, (await send('GET', query)).status]).toEqual([query, 422])
})

test('lists roles with their clearance', async () => {
  const { body } = await api.send('GET', '/api/staff/roles', { token: administrator.token })
  expect((body as unknown as { roles: Page<object> }).roles.data).toEqual([
    { id: 1, code: 'CUSTOMER', name: 'Customer' },
    { id: 3, code: 'MANAGER', name: 'Manager' },
    { id: 4, code: 'ADMINISTRATOR', name: 'Administrator' },
    { id: 5, code: 'SUPER_ADMINISTRATOR', name: 'Super administrator' },
  ])
})

test('changes a user field by field and keeps the rest', async () => {
  const { user } = await add()
  expect((await change(user.id, { name: 'Yaw Boateng' })).user).toMatchObject({
    name: 'Yaw Boateng',
    email: 'yaw@shop.test',
    phone: '+233201234567',
    role_code: 'MANAGER',
  })
  expect((await change(user.id, { phone: '', role_code: 'CUSTOMER', email: 'YAW2@shop.test' })).user).toMatchObject({
    name: 'Yaw Boateng',
    email: 'yaw2@shop.test',
    phone: null,
    role_code: 'CUSTOMER',
    role: { id: 1 },
  })
  expect((await change(user.id, { status_code: 'INACTIVE' })).user.status_code).toBe('INACTIVE')
  expect(await signIn('yaw2@shop.test', 'sell-the-denim')).toBe(401)
})

test('keeps the password when empty, replaces it otherwise, and refuses a weak one beside the field', async () => {
  const { user } = await add()
  for (const password of ['', null]) expect((await change(user.id, { name: 'Y', password })).status).toBe(200)
  expect(await signIn('yaw@shop.test', 'sell-the-denim')).toBe(200)
  const weak = await change(user.id, { password: 'k3nt-7' })
  expect([weak.status, weak.body.errors]).toEqual([
    422,
    { password: ['Password length must be at least 8 characters long.'] },
  ])
  expect((await change(user.id, { password: 'password1' })).body.errors).toEqual({
    password: ['This password is too common. Please choose another.'],
  })
  expect((await change(user.id, { password: 'sell-more-denim' })).status).toBe(200)
  expect([await signIn('yaw@shop.test', 'sell-the-denim'), await signIn('yaw@shop.test', 'sell-more-denim')]).toEqual([
    401, 200,
  ])
})

test('signs nobody out for a change of name', async () => {
  const { id, token } = await aUser('MANAGER')
  await change(id, { name: 'Other', role_code: 'MANAGER', status_code: 'ACTIVE' })
  expect((await api.send('GET', '/api/staff/orders', { token })).status).toBe(200)
})

test('refuses changes of oneself and of people at the same or a higher clearance', async () => {
  const owner = await aUser('SUPER_ADMINISTRATOR')
  const [peer, ownersPeer, manager] = [
    await aUser('ADMINISTRATOR'),
    await aUser('SUPER_ADMINISTRATOR'),
    await aUser('MANAGER'),
  ]
  const outcome = async (by: { token: string }, whom: { id: number }) =>
    (await change(whom.id, { name: 'Changed' }, by.token)).status
  expect([
    await outcome(administrator, manager),
    await outcome(owner, administrator),
    await outcome(owner, manager),
  ]).toEqual([200, 200, 200])
  expect([
    await outcome(administrator, administrator),
    await outcome(administrator, peer),
    await outcome(administrator, owner),
    await outcome(owner, owner),
    await outcome(owner, ownersPeer),
    await outcome(manager, administrator),
  ]).toEqual(Array(6).fill(403))
  expect(await count('users', "name = 'Changed'")).toBe(2)
})

test("accepts an administrator's own role, but no other they may not give", async () => {
  const owner = await aUser('SUPER_ADMINISTRATOR')
  expect((await change(administrator.id, { name: 'Adwoa B', role_code: 'ADMINISTRATOR' }, owner.token)).status).toBe(
    200,
  )
  expect((await change(administrator.id, { role_code: 'SUPER_ADMINISTRATOR' }, owner.token)).body.errors).toEqual({
    role_code: [expect.any(String)],
  })
  const manager = await aUser('MANAGER')
  for (const role_code of ['ADMINISTRATOR', 'SUPER_ADMINISTRATOR'])
    expect((await change(manager.id, { role_code }, owner.token)).status).toBe(422)
})

test('answers a stale change with the current row', async () => {
  const { user } = await add()
  const fresh = (await change(user.id, { name: 'First', updated_at: user.updated_at })).user
  const { status, body } = await change(user.id, { name: 'Second', updated_at: user.updated_at })
  expect([status, body.code, (body as unknown as { user: StaffUser }).user]).toEqual([409, 'stale', fresh])
  expect((await change(user.id, { name: 'Second', updated_at: fresh.updated_at })).status).toBe(200)
})

test('control: overwrites the first change when the time of reading is left out', async () => {
  const { user } = await add()
  await change(user.id, { name: 'First' })
  expect((await change(user.id, { name: 'Second' })).user.name).toBe('Second')
})

test("refuses somebody else's email beside the field and accepts one's own", async () => {
  const { user } = await add()
  expect((await change(user.id, { email: 'adwoa@shop.test' })).body).toMatchObject({
    code: 'validation',
    errors: { email: [expect.any(String)] },
  })
  expect((await change(user.id, { email: 'yaw@shop.test' })).status).toBe(200)
})

test('does not find an unknown user', async () => {
  for (const id of ['999999', '0', '-1', 'x', '1.5', '99999999999']) {
    expect([id, (await send('GET', `/${id}`)).status]).toEqual([id, 404])
    expect([id, (await send('PATCH', `/${id}`, { body: { name: 'X' } })).status]).toEqual([id, 404])
  }
})

test('shows a hash in no reply', async () => {
  const { user } = await add()
  const texts = [
    (await send('GET', '')).text,
    (await send('GET', `/${user.id}`)).text,
    (await change(user.id, { name: 'Z' })).text,
  ]
  for (const text of texts) expect(text).not.toMatch(/hash|argon/)
})

test('loses neither of two changes at once', async () => {
  const { user } = await add()
  await Promise.all([change(user.id, { name: 'Kwame' }), change(user.id, { phone: '0244999999' })])
  expect((await send('GET', `/${user.id}`)).user).toMatchObject({ name: 'Kwame', phone: '+233244999999' })
})

test('does not let a demoted person undo it with their token', async () => {
  await execute("UPDATE users SET role_code = 'CUSTOMER' WHERE id = ?", [administrator.id])
  expect((await change(7, { name: 'Mine' })).status).toBe(403)
  expect(await selectOne('SELECT name FROM users WHERE id = 7')).toEqual({ name: 'Ama' })
})

test('uses a test password the shop would accept', async () => {
  expect((await add({ password: PASSWORD })).status).toBe(201)
})
