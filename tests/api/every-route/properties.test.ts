import { describe, expect, test } from 'vitest'
import { userReply } from '#api/auth/person-rules.ts'
import { insertRow, select, selectOne } from '#api/db/database.ts'
import { routes } from '#api/routes.ts'
import type { Api } from '#tests/support/server/api.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { prepareTableSums } from '#tests/support/database/table-sums.ts'
import { count } from '#tests/support/server/shop.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

let api: Api
let stage: Stage
let owner: Record<string, string>
let columns: string[]
/** What the whole shop holds, apart from who is signed in. */
let everything: () => Promise<object>
onStage(async here => {
  ;({ api, stage, owner } = here)
  everything = await prepareTableSums({ without: ['sessions', 'product_views'] })
  columns = (
    await select<{ name: string }>(
      'SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1',
    )
  ).map(({ name }) => name)
})

/** Each name is sent to every so many'th route; whatever might raise its sender goes to more. */
const [ONE_IN, RAISING_ONE_IN] = bySize({ small: [64, 8], usual: [8, 1], full: [1, 1] })
const RAISING = /role|status|clearance|admin|password|user_id|price|total|amount|balance|created_at|^id$/
const OTHERS = ['price', 'total', 'role', 'clearance', 'is_admin', 'constructor', 'prototype', 'toString', '$where', '']
const VALUES: Record<string, unknown> = {
  role_code: 'SUPER_ADMINISTRATOR',
  status_code: 'ACTIVE',
  constructor: { prototype: { role_code: 'SUPER_ADMINISTRATOR' } },
}
const valueOf = (name: string) => VALUES[name] ?? 1
const writes = routes.filter(({ method }) => method !== 'GET')

/**
 * A body with one more member: at its top, in the first object of each list, and in what that holds. A list of the
 * places and the bodies.
 */
function withMember(body: object, name: string): [place: string, body: object][] {
  const more = (object: object) => ({ ...object, [name]: valueOf(name) })
  const inLists = Object.entries(body).flatMap(([list, items]): [string, object][] =>
    !Array.isArray(items) || typeof items[0] !== 'object'
      ? []
      : withMember(items[0] as object, name).map(([place, item]) => [
          `${list}.0.${place}`,
          { ...body, [list]: [item, ...items.slice(1)] },
        ]),
  )
  return [...(name in body ? [] : [['', more(body)] as [string, object]]), ...inLists]
}

/** The members that a route takes, so that sending them is no trespass. */
const taken = (name: string) =>
  new Set(
    Object.keys(
      (writes.find(route => route.name === name)!.body?.describe() as { keys?: object } | undefined)?.keys ?? {},
    ),
  )

/** Forms with a file, what is kept by its bytes as it comes, and what mail programs call with any body. */
const TAKE_NO_JSON = [
  ...routes.filter(({ multipart }) => multipart).map(({ name }) => name),
  'POST /api/payments/paystack/webhook',
  'POST /api/alerts/off/:token',
  'POST /api/newsletter/off/:token',
]

describe.each(writes.map(({ name }) => name).filter(name => !TAKE_NO_JSON.includes(name)))('%s', name => {
  test('refuses unknown members anywhere and stores nothing', async () => {
    const [method] = name.split(' ')
    const { path, body = {} } = await REQUESTS[name]!(stage)
    const before = await everything()
    const known = taken(name)
    const wrong: string[] = []
    const nth = writes.findIndex(route => route.name === name)
    const names = columns.filter((column, at) => (at + nth) % (RAISING.test(column) ? RAISING_ONE_IN : ONE_IN) === 0)
    for (const column of new Set([...names, ...OTHERS]))
      for (const [place, changed] of withMember(body, column)) {
        if (place === '' && known.has(column)) continue
        const reply = await api.send(method!, path, { body: changed, headers: owner })
        if (reply.status !== 422 || reply.body.code !== 'validation') wrong.push(`${place}${column}: ${reply.status}`)
      }
    expect(wrong).toEqual([])
    expect(await everything()).toEqual(before)
  })

  test('refuses __proto__ anywhere', async () => {
    const [method] = name.split(' ')
    const { path, body = {} } = await REQUESTS[name]!(stage)
    for (const text of [
      '{"__proto__":{"role_code":"SUPER_ADMINISTRATOR"}}',
      JSON.stringify(body).replace(/\}$/, ',"x":{"__proto__":{}}}').replace('{,', '{'),
    ]) {
      const reply = await api.send(method!, path, { body: text, headers: owner })
      expect([text, reply.status, reply.body.code]).toEqual([text, 400, 'malformed'])
    }
    expect(({} as { role_code?: string }).role_code).toBeUndefined()
  })
})

