import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, execute, select } from '#api/db/database.ts'
import { type Api, aUser, type Reply, startApi } from '#tests/support/server/api.ts'
import { aVariation, brokenRules, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
let other: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ;[{ token }, { token: other }] = [await aUser('ADMINISTRATOR'), await aUser('ADMINISTRATOR')]
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.query('DROP TRIGGER IF EXISTS fault')
})
afterAll(() => api.stop())

const DEVICE_2 = '6f1c2a9e-0000-4000-8000-000000000002'
const routes = {
  users: {
    path: '/api/staff/users',
    table: 'users',
    rows: "email = 'yaw@shop.test'",
    body: {
      name: 'Yaw',
      email: 'yaw@shop.test',
      phone: '0201234567',
      password: 'sell-the-denim',
      role_code: 'MANAGER',
    },
  },
  tills: {
    path: '/api/staff/tills',
    table: 'tills',
    rows: `device_id = '${DEVICE_2}'`,
    body: { name: 'Back', device_id: DEVICE_2 },
  },
} as const
type Name = keyof typeof routes
const post = (name: Name, key: string | undefined, { body = {}, as = token, query = '' } = {}) =>
  api.send('POST', routes[name].path + query, {
    token: as,
    body: { ...routes[name].body, ...body },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true'
const made = (name: Name) => count(routes[name].table, routes[name].rows)

describe.each(['users', 'tills'] as const)('POST /api/staff/%s', name => {
  test('gives the first reply again, byte by byte, under its key and does nothing', async () => {
    const first = await post(name, 'k-1')
    expect([first.status, isReplay(first)]).toEqual([201, false])
    await execute(`UPDATE ${routes[name].table} SET name = 'Changed since' WHERE ${routes[name].rows}`)
    for (let i = 0; i < 2; i++) {
      const again = await post(name, 'k-1')
      expect([again.status, again.text, isReplay(again), again.headers.get('content-type')]).toEqual([
        201,
        first.text,
        true,
        first.headers.get('content-type'),
      ])
    }
    expect(await made(name)).toBe(1)
  })

  test('treats the same body in another spelling as the same request', async () => {
    const first = await post(name, 'k-1')
    const spelt = JSON.stringify(Object.fromEntries(Object.entries(routes[name].body).reverse()), null, 2)
    const again = await api.send('POST', routes[name].path, {
      token,
      body: spelt,
      headers: { 'Idempotency-Key': 'k-1' },
    })
    expect([again.text, isReplay(again)]).toEqual([first.text, true])
  })

  test('refuses another body or query under the same key and keeps the first reply', async () => {
    const first = await post(name, 'k-1')
    for (const change of [{ body: { name: 'Other' } }, { query: '?x=1' }]) {
      const reply = await post(name, 'k-1', change)
      expect([reply.status, reply.body.code, isReplay(reply)]).toEqual([422, 'key_reused', false])
    }
    expect((await post(name, 'k-1')).text).toBe(first.text)
  })

  test('has one effect and one answer when sent twenty times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(name, 'k-1')))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(isReplay)).toHaveLength(19)
    expect([await made(name), await count('idempotency_keys')]).toEqual([1, 1])
  })
})

test('has one effect and one answer per key for fifty keys from twenty callers at once, when first holders roll back', async () => {
  await db.query(
    "CREATE TRIGGER fault BEFORE UPDATE ON idempotency_keys FOR EACH ROW IF RAND() < 0.15 THEN SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END IF",
  )
  for (let i = 0; i < 10; i++) {
    const device_id = `6f1c2a9e-0000-4000-8000-${String(i).padStart(12, '1')}`
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post('tills', `k-${i}`, { body: { device_id } })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await count('tills', 'device_id = ?', [device_id])).toBe(1)
  }
})

test('keeps the same key of two people apart', async () => {
  const mine = await post('tills', 'k-1')
  const theirs = await post('tills', 'k-1', { as: other })
  expect([mine.status, theirs.status, isReplay(theirs)]).toEqual([201, 200, false])
  expect(await count('idempotency_keys')).toBe(2)
})

test('keeps the same key on two routes apart', async () => {
  expect((await post('tills', 'k-1')).status).toBe(201)
  const reply = await post('users', 'k-1')
  expect([reply.status, isReplay(reply)]).toEqual([201, false])
})

test('does not replay to somebody who has lost the right to ask', async () => {
  await post('users', 'k-1')
  await execute("UPDATE users SET role_code = 'MANAGER' WHERE role_code = 'ADMINISTRATOR'")
  expect((await post('users', 'k-1')).status).toBe(403)
  await execute('UPDATE sessions SET revoked_at = NOW(3)')
  expect((await post('users', 'k-1')).status).toBe(401)
})

test('leaves the key free when a request was refused', async () => {
  expect((await post('users', 'k-1', { body: { email: 'ama@shop.test' } })).status).toBe(422)
  expect(await count('idempotency_keys')).toBe(0)
  const reply = await post('users', 'k-1')
  expect([reply.status, isReplay(reply)]).toEqual([201, false])
})

