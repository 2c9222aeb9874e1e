import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
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

interface Asked {
  body?: object
  token?: string | null
}
const ask = (method: string, path: string, { body, token = administrator.token }: Asked = {}) =>
  api.send(method, `/api${path}`, { token, body })
const send = (method: string, path: string, body?: object) => ask(method, path, { body })
const YAW = { name: 'Yaw', email: 'yaw@shop.test', phone: null, role_code: 'MANAGER' }
const added = async () => ((await send('POST', '/staff/users', YAW)).body.user as unknown as { id: number }).id
/** The token in the last letter of an invitation. */
async function lastToken(): Promise<string> {
  const { letter } = (await selectOne<{ letter: string }>(
    "SELECT letter FROM mails WHERE once_key LIKE 'invite-%' ORDER BY id DESC LIMIT 1",
  ))!
  return /token=([\w-]+)/.exec(letter)![1]!
}
const choose = async (password = 'sell-the-denim') =>
  (
    await ask('POST', '/reset-password', {
      token: null,
      body: { token: await lastToken(), email: 'yaw@shop.test', password, password_confirmation: password },
    })
  ).status
const signIn = async (password: string) =>
  (await ask('POST', '/login', { token: null, body: { email: 'yaw@shop.test', password } })).status

describe('a person added without a password', () => {
  test('is invited by mail, sets a password by the link once, and gets no letter about the change', async () => {
    expect(await send('POST', '/staff/users', YAW)).toMatchObject({
      status: 201,
      body: { message: 'User added, and invited by email.', user: { email: 'yaw@shop.test', status_code: 'ACTIVE' } },
    })
    expect(await choose()).toBe(200)
    expect(await signIn('sell-the-denim')).toBe(200)
    expect(await choose('another-denim')).toBe(422)
    expect(await count('mails', "once_key LIKE 'password-%'")).toBe(0)
  })

  test('can use the invitation for a week, and can be invited again', async () => {
    const id = await added()
    await execute('UPDATE password_resets SET expires_at = expires_at - INTERVAL 1 WEEK')
    expect(await choose()).toBe(422)
    expect((await send('POST', `/staff/users/${id}/invite`)).status).toBe(200)
    expect(await choose()).toBe(200)
  })

  test('is stored together with the letter or not at all', async () => {
    await added()
    expect(await send('POST', '/staff/users', { ...YAW, name: 'Again' })).toMatchObject({
      status: 422,
      body: { errors: { email: [expect.any(String)] } },
    })
    expect(await count('mails', "once_key LIKE 'invite-%'")).toBe(1)
  })

  test('gets no letter when inactive, and at most five a minute', async () => {
    const id = await added()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await send('POST', `/staff/users/${id}/invite`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await send('PATCH', `/staff/users/${id}`, { status_code: 'INACTIVE' })
    const other = await aUser('CUSTOMER', { email: 'out@shop.test' })
    await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [other.id])
    expect((await send('POST', `/staff/users/${other.id}/invite`)).status).toBe(409)
  })
})

describe("ending somebody's sessions", () => {
  test('signs them out everywhere at once and says on how many devices', async () => {
    const { id, email, token } = await aUser('MANAGER')
    const second = (await ask('POST', '/login', { token: null, body: { email, password: PASSWORD } })).body
      .token as unknown as string
    expect(await send('POST', `/staff/users/${id}/end-sessions`)).toMatchObject({
      status: 200,
      body: { ended: 2, message: 'Signed out on 2 devices.' },
    })
    for (const old of [token, second]) expect((await ask('GET', '/account', { token: old })).status).toBe(401)
    expect((await send('POST', `/staff/users/${id}/end-sessions`)).body).toMatchObject({ ended: 0 })
  })

  test('is refused for oneself and for people of the same or a higher clearance', async () => {
    const peer = await aUser('ADMINISTRATOR')
    const owner = await aUser('SUPER_ADMINISTRATOR')
    for (const id of [peer.id, owner.id, administrator.id])
      for (const what of ['end-sessions', 'invite'])
        expect((await send('POST', `/staff/users/${id}/${what}`)).status).toBe(403)
    expect((await ask('GET', '/account', { token: peer.token })).status).toBe(200)
  })
})

test('sorts the list by a column and exports what its filter leaves as CSV', async () => {
  await aUser('CUSTOMER', { name: '=Efua', email: 'efua@shop.test' })
  const names = async (query: string) =>
    ((await send('GET', `/staff/users?${query}`)).body.users as unknown as { data: { name: string }[] }).data.map(
      ({ name }) => name,
    )
  expect(await names('order_column=name&order_direction=asc')).toEqual(['=Efua', 'Adwoa', 'Ama', 'Kofi'])
  expect((await names('order_column=email'))[0]).toBe('Kofi')
  expect((await send('GET', '/staff/users?order_column=password_hash')).status).toBe(422)
  const { text } = await send('GET', '/staff/users/csv?role_code=CUSTOMER')
  expect(
    text
      .trim()
      .split('\r\n')
      .map(line => line.split(',').slice(1, 5).join()),
  ).toEqual(['name,email,phone,role_code', "'=Efua,efua@shop.test,024 412 3456,CUSTOMER"])
})

test('logs what staff do with users, without passwords', async () => {
  const id = await added()
  await send('PATCH', `/staff/users/${id}`, { name: 'Yaw Boateng', password: 'sell-the-denim' })
  await send('POST', `/staff/users/${id}/end-sessions`)
  const changes = await select<{ action: string; was: string | null; became: string | null }>(
    "SELECT action, was, became FROM staff_changes WHERE subject = 'user' AND subject_id = ? ORDER BY id",
    [id],
  )
  expect(changes.map(({ action }) => action)).toEqual(['add', 'invite', 'change', 'set password', 'end sessions'])
  expect(changes[2]).toMatchObject({ was: '{"name":"Yaw"}', became: '{"name":"Yaw Boateng"}' })
  expect(JSON.stringify(changes)).not.toMatch(/denim|argon|password_hash/)
})
