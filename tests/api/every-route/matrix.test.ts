import { describe, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { admit, type Access, type Session } from '#api/http/access.ts'
import { routes } from '#api/routes.ts'
import type { Api } from '#tests/support/server/api.ts'
import { MATRIX } from '#tests/support/routes/matrix.ts'
import { CALLERS, headersOf, OUTSIDE_THE_ROUTER, type Caller } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'
import { ROLES } from '#sync/protocol/roles.ts'

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})

const known = [...routes.map(({ name }) => name), ...OUTSIDE_THE_ROUTER].sort()

test('lists every route of the shop in the matrix and nothing else', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(known)
  expect(Object.keys(REQUESTS).sort()).toEqual(known)
})

async function ask(name: string, caller: Caller): Promise<number> {
  const theirs = await headersOf(caller)
  const { path, body, headers } = await REQUESTS[name]!(stage, theirs)
  const reply = await api.send(name.split(' ')[0]!, path, { body, headers: { ...headers, ...theirs } })
  return reply.status
}

describe.each(known)('%s', name => {
  test('answers each caller as the matrix says', async () => {
    const statuses: [Caller, number][] = []
    for (const caller of CALLERS) statuses.push([caller, await ask(name, caller)])
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(CALLERS.map((caller, i) => [caller, MATRIX[name]![i]])),
    )
  })
})

test('tells refused callers nothing: an unknown id and a broken body look alike', async () => {
  for (const name of known.filter(route => MATRIX[route]![1] === 403)) {
    const [method, pattern] = name.split(' ') as [string, string]
    const headers = await headersOf('guest')
    const reply = await api.send(method, pattern.replace(':id', '4000000000'), {
      headers,
      ...(method !== 'GET' && { body: '{"broken' }),
    })
    expect([name, reply.status, reply.body.code]).toEqual([name, 403, 'forbidden'])
  }
})

/** The statuses that a route's clearance comes to, for those who are signed in. */
const admitted = (access: Access) =>
  (['guest', 'customer', 'MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const).map(who => {
    const role_code = who === 'guest' ? null : who === 'customer' ? 'CUSTOMER' : who
    const session: Session = {
      id: '',
      user: role_code && {
        id: 1,
        name: '',
        email: '',
        phone: null,
        role_code,
        status_code: 'ACTIVE',
        role: { ...ROLES[role_code] },
      },
    }
    try {
      return admit(session, access) && 200
    } catch {
      return 403
    }
  })
const expected = (name: string) => [1, 2, 4, 5, 6].map(i => (MATRIX[name]![i]! < 300 ? 200 : 403))

test('control: differs from the matrix for each staff route with a clearance removed or raised', () => {
  for (const { name, access } of routes.filter(route => typeof route.access === 'number')) {
    expect([name, admitted(access)]).toEqual([name, expected(name)])
    for (const other of (['public', 'session', 'customer', 3, 4] as const).filter(level => level !== access))
      expect([name, other, admitted(other)]).not.toEqual([name, other, expected(name)])
  }
})

test('control: differs from the matrix when a manager passes as an administrator', async () => {
  const barred = known.filter(route => MATRIX[route]![4] === 403 && MATRIX[route]![5] !== 403)
  const wrong = async () => {
    const names: string[] = []
    for (const name of barred) if ((await ask(name, 'MANAGER')) !== 403) names.push(name)
    return names
  }
  expect(await wrong()).toEqual([])
  await execute("UPDATE users SET role_code = 'ADMINISTRATOR' WHERE email = 'manager@shop.test'")
  expect(await wrong()).toEqual(barred)
})

test('control: fails for a route the matrix does not know', () => {
  expect([...known, 'GET /api/staff/secrets'].sort()).not.toEqual(Object.keys(MATRIX).sort())
})
