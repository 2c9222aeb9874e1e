import { expect, test } from 'vitest'
import { countCash } from '#api/ledger/cash-counts.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/server/api.ts'
import {
  answerStepUp,
  callAs,
  challengeIn,
  staffWithApp as staff,
  type Call,
  type Staff,
} from '#tests/support/people/late-staff.ts'
import { aChallenge, askStaff, codeOf, codesOf } from '#tests/support/people/second-factors.ts'
import { aRestoredTeller } from '#tests/support/till/rejected-sales.ts'

let api: Api
aShopEach('MANAGER', async here => {
  ;({ api } = here)
  await askStaff('OPTIONAL')
  await execute("UPDATE settings SET value = '100' WHERE name = 'step_up_limit'")
})

const idOf = async (name: string) =>
  (await selectOne<{ id: number }>('SELECT id FROM settings WHERE name = ?', [name]))!.id
const call = (who: Pick<Staff, 'token'>, request: Call) => callAs(api, who, request)
const stepUp = (who: Pick<Staff, 'token'>, challenge: string, answer: string) =>
  answerStepUp(api, who, { challenge, answer })
/** Changes a setting's value. */
const set = async (name: string, value: string) =>
  ['PATCH', `/api/staff/settings/${await idOf(name)}`, { value }] as const
/** Changes a zone that has no deposit and is paid online. */
const setZone = async (body: object): Promise<Call> => {
  const zone = await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Adum', code: 'ADUM', cost: 5 })
  return ['PATCH', `/api/staff/delivery-zones/${zone}`, body]
}

/** What is asked for again; each call is right otherwise. */
const GUARDED: [what: string, make: () => Promise<Call>][] = [
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
  [
    'staff who come back',
    async () => [
      'PATCH',
      `/api/staff/users/${(await aUser('MANAGER', { status_code: 'INACTIVE' })).id}`,
      { status_code: 'ACTIVE' },
    ],
  ],
  [
    'a cashier whom a restore brought back',
    async () => ['POST', `/api/staff/exceptions/${await aRestoredTeller()}/activate`],
  ],
  ['an export of people', async () => ['GET', '/api/staff/users/csv?role_code=CUSTOMER']],
  ['the addresses of the newsletter', async () => ['GET', '/api/staff/newsletter/csv']],
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
  ['what may be paid on delivery', () => set('pay_on_delivery_limit', '500')],
  ['how many pieces wait for payment', () => set('unpaid_pieces_limit', '100000')],
  ['what goods wait for payment', () => set('unpaid_value_limit', '999999')],
  ['what one address may hold', () => set('unpaid_address_times', '1000')],
  ['how much is on a gift card', () => set('gift_card_most', '100000')],
  ['how much one buyer puts on gift cards', () => set('gift_card_day_most', '0')],
  ['paying on delivery in a zone', () => setZone({ pay_on_delivery: true })],
  ['the share of a deposit', () => setZone({ deposit_percent: 1 })],
  ['the amount of a deposit', () => setZone({ deposit_amount: 0.01 })],
  [
    'a zone that is paid on delivery',
    async () => [
      'POST',
      '/api/staff/delivery-zones',
      { region_code: 'GH-AH', name: 'Bantama', code: 'BANTAMA', cost: 5, pay_on_delivery: true },
    ],
  ],
  [
    'money out by hand',
    async () => [
      'POST',
      '/api/staff/transactions',
      { account_code: 'CASH', direction: 'Dr', amount: -100, description: 'Needles' },
    ],
  ],
  [
    'where money goes at the till',
    async () => [
      'POST',
      '/api/staff/accounts',
      { name: 'My wallet', kind: 'MOBILE_MONEY', asks_reference: 'NO', opens_drawer: false },
    ],
  ],
  [
    'a way of paying',
    async () => [
      'PATCH',
      `/api/staff/accounts/${(await selectOne<{ id: number }>("SELECT id FROM accounts WHERE code = 'BANK'"))!.id}`,
      { place: 5 },
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
  const shopper = (await aUser('CUSTOMER', { status_code: 'INACTIVE' })).id
  for (const request of [
    ['PATCH', `/api/staff/users/${(await aUser('MANAGER')).id}`, { name: 'Yaw', role_code: 'MANAGER' }],
    ['PATCH', `/api/staff/users/${(await aUser('MANAGER')).id}`, { status_code: 'INACTIVE' }],
    ['PATCH', `/api/staff/users/${shopper}`, { status_code: 'ACTIVE' }],
    await setZone({ cost: 9, pay_on_delivery: false, deposit_percent: null, deposit_amount: null }),
  ] as const)
    expect([request, (await call(late, request)).status]).toEqual([request, 200])
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
  const setAs = async (who: Staff, name: string, value: string) => (await call(who, await set(name, value))).status
  expect([
    await setAs(admin, 'second_factor_super_administrator', 'OFF'),
    await setAs(admin, 'second_factor_administrator', 'OFF'),
    await setAs(admin, 'second_factor_manager', 'REQUIRED'),
    await setAs(owner, 'second_factor_administrator', 'REQUIRED'),
  ]).toEqual([403, 403, 200, 200])
  await execute("DELETE FROM settings WHERE name = 'second_factor_administrator'")
  expect(
    (await call(admin, ['POST', '/api/staff/settings', { name: 'second_factor_administrator', value: 'OFF' }])).status,
  ).toBe(403)
  expect(await setAs(owner, 'second_factor_manager', 'off')).toBe(422)
})
