import Koa from 'koa'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import Joi from 'joi'
import { select } from '#api/db/database.ts'
import { authenticate } from '#api/auth/authenticate.ts'
import { errors } from '#api/http/errors.ts'
import { plainRoute, routed } from '#api/http/route.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { routes } from '#api/routes.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { onStage, type Asked, type Stage } from '#tests/support/server/stage.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

const ABSENT = '4000000000'
const headersOf = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

let api: Api
let stage: Stage
let mine: Record<string, string>
let theirs: Record<string, string>
let guest: Record<string, string>
let otherGuest: Record<string, string>
let owner: number
onStage(async here => {
  ;({ api, stage } = here)
  const me = await aUser('CUSTOMER', { email: 'mine@shop.test', name: 'Adwoa Secret' })
  owner = me.id
  mine = headersOf(me)
  theirs = headersOf(await aUser('CUSTOMER', { email: 'theirs@shop.test' }))
  guest = headersOf(await aGuest())
  otherGuest = headersOf(await aGuest())
})

/** Routes whose id, in the path or the body, must be the asker's own. */
const IN_THE_BODY = ['PATCH /api/orders', 'POST /api/account/refunds']
const owned = (access: string) =>
  routes
    .filter(route => route.access === access && (route.path.includes(':') || IN_THE_BODY.includes(route.name)))
    .map(({ name }) => name)
const SIGNED_IN = [...owned('session'), ...owned('customer')]

const ask = (name: string, { path, body, headers }: Asked, who: Record<string, string>) =>
  api.send(name.split(' ')[0]!, path, { body, headers: { ...headers, ...who } })

/** The same request for what nobody has. */
const forNothing = ({ path, body, ...rest }: Asked): Asked => ({
  ...rest,
  path: path.replace(/\/\d+(?=\/|$)/, `/${ABSENT}`).replace(/\/[\w-]{22}$/, '/nobody'),
  ...(body && {
    body: body instanceof FormData || !('order_id' in body) ? body : { ...body, order_id: Number(ABSENT) },
  }),
})

/** What a stranger is told of it, and of what nobody has. */
async function told(name: string, asked: Asked, stranger: Record<string, string>) {
  const [foreign, absent] = [await ask(name, asked, stranger), await ask(name, forNothing(asked), stranger)]
  return {
    foreign: foreign.status,
    absent: absent.status,
    alike: JSON.stringify(foreign.body) === JSON.stringify(absent.body),
    leaks: foreign.text.includes('Adwoa'),
  }
}
const NOTHING = { foreign: 404, absent: 404, alike: true, leaks: false }

test('knows every route that takes an id of the user’s own', () => {
  expect(SIGNED_IN.length).toBeGreaterThan(12)
})

describe.each(SIGNED_IN)('%s', name => {
  test('answers a stranger as if it did not exist', async () => {
    expect(await told(name, await REQUESTS[name]!(stage, mine), theirs)).toEqual(NOTHING)
    if (!owned('session').includes(name)) return
    expect(await told(name, await REQUESTS[name]!(stage, guest), otherGuest)).toEqual(NOTHING)
    expect(await told(name, await REQUESTS[name]!(stage, mine), otherGuest)).toEqual(NOTHING)
  })
})

test(
  'shows a stranger nothing for three hundred ids in a row and leaves everything as it was',
  { timeout: patience(720_000) },
  async () => {
    for (let n = 0; n < 5; n++)
      await anOrderOf(
        { [stage.variation]: 1 },
        { owner: { user_id: owner, session_id: null }, first_name: 'Adwoa', last_name: 'Secret' },
      )
    await REQUESTS['GET /api/account/refunds/:id']!(stage, mine)
    await REQUESTS['GET /api/account/addresses/:id']!(stage, mine)
    for (const headers of [mine, guest]) await REQUESTS['PATCH /api/cart/:id']!(stage, headers)
    for (const table of ['orders', 'refunds', 'addresses', 'cart_items'])
      expect([table, (await select<{ id: number }>(`SELECT id FROM ${table} WHERE id <= 300`)).length > 0]).toEqual([
        table,
        true,
      ])
    const bag = () => select('SELECT * FROM cart_items ORDER BY id')
    const before = await bag()
    let calls = 0
    for (const [name, body] of [
      ['PATCH /api/cart/:id', { quantity: 2 }],
      ['DELETE /api/cart/:id', undefined],
    ] as const)
      for (let id = 1; id <= 300; id++) {
        calls += 1
        const [method, path] = name.split(' ') as [string, string]
        expect([
          name,
          id,
          (await api.send(method, path.replace(':id', String(id)), { headers: otherGuest, body })).status,
        ]).toEqual([name, id, 404])
      }
    expect(await bag()).toEqual(before)
    for (const name of SIGNED_IN.filter(route => route.startsWith('GET '))) {
      const path = name.slice('GET '.length)
      const statuses = new Set<number>()
      for (let id = 1; id <= 300; id++) {
        const { status, text } = await api.send('GET', path.replace(/:\w+/, String(id)), { headers: theirs })
        calls += 1
        statuses.add(status)
        expect(text).not.toContain('Adwoa')
      }
      expect([name, [...statuses]]).toEqual([name, [404]])
    }
    expect(calls).toBeGreaterThanOrEqual(1_500)
  },
)

test('makes tracking links of at least 128 random bits, and one changed letter opens nothing', async () => {
  const tokens = new Set<string>()
  for (let n = 0; n < 20; n++) {
    const { tracking_url } = await anOrderOf({ [stage.variation]: 1 })
    const token = tracking_url!.split('/').at(-1)!
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    tokens.add(token)
  }
  expect(tokens.size).toBe(20)
  const [token] = tokens
  expect((await api.send('GET', `/api/orders/track/${token}`)).status).toBe(200)
  for (const wrong of [
    token!.slice(0, -1),
    `${token}A`,
    token!.toLowerCase(),
    `${token!.slice(0, -1)}%25`,
    '%00',
    '_'.repeat(32),
  ]) {
    expect([wrong, (await api.send('GET', `/api/orders/track/${wrong}`)).status]).toEqual([wrong, 404])
  }
})

test('control: a route that does not check the owner gives a stranger the order', async () => {
  const careless = plainRoute<{ params: { id: number }; reply: object }>(
    'GET /api/account/orders/:id',
    { summary: '', access: 'customer', reply: Joi.object().unknown() },
    async ({ params }) => ({ order: await findOrder(params.id) }),
  )
  const app = new Koa()
    .use(errors)
    .use(authenticate)
    .use(routed([careless]))
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { path } = await REQUESTS['GET /api/account/orders/:id']!(stage, mine)
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers: theirs })
  expect(reply.status).toBe(200)
  server.close()
})
