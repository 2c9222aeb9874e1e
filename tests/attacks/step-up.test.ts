import { expect, test } from 'vitest'
import { proveSession } from '#api/factors/answer.ts'
import { countCash } from '#api/ledger/cash-counts.ts'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { aShopEach } from '#tests/support/a-shop-each.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/api.ts'
import { aProduct } from '#tests/support/catalogue.ts'
import { refundDesk } from '#tests/support/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/returns.ts'
import { aChallenge, anApp, askStaff, codeOf, codesOf } from '#tests/support/second-factors.ts'

let api: Api
aShopEach('MANAGER', async here => {
  ;({ api } = here)
  await askStaff('OPTIONAL')
  await execute("UPDATE settings SET value = '100' WHERE name = 'step_up_limit'")
})

/** Staff with an app, who showed a second factor so many minutes ago. */
async function staff(role: RoleCode, { minutes = 0 } = {}) {
  const user = await aUser(role)
  const secret = await anApp(user.id)
  await proveSession(user.session_id)
  await execute('UPDATE sessions SET second_factor_at = NOW(3) - INTERVAL ? MINUTE WHERE id = ?', [
    minutes,
    user.session_id,
  ])
  return { ...user, secret }
}
type Staff = Awaited<ReturnType<typeof staff>>

const idOf = async (name: string) =>
  (await selectOne<{ id: number }>('SELECT id FROM settings WHERE name = ?', [name]))!.id
const call = ({ token }: Pick<Staff, 'token'>, [method, path, body]: readonly [string, string, object?]) =>
  api.send(method, path, { token, ...(body && { body }) })
const challengeIn = ({ body }: { body: object }) => (body as { second_factor: FactorAsked }).second_factor.challenge
const stepUp = ({ token }: Pick<Staff, 'token'>, challenge: string, answer: string) =>
  api.send('POST', '/api/step-up', { token, body: { challenge, method: 'totp', answer } })

/** What is asked for again; each call is right otherwise. */
const GUARDED: [what: string, make: () => Promise<readonly [string, string, object?]>][] = [
  [
    'making staff',
    async () => [
      'POST',
      '/api/staff/users',
      { name: 'Yaw', email: 'yaw@shop.test', password: 'sell-the-denim', role_code: 'MANAGER' },
    ],
  ],
  ['a role', async () => ['PATCH', `/api/staff/users/${(await aUser('CUSTOMER')).id}`, { role_code: 'MANAGER' }]],
  [
    'somebody’s password',
    async () => ['PATCH', `/api/staff/users/${(await aUser('MANAGER')).id}`, { password: 'sell-the-denim' }],
  ],
  [
    'somebody’s email',
    async () => ['PATCH', `/api/staff/users/${(await aUser('MANAGER')).id}`, { email: 'mine@shop.test' }],
  ],
  ['an export of people', async () => ['GET', '/api/staff/users/csv?role_code=CUSTOMER']],
  [
    'a reset of somebody’s second factor',
    async () => ['POST', `/api/staff/users/${(await aUser('MANAGER')).id}/reset-second-factor`],
  ],
  [
    'a setting that guards money',
    async () => ['PATCH', `/api/staff/settings/${await idOf('step_up_limit')}`, { value: '' }],
  ],
  [
    'who must have a second factor',
    async () => ['PATCH', `/api/staff/settings/${await idOf('second_factor_manager')}`, { value: 'OFF' }],
  ],
  [
    'money out by hand',
    async () => [
      'POST',
      '/api/staff/transactions',
      { account_code: 'CASH', direction: 'Dr', amount: -100, description: 'Needles' },
    ],
  ],
  ['missing cash', async () => ['POST', `/api/staff/cash-counts/${await aShortCount()}/book`, { reason: 'Not found' }]],
]

async function aShortCount(): Promise<number> {
  await execute("UPDATE accounts SET balance = balance + 500 WHERE code = 'CASH'")
  const { id } = await countCash({ account_code: 'CASH', counted: 400 }, (await aUser('MANAGER')).id)
  await execute("UPDATE accounts SET balance = balance - 500 WHERE code = 'CASH'")
  return id
}

test.each(GUARDED)(
  'asks for the second factor again for %s when ten minutes have passed, then does it',
  async (_, make) => {
    const admin = await staff('ADMINISTRATOR', { minutes: 11 })
    const request = await make()
    const refused = await call(admin, request)
    expect(refused).toMatchObject({ status: 403, body: { code: 'step_up', second_factor: { methods: ['totp'] } } })
    expect((await stepUp(admin, challengeIn(refused), await codeOf(admin.secret))).status).toBe(200)
    expect((await call(admin, request)).status).toBeLessThan(300)
  },
)

test('asks nobody again when ten minutes have not passed, the money is below the limit or comes in', async () => {
  const [fresh, late] = [await staff('ADMINISTRATOR', { minutes: 9 }), await staff('ADMINISTRATOR', { minutes: 11 })]
  expect((await call(fresh, await GUARDED[4]![1]())).status).toBe(200)
  const entry = { account_code: 'CASH', direction: 'Dr', amount: 99.99, description: 'Needles' }
  for (const body of [entry, { ...entry, direction: 'Cr', amount: 500 }])
    expect((await call(late, ['POST', '/api/staff/transactions', body])).status).toBe(201)
  expect(
    (
      await call(late, [
        'PATCH',
        `/api/staff/users/${(await aUser('MANAGER')).id}`,
        { name: 'Yaw', role_code: 'MANAGER' },
      ])
    ).status,
  ).toBe(200)
})