test('refuses unknown fields of a form', async () => {
  for (const column of columns) {
    const { path, body } = await REQUESTS['POST /api/staff/products/import']!(stage)
    ;(body as FormData).set(column, '1')
    expect([column, (await api.send('POST', path, { body, headers: owner })).status]).toEqual([column, 422])
  }
})

test('rejects a sale with an unknown member instead of booking it', async () => {
  const { path, body } = (await REQUESTS['POST /api/sync/push']!(stage)) as {
    path: string
    body: { mutations: { payload: object }[] }
  }
  const orders = await count('orders')
  for (const name of ['order_id', 'status_code', 'user_id', 'created_at', 'constructor', 'prototype']) {
    const [mutation] = body.mutations
    const reply = await api.send('POST', path, {
      body: { ...body, mutations: [{ ...mutation, payload: { ...mutation!.payload, [name]: 1 } }] },
      headers: owner,
    })
    expect([name, reply.status, reply.body]).toMatchObject([name, 200, { verdicts: [{ status: 'rejected' }] }])
  }
  expect(await count('orders')).toBe(orders)
})

test('lets nobody below make an administrator, of themselves or somebody else', async () => {
  for (const caller of ['MANAGER', 'ADMINISTRATOR'] as const) {
    const headers = await headersOf(caller)
    const { id } = (await selectOne<{ id: number }>('SELECT MAX(id) AS id FROM users WHERE role_code = ?', [caller]))!
    for (const role_code of ['ADMINISTRATOR', 'SUPER_ADMINISTRATOR']) {
      const { body } = await REQUESTS['POST /api/staff/users']!(stage)
      expect((await api.send('POST', '/api/staff/users', { headers, body: { ...body, role_code } })).status).toBe(
        caller === 'MANAGER' ? 403 : 422,
      )
      expect((await api.send('PATCH', `/api/staff/users/${id}`, { headers, body: { role_code } })).status).toBe(403)
      expect(
        (await api.send('PATCH', `/api/staff/users/${stage.somebody.id}`, { headers, body: { role_code } })).status,
      ).toBe(caller === 'MANAGER' ? 403 : 422)
    }
  }
  expect(
    await count('users', "role_code LIKE '%ADMINISTRATOR' AND email NOT IN ('owner@shop.test', 'admin@shop.test')"),
  ).toBe(0)
})

test('puts a hash in no reply', async () => {
  const hashes = (
    await select<{ hash: string }>(
      "SELECT password_hash AS hash FROM users WHERE password_hash <> '' UNION SELECT refresh_hash FROM sessions",
    )
  ).map(({ hash }) => hash)
  expect(hashes.length).toBeGreaterThan(2)
  for (const [name, request] of Object.entries(REQUESTS)) {
    if (name === 'POST /api/logout') continue
    const who = await headersOf(name === 'POST /api/account/erase' ? 'customer' : 'SUPER_ADMINISTRATOR')
    const { path, body, headers } = await request(stage, who)
    const { status, text } = await api.send(name.split(' ')[0]!, path, { body, headers: { ...headers, ...who } })
    expect([name, status < 300]).toEqual([name, true])
    expect([name, hashes.filter(hash => text.includes(hash)), /_hash"|\$argon2/.exec(text)]).toEqual([name, [], null])
  }
})

test('control: a hash in a reply differs from its description', () => {
  const user = {
    id: 1,
    name: 'Ama',
    email: 'ama@shop.test',
    phone: null,
    role_code: 'MANAGER',
    status_code: 'ACTIVE',
    role: { id: 3, name: 'Manager' },
  }
  expect(userReply.validate(user).error).toBeUndefined()
  expect(userReply.validate({ ...user, password_hash: 'x' }).error?.message).toContain('password_hash')
})

test('control: a body inserted as it comes makes its sender the owner', async () => {
  const { password: _password, ...body } = (await REQUESTS['POST /api/staff/users']!(stage)).body as Record<
    string,
    unknown
  >
  const id = await insertRow('users', { ...body, password_hash: '', role_code: 'SUPER_ADMINISTRATOR' })
  expect(await selectOne('SELECT role_code FROM users WHERE id = ?', [id])).toEqual({
    role_code: 'SUPER_ADMINISTRATOR',
  })
})
