import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enter } from '#api/auth/enter.ts'
import { recognise } from '#api/auth/register.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { dueAtSignIn } from '#api/factors/ask.ts'
import { giveGrant } from '#api/trust/grants.ts'
import { liveSession } from '#api/auth/sessions.ts'
import { anApp, askStaff, codeOf } from '#tests/support/people/second-factors.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(openShop)
afterAll(() => api.stop())

const NEW = 'Battery-staple-7'
const OVER = 'Your account has just changed. Please sign in again.'
const signIn = (email: string, password = PASSWORD) => api.send('POST', '/api/login', { body: { email, password } })
const tokenIn = ({ body }: Reply) => (body as unknown as { token: string }).token
const patch = (path: string, token: string, body: object) => api.send('PATCH', path, { token, body })
/** Whether a session opened by this reply still works. */
const works = async (reply: Reply) =>
  reply.status === 200 && (await api.send('GET', '/api/account', { token: tokenIn(reply) })).status === 200
const changes = { password: NEW, password_confirmation: NEW, current_password: PASSWORD }

type Change = [what: string, make: (id: number, token: string) => Promise<unknown>]
const CHANGES: Change[] = [
  ['changes their password', (_, token) => patch('/api/account', token, changes)],
  [
    'is given another password by the owner',
    async id => patch(`/api/staff/users/${id}`, (await aUser('SUPER_ADMINISTRATOR')).token, { password: NEW }),
  ],
  [
    'is deactivated',
    async id =>
      patch(`/api/staff/users/${id}`, (await aUser('SUPER_ADMINISTRATOR')).token, { status_code: 'INACTIVE' }),
  ],
  [
    'becomes a customer',
    async id => patch(`/api/staff/users/${id}`, (await aUser('SUPER_ADMINISTRATOR')).token, { role_code: 'CUSTOMER' }),
  ],
]

describe.each(CHANGES)('a sign-in that was judged before its person %s', (_, change) => {
  test('opens no session', async () => {
    const { id, email, token } = await aUser('MANAGER')
    const { basis } = await recognise(email, PASSWORD)
    await change(id, token)
    const sessions = await count('sessions')
    await expect(enter({ user_id: id, basis }, null, null)).rejects.toMatchObject({ status: 401, message: OVER })
    expect(await count('sessions')).toBe(sessions)
  })
})

// One that becomes a customer may sign in as such.
test.each(CHANGES.slice(0, 3))(
  'a sign-in at the moment when its person %s opens no session that lasts',
  async (_, change) => {
    for (let round = 0; round < 10; round++) {
      const { id, email, token } = await aUser('MANAGER')
      const asked = [signIn(email), signIn(email)]
      await Promise.all([...asked, change(id, token)])
      for (const reply of await Promise.all(asked)) expect([round, await works(reply)]).toEqual([round, false])
    }
  },
)

test('control: opens a session for whom nothing has changed', async () => {
  const { id, email } = await aUser('MANAGER')
  const { basis } = await recognise(email, PASSWORD)
  const { session_id } = await enter({ user_id: id, basis }, null, null)
  expect((await liveSession(session_id))?.user?.id).toBe(id)
})

test('asks for no second factor that a password from before a change would open', async () => {
  await askStaff('OPTIONAL')
  const { id, email, token } = await aUser('MANAGER')
  const secret = await anApp(id)
  const { user, basis } = await recognise(email, PASSWORD)
  await execute('UPDATE sessions SET second_factor_at = NOW(3) WHERE user_id = ?', [id])
  expect((await patch('/api/account', token, changes)).status).toBe(200)
  const due = (await dueAtSignIn(user, { device_name: null, basis })) as { challenge: string }
  const answer = { challenge: due.challenge, method: 'totp', answer: await codeOf(secret) }
  const reply = await api.send('POST', '/api/login/second-factor', { body: answer })
  expect([reply.status, reply.body.errors]).toEqual([422, { challenge: [expect.any(String)] }])
})

test('lets one of two changes with the same current password win', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, token } = await aUser('CUSTOMER')
    const wanted = [NEW, 'Correct-battery-8']
    const replies = await Promise.all(
      wanted.map(password => patch('/api/account', token, { ...changes, password, password_confirmation: password })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    const winner = wanted[replies.findIndex(({ status }) => status === 200)]!
    expect((await signIn(email, winner)).status).toBe(200)
  }
})

test('changes no password in a session whose second factor was never shown, where the role requires one', async () => {
  const { id, token, email } = await aUser('MANAGER')
  await askStaff('REQUIRED')
  expect(await patch('/api/account', token, changes)).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required' },
  })
  await anApp(id)
  expect(await patch('/api/account', token, changes)).toMatchObject({ status: 403, body: { code: 'step_up' } })
  await askStaff('OFF')
  expect((await signIn(email)).status).toBe(200)
})

test('leaves no right to sell of somebody who is deactivated at the same moment', async () => {
  const { token: owner } = await aUser('SUPER_ADMINISTRATOR')
  for (let round = 0; round < 10; round++) {
    const { id, session_id } = await aUser('MANAGER')
    const session = (await liveSession(session_id))!
    const ask = () => giveGrant(1, { session, device: null, shown: '' }).catch(() => null)
    await Promise.all([ask(), ask(), patch(`/api/staff/users/${id}`, owner, { status_code: 'INACTIVE' }), ask(), ask()])
    const open = await selectOne<{ n: number }>(
      'SELECT COUNT(*) AS n FROM till_grants WHERE user_id = ? AND ended_at IS NULL',
      [id],
    )
    expect([round, open!.n]).toEqual([round, 0])
  }
})
