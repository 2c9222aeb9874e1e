import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { raiseGaps } from '#api/sync/raise-gaps.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StaffTill, TillSequence } from '#sync/protocol/till.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale, DEVICE } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'

const OTHER_DEVICE = '6f1c2a9e-0000-4000-8000-000000000002'

let api: Api
let token: string
let manager: Awaited<ReturnType<typeof aUser>>
let jeans: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('ADMINISTRATOR', { name: 'Efua Admin' })).token
  manager = await aUser('MANAGER', { name: 'Yaw Manager' })
  jeans = await aVariation()
})
afterEach(checkBooks)
afterAll(() => api.stop())

const ask = async (method: string, path: string, body?: object) => {
  const reply = await api.send(method, `/api/staff/tills${path}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as {
      tills: Page<StaffTill>
      till: StaffTill & TillSequence
      message: string
      code?: string
      errors?: Record<string, string[]>
    }),
  }
}
const enrol = (device_id: string, name: string) =>
  api.send('POST', '/api/staff/tills', { token: manager.token, body: { name, device_id } })
const push = async (device_id: string, ...seqs: number[]) => {
  const mutations = seqs.map(seq =>
    aMutation(
      aSale({
        till_code: device_id === DEVICE ? 'T1' : 'T2',
        lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
      }),
      { seq },
    ),
  )
  return api.send('POST', '/api/sync/push', { token: await tokenOf(7), body: { ...aPush(), device_id, mutations } })
}
/** The status and the code of what a device gets of the shop. */
const pull = async (device_id: string) => {
  const reply = await fetch(`${api.base}/api/sync/pull`, {
    headers: { Authorization: `Bearer ${manager.token}`, 'X-Device-Id': device_id },
  })
  return [reply.status, ((await reply.json()) as { code?: string }).code]
}
const names = async (query: string) => (await ask('GET', query)).tills.data.map(({ name }) => name)
const longAgo = () => execute("UPDATE tills SET seen_at = '2026-01-09 10:00:00', updated_at = updated_at")
const seen = async () =>
  (await select<{ code: string }>("SELECT code FROM tills WHERE seen_at > '2026-01-10' ORDER BY id")).map(
    ({ code }) => code,
  )

test("lists each till's last sale, sequence, gaps and who set it up", async () => {
  await execute("UPDATE tills SET name = 'Front', created_at = '2026-01-01 08:00:00'")
  await enrol(OTHER_DEVICE, 'Counter tablet')
  await push(OTHER_DEVICE, 1, 2, 5, 9)
  await execute('UPDATE sync_verdicts SET created_at = created_at - INTERVAL 2 HOUR')
  await raiseGaps()
  const order = (await selectOne<{ id: number; number: string }>(
    "SELECT id, number FROM orders WHERE till_code = 'T2' ORDER BY id DESC LIMIT 1",
  ))!
  const { data, total } = (await ask('GET', '')).tills
  expect([total, data]).toEqual([
    2,
    [
      {
        id: 1,
        code: 'T1',
        name: 'Front',
        device_id: DEVICE,
        status_code: 'ACTIVE',
        seen_at: null,
        last_sale: null,
        last_seq: 0,
        open_gaps: 0,
        enrolled_by: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      expect.objectContaining({
        code: 'T2',
        name: 'Counter tablet',
        last_sale: { order_id: order.id, number: order.number, sold_at: expect.any(String) },
        last_seq: 9,
        open_gaps: 2,
        enrolled_by: { id: manager.id, name: 'Yaw Manager' },
      }),
    ],
  ])
  expect((await ask('GET', `/${data[1]!.id}`)).till).toEqual({
    ...data[1],
    last_number: expect.any(Number),
    missing_seqs: [3, 4, 6, 7, 8],
    keys: [],
  })
  await execute("UPDATE exceptions SET status_code = 'RESOLVED' WHERE once_key LIKE '%3-4'")
  expect((await ask('GET', '')).tills.data[1]!.open_gaps).toBe(1)
})

test('finds tills by name, code, state and gaps, sorts and exports them', async () => {
  await enrol(OTHER_DEVICE, '=Back 100%')
  await push(OTHER_DEVICE, 2)
  await execute('UPDATE sync_verdicts SET created_at = created_at - INTERVAL 2 HOUR')
  await raiseGaps()
  await execute("UPDATE tills SET status_code = 'REVOKED' WHERE code = 'T1'")
  expect([
    await names('?search=fron'),
    await names('?search=t2'),
    await names('?search=%25'),
    await names('?search=nowhere'),
  ]).toEqual([['Front'], ['=Back 100%'], ['=Back 100%'], []])
  expect([
    await names('?status_code=REVOKED'),
    await names('?gaps=1'),
    await names('?status_code=REVOKED&gaps=1'),
  ]).toEqual([['Front'], ['=Back 100%'], []])
  const [front, back] = ['Front', '=Back 100%']
  for (const [order, expected] of [
    ['', [front, back]],
    ['order_column=id', [back, front]],
    ['order_column=name&order_direction=asc', [back, front]],
    ['order_column=last_sale', [back, front]],
    ['order_column=seen_at&order_direction=asc', [front, back]],
    ['order_column=status_code', [front, back]],
  ] as const)
    expect([order, await names(`?${order}`)]).toEqual([order, expected])
  expect((await ask('GET', '?order_column=device_id')).status).toBe(422)
  const lines = async (query = '') =>
    (await api.send('GET', `/api/staff/tills/csv${query}`, { token })).text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
  const [head, ...rows] = await lines()
  expect(head).toBe(
    'id,code,name,status_code,seen_at,last_sale,last_sale_at,last_seq,open_gaps,enrolled_by,created_at,device_id',
  )
  expect(rows).toEqual([
    expect.stringMatching(/^\d+,T2,'=Back 100%,ACTIVE,[^,]+,T1-\d+,[^,]+,2,1,Yaw Manager,/),
    expect.stringMatching(new RegExp(`^1,T1,Front,REVOKED,,,,0,0,,[^,]+,${DEVICE}$`)),
  ])
  expect(await lines('?status_code=REVOKED')).toHaveLength(2)
})

test('renames a till, takes it out of service and back, and logs by whom', async () => {
  const { till } = await ask('GET', '/1')
  const renamed = await ask('PATCH', '/1', { name: 'By the door', updated_at: till.updated_at })
  expect(renamed).toMatchObject({
    status: 200,
    message: 'Till updated.',
    till: { name: 'By the door', status_code: 'ACTIVE', code: 'T1' },
  })
  const revoked = await ask('PATCH', '/1', {
    name: 'By the door',
    status_code: 'REVOKED',
    updated_at: renamed.till.updated_at,
  })
  expect(revoked).toMatchObject({ status: 200, till: { status_code: 'REVOKED' } })
  await push(DEVICE, 1)
  expect(await select('SELECT code FROM exceptions')).toEqual([{ code: 'UNKNOWN_TILL' }])
  expect([await pull(DEVICE), await pull(OTHER_DEVICE), await pull('')]).toEqual([
    [403, 'till_revoked'],
    [200, undefined],
    [200, undefined],
  ])
  expect(await ask('PATCH', '/1', { status_code: 'ACTIVE', updated_at: revoked.till.updated_at })).toMatchObject({
    status: 200,
    till: { status_code: 'ACTIVE', name: 'By the door' },
  })
  expect(await pull(DEVICE)).toEqual([200, undefined])
  await push(DEVICE, 2)
  expect(await select('SELECT code FROM exceptions')).toHaveLength(1)
  const { changes } = (await api.send('GET', '/api/staff/changes?subject=till&subject_id=1', { token }))
    .body as unknown as { changes: Page<{ was: object; became: object; user: { name: string } }> }
  expect(changes.data.map(({ was, became, user }) => [was, became, user.name])).toEqual([
    [{ status_code: 'REVOKED' }, { status_code: 'ACTIVE' }, 'Efua Admin'],
    [{ status_code: 'ACTIVE' }, { status_code: 'REVOKED' }, 'Efua Admin'],
    [{ name: 'Front' }, { name: 'By the door' }, 'Efua Admin'],
  ])
})

test('refuses a bad name and an unknown till, and shows the second editor the current till', async () => {
  for (const name of ['', ' ', 'x'.repeat(61), 4])
    expect([name, await ask('PATCH', '/1', { name })]).toEqual([
      name,
      expect.objectContaining({ status: 422, errors: { name: [expect.any(String)] } }),
    ])
  expect(await ask('PATCH', '/1', { status_code: 'GONE' })).toMatchObject({
    status: 422,
    errors: { status_code: [expect.any(String)] },
  })
  expect((await ask('PATCH', '/4000000', { name: 'Front' })).status).toBe(404)
  const {
    till: { updated_at },
  } = await ask('GET', '/1')
  await ask('PATCH', '/1', { name: 'First', updated_at })
  expect(await ask('PATCH', '/1', { name: 'Second', updated_at })).toMatchObject({
    status: 409,
    code: 'stale',
    till: { id: 1, name: 'First' },
  })
  expect((await ask('GET', '/1')).till.name).toBe('First')
})

test('notes a till when it is set up, sends or fetches, and changes nothing else', async () => {
  await enrol(OTHER_DEVICE, 'Back')
  expect(await seen()).toEqual(['T2'])
  await longAgo()
  const { updated_at } = (await ask('GET', '/1')).till
  await push(DEVICE, 1)
  expect(await seen()).toEqual(['T1'])
  await longAgo()
  const pull = (headers: Record<string, string> = {}) =>
    api.send('GET', '/api/sync/pull', { token: manager.token, headers })
  for (const headers of [{}, { 'x-device-id': "' OR 1" }, { 'x-device-id': '6f1c2a9e-0000-4000-8000-00000000000f' }])
    expect((await pull(headers as Record<string, string>)).status).toBe(200)
  expect(await seen()).toEqual([])
  await pull({ 'x-device-id': OTHER_DEVICE })
  expect(await seen()).toEqual(['T2'])
  expect((await ask('PATCH', '/1', { name: 'Still mine', updated_at })).status).toBe(200)
})

test("finds each till's own orders and exceptions", async () => {
  await enrol(OTHER_DEVICE, 'Back')
  await push(DEVICE, 1)
  await push(OTHER_DEVICE, 1, 3)
  await execute('UPDATE sync_verdicts SET created_at = created_at - INTERVAL 2 HOUR')
  await raiseGaps()
  const [here, there] = await Promise.all(
    ['T1', 'T2'].map(
      async code =>
        (await selectOne<{ id: number; order_id: number }>(
          'SELECT k.id, MAX(o.id) AS order_id FROM tills k JOIN orders o ON o.till_code = k.code WHERE k.code = ? GROUP BY k.id',
          [code],
        ))!,
    ),
  )
  for (const { order_id } of [here!, there!])
    await insertRow('exceptions', { code: 'PRICE_DRIFT', order_id, detail: `Of ${order_id}.` })
  const orders = async (code: string) =>
    (await api.send('GET', `/api/staff/orders?till_code=${code}`, { token: manager.token })).body
      .orders as unknown as Page<OrderSummary>
  expect([(await orders('T1')).total, (await orders('T2')).total, (await orders('T9')).total]).toEqual([1, 2, 0])
  const odd = async (query: string) =>
    (
      (await api.send('GET', `/api/staff/exceptions?${query}`, { token: manager.token })).body
        .exceptions as unknown as Page<ShopException>
    ).data.map(({ code, detail }) => [code, detail])
  expect(await odd(`till_id=${here!.id}`)).toEqual([['PRICE_DRIFT', `Of ${here!.order_id}.`]])
  expect(await odd(`till_id=${there!.id}`)).toEqual([
    ['PRICE_DRIFT', `Of ${there!.order_id}.`],
    ['SEQUENCE_GAP', 'T2: number 2 has not arrived.'],
  ])
  expect(await odd(`till_id=${there!.id}&code=SEQUENCE_GAP&status_code=OPEN`)).toHaveLength(1)
  expect(await odd('till_id=4000000')).toEqual([])
})
