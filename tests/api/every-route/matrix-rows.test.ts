import { describe, expect, test } from 'vitest'
import { routes } from '#api/routes.ts'
import { clearanceOf, type RoleCode } from '#sync/protocol/roles.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { MATRIX } from '#tests/support/routes/matrix.ts'
import { CALLERS } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})

const STAFF = ['MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const
type Staff = (typeof STAFF)[number]

/**
 * What one member of staff asked for is not there for another of the same clearance, as far as clearance 3 goes. All
 * other rows are the shop's.
 */
const ONES_OWN = ['GET /api/staff/jobs/:id', 'GET /api/staff/jobs/:id/file', 'GET /api/staff/orders/exports/:id']
const ofUsers = routes.map(({ name }) => name).filter(name => name.includes('/staff/users/:id'))
const ofRows = routes
  .map(({ name }) => name)
  .filter(name => /^\S+ \/api\/staff\/.*:/.test(name) && !ofUsers.includes(name))

const headersOf = async (role: RoleCode) => ({ authorization: `Bearer ${(await aUser(role)).token}` })
const inMatrix = (name: string, role: Staff) => MATRIX[name]![CALLERS.indexOf(role)]!

describe('rows of the back office', () => {
  test('that are requested by id are these', () => {
    expect(ofRows.length).toBeGreaterThan(50)
    expect(ONES_OWN.filter(name => !ofRows.includes(name))).toEqual([])
  })

  test.each(ofRows)("%s answers about one's own and a colleague's as it should", async name => {
    const [method] = name.split(' ') as [string]
    for (const role of STAFF) {
      const mine = await headersOf(role)
      const ask = async (whose: Record<string, string>) => {
        const { path, body, headers } = await REQUESTS[name]!(stage, whose)
        return (await api.send(method, path, { body, headers: { ...headers, ...mine } })).status
      }
      const foreign = ONES_OWN.includes(name) && role === 'MANAGER' ? 404 : inMatrix(name, role)
      expect([name, role, await ask(mine), await ask(await headersOf(role))]).toEqual([
        name,
        role,
        inMatrix(name, role),
        foreign,
      ])
    }
  })
})

describe('people', () => {
  const WHOM = ['CUSTOMER', ...STAFF] as const

  test.each(ofUsers)("%s: changes only people below one's own clearance, and shows everybody", async name => {
    const [method] = name.split(' ') as [string]
    for (const role of STAFF) {
      const me = await aUser(role)
      const ask = async (id: number) => {
        const { path, body } = await REQUESTS[name]!(stage)
        return (await api.send(method, path.replace(/users\/\d+/, `users/${id}`), { token: me.token, body })).status
      }
      const answers: [string, number][] = []
      for (const other of WHOM) answers.push([other, await ask((await aUser(other)).id)])
      answers.push(['oneself', await ask(me.id)])
      const isRead = method === 'GET'
      const allowed = (whom: RoleCode) => role !== 'MANAGER' && (isRead || clearanceOf(whom) < clearanceOf(role))
      expect([name, role, answers]).toEqual([
        name,
        role,
        [...WHOM.map(whom => [whom, allowed(whom) ? 200 : 403]), ['oneself', isRead && role !== 'MANAGER' ? 200 : 403]],
      ])
    }
  })
})