test('leaves the key free and nothing behind after an internal error', async () => {
  await db.query("CREATE TRIGGER fault BEFORE UPDATE ON idempotency_keys FOR EACH ROW SIGNAL SQLSTATE '45000'")
  expect((await post('users', 'k-1')).status).toBe(500)
  expect([await made('users'), await count('idempotency_keys')]).toEqual([0, 0])
  await db.query('DROP TRIGGER fault')
  expect((await post('users', 'k-1')).status).toBe(201)
})

test.each([
  ['empty', ''],
  ['too long', 'k'.repeat(256)],
  ['with a space', 'two words'],
  ['binary', '\xff\xfe'],
])('a key that is %s is refused', async (_, key) => {
  const reply = await post('users', key)
  expect([reply.status, reply.body.code]).toEqual([400, 'malformed'])
  expect(await made('users')).toBe(0)
})

test('accepts a key of 255 visible characters', async () => {
  const key = '!~'.repeat(127) + 'k'
  expect((await post('users', key)).status).toBe(201)
  expect(isReplay(await post('users', key))).toBe(true)
})

test('never stores replies that carry tokens', async () => {
  const headers = { 'Idempotency-Key': 'k-1' }
  const guests = [
    await api.send('POST', '/api/guest', { body: {}, headers }),
    await api.send('POST', '/api/guest', { body: {}, headers }),
  ]
  expect(guests[0]!.text).not.toBe(guests[1]!.text)
  const person = {
    name: 'Esi',
    email: 'esi@shop.test',
    phone: '0244123456',
    password: 'kente-and-denim',
    password_confirmation: 'kente-and-denim',
  }
  expect((await api.send('POST', '/api/register', { body: person, headers })).status).toBe(201)
  for (let i = 0; i < 2; i++)
    expect(
      (await api.send('POST', '/api/login', { body: { email: person.email, password: person.password }, headers }))
        .status,
    ).toBe(200)
  expect(await select('SELECT * FROM idempotency_keys')).toEqual([])
})

/**
 * A request under the key that has begun and not ended: its transaction holds the key's row. Ends by COMMIT or
 * ROLLBACK.
 */
async function firstStillRunning(key: string): Promise<{ end: (how: 'commit' | 'rollback') => Promise<void> }> {
  const pause = Math.random().toString(36).slice(2)
  const holder = (await db.connectionManager.getConnection({ type: 'write' })) as {
    promise: () => { query: (sql: string) => Promise<unknown> }
  }
  const query = (sql: string) => holder.promise().query(sql)
  await post('tills', key)
  const [[row]] = (await query(`SELECT scope, fingerprint, body FROM idempotency_keys /* ${pause} */`)) as [
    [Record<'scope' | 'fingerprint' | 'body', string>],
  ]
  await execute('DELETE FROM idempotency_keys')
  await query('START TRANSACTION')
  await query(
    `INSERT INTO idempotency_keys (scope, fingerprint, status, body)
      VALUES ('${row.scope}', '${row.fingerprint}', 201, '${row.body.replaceAll("'", "''")}')`,
  )
  return {
    async end(how) {
      await query(how)
      await db.connectionManager.releaseConnection(holder as never)
    },
  }
}

test('waits while the first runs, then gives the same reply', async () => {
  const first = await firstStillRunning('k-1')
  let done = false
  const second = post('tills', 'k-1').finally(() => {
    done = true
  })
  await sleep(2_600) // more than one look at the first
  expect(done).toBe(false)
  await first.end('commit')
  expect(isReplay(await second)).toBe(true)
})

test('runs as a first use when the first one fails', async () => {
  const first = await firstStillRunning('k-1')
  const second = post('tills', 'k-1')
  await sleep(300) // mostly it waits by then; it ends the same if not
  await first.end('rollback')
  const reply = await second
  expect([reply.status, isReplay(reply)]).toEqual([200, false])
})

test('asks the second to come back after ten seconds', async () => {
  const first = await firstStillRunning('k-1')
  const [real, began] = [Date.now.bind(Date), Date.now()]
  vi.spyOn(Date, 'now').mockImplementation(() => began + (real() - began) * 6)
  const reply = await post('tills', 'k-1')
  expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  await first.end('rollback')
})

/** Twenty copies of one store order, under a key that is no UUID and so not the sale's identity as well. */
async function twentyOrders() {
  const [choice] = await select<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    await aVariation(),
  ])
  const body = { account_code: 'CASH', items: [{ product_id: choice!.product_id, size_code: 'UK10', quantity: 1 }] }
  return Promise.all(
    Array.from({ length: 20 }, () =>
      api.send('POST', '/api/staff/orders', { token, body, headers: { 'Idempotency-Key': 'k-1' } }),
    ),
  )
}

test('makes one store order from twenty copies under one key', async () => {
  const replies = await twentyOrders()
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect([await count('orders'), await brokenRules()]).toEqual([1, []])
})

test('control: makes twenty orders when the row of a key is not shared', async () => {
  await db.query(
    'CREATE TRIGGER fault BEFORE INSERT ON idempotency_keys FOR EACH ROW SET NEW.scope = SHA2(UUID(), 256)',
  )
  await twentyOrders()
  expect(await count('orders')).toBe(20)
})