test('asks again when a payout reaches the limit, by either call, and not below it', async () => {
  const cashier = await staff('MANAGER', { minutes: 11 })
  const desk = refundDesk(api, cashier.token)
  const [jeans] = (await aProduct({ retail_price: 100, pieces: [{ size: 'UK10', quantity: 9 }] })).variations as [
    number,
  ]
  const [belt] = (await aProduct({ retail_price: 99, pieces: [{ size: 'ONE', quantity: 9 }] })).variations as [number]
  const ids: number[] = []
  for (const variation of [jeans, belt]) {
    const { refund } = await desk.ask(await aCompletedOrder({ [variation]: 1 }))
    expect((await desk.approve(refund.id)).status).toBe(200)
    ids.push(refund.id)
  }
  expect(
    [await desk.pay(ids[0]!, 'CASH'), await desk.complete(ids[0]!, { account_code: 'CASH' })].map(
      ({ status, code }) => [status, code],
    ),
  ).toEqual([
    [403, 'step_up'],
    [403, 'step_up'],
  ])
  expect(await select("SELECT id FROM transactions WHERE type_code = 'REFUND'")).toEqual([])
  expect((await desk.pay(ids[1]!, 'CASH')).status).toBe(200)
  expect(
    (
      await stepUp(
        cashier,
        await aChallenge(cashier.id, 'step-up', { session_id: cashier.session_id }),
        await codeOf(cashier.secret),
      )
    ).status,
  ).toBe(200)
  expect((await desk.pay(ids[0]!, 'CASH')).status).toBe(200)
})

test('refuses a step-up when the challenge is of another session, another person or a sign-in', async () => {
  const admin = await staff('ADMINISTRATOR', { minutes: 11 })
  const tablet = await aUser('ADMINISTRATOR', { email: admin.email })
  const other = await staff('ADMINISTRATOR')
  const challenge = challengeIn(await call(admin, ['GET', '/api/staff/users/csv']))
  const isOver = { status: 422, body: { errors: { challenge: [expect.any(String)] } } }
  expect(await stepUp(tablet, challenge, await codeOf(admin.secret))).toMatchObject(isOver)
  expect(await stepUp(other, challenge, await codeOf(other.secret))).toMatchObject(isOver)
  expect(await stepUp(admin, await aChallenge(admin.id, 'sign-in'), await codeOf(admin.secret))).toMatchObject(isOver)
  expect((await stepUp(admin, challenge, await codeOf(admin.secret))).status).toBe(200)
  expect((await call(tablet, ['GET', '/api/staff/users/csv'])).body.code).toBe('step_up')
  expect(await stepUp(admin, challenge, await codeOf(admin.secret, 1))).toMatchObject(isOver)
})

test('does the call when it is repeated with its Idempotency-Key after the step-up', async () => {
  const admin = await staff('ADMINISTRATOR', { minutes: 11 })
  const body = { account_code: 'CASH', direction: 'Dr', amount: 100, description: 'Needles' }
  const send = () =>
    api.send('POST', '/api/staff/transactions', { token: admin.token, body, headers: { 'Idempotency-Key': 'needles' } })
  const refused = await send()
  await stepUp(admin, challengeIn(refused), await codeOf(admin.secret))
  expect([refused.status, (await send()).status]).toEqual([403, 201])
})

test('resets a second factor only when the person stands below, and signs them out', async () => {
  const [owner, admin, peer, manager] = [
    await staff('SUPER_ADMINISTRATOR'),
    await staff('ADMINISTRATOR'),
    await staff('ADMINISTRATOR'),
    await staff('MANAGER'),
  ]
  await codesOf(manager.id)
  const reset = (who: Staff, whom: Staff) => call(who, ['POST', `/api/staff/users/${whom.id}/reset-second-factor`])
  for (const [who, whom] of [
    [manager, admin],
    [manager, manager],
    [manager, owner],
    [admin, peer],
    [admin, admin],
    [admin, owner],
  ] as const)
    expect((await reset(who, whom)).status).toBe(403)
  expect(await select('SELECT user_id FROM authenticators')).toHaveLength(4)
  expect((await reset(admin, manager)).status).toBe(200)
  expect(
    await select(
      'SELECT user_id FROM authenticators WHERE user_id = :id UNION SELECT user_id FROM recovery_codes WHERE user_id = :id',
      { id: manager.id },
    ),
  ).toEqual([])
  expect((await call(manager, ['GET', '/api/account'])).status).toBe(401)
  expect(await select("SELECT user_id, subject_id FROM staff_changes WHERE action = 'reset second factor'")).toEqual([
    { user_id: admin.id, subject_id: manager.id },
  ])
  expect(await select('SELECT id FROM mails WHERE recipient = ?', [manager.email])).toHaveLength(1)
  expect(
    (await api.send('POST', '/api/login', { body: { email: manager.email, password: PASSWORD } })).body,
  ).toHaveProperty('token')
})

test('refuses an administrator who changes how administrators or the owner sign in', async () => {
  const [owner, admin] = [await staff('SUPER_ADMINISTRATOR'), await staff('ADMINISTRATOR')]
  const set = async (who: Staff, name: string, value: string) =>
    (await call(who, ['PATCH', `/api/staff/settings/${await idOf(name)}`, { value }])).status
  expect([
    await set(admin, 'second_factor_super_administrator', 'OFF'),
    await set(admin, 'second_factor_administrator', 'OFF'),
    await set(admin, 'second_factor_manager', 'REQUIRED'),
    await set(owner, 'second_factor_administrator', 'REQUIRED'),
  ]).toEqual([403, 403, 200, 200])
  await execute("DELETE FROM settings WHERE name = 'second_factor_administrator'")
  expect(
    (await call(admin, ['POST', '/api/staff/settings', { name: 'second_factor_administrator', value: 'OFF' }])).status,
  ).toBe(403)
  expect(await set(owner, 'second_factor_manager', 'off')).toBe(422)
})
