import Koa from 'koa'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { env } from '#api/env.ts'
import { errors } from '#api/http/errors.ts'
import { sameOrigin } from '#api/server/origin.ts'
import { routes } from '#api/routes.ts'
import type { Api } from '#tests/support/server/api.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { count } from '#tests/support/server/shop.ts'
import { onStage, type Asked, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
let owner: Record<string, string>
onStage(here => {
  ;({ api, stage, owner } = here)
})

const SIGNED = 'POST /api/payments/paystack/webhook'
const writes = routes.filter(({ method, name }) => method !== 'GET' && name !== SIGNED).map(({ name }) => name)
const ask = (name: string, { path, body }: Asked, headers: Record<string, string>) =>
  api.send(name.split(' ')[0]!, path, { body, headers: { ...owner, ...headers } })
const send = async (name: string, headers: Record<string, string>) => ask(name, await REQUESTS[name]!(stage), headers)
/** How a browser marks what another site's page makes it send; the last is an old browser. */
const FOREIGN: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'none' },
  { 'Sec-Fetch-Site': 'nonsense' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
]
const rows = async () => [
  await count('users'),
  await count('orders'),
  await count('tills'),
  await count('colours'),
  await count('sessions'),
]

test.each(writes)('%s does nothing for a page of another site', async name => {
  // What a request is about, such as an order, stands before it is sent.
  const asked = await REQUESTS[name]!(stage, owner)
  const before = await rows()
  for (const headers of FOREIGN) {
    const reply = await ask(name, asked, headers)
    expect([headers, reply.status, reply.body.code, reply.headers.getSetCookie()]).toEqual([
      headers,
      403,
      'forbidden',
      [],
    ])
  }
  expect(await rows()).toEqual(before)
})

test.each([
  ['urlencoded', 'application/x-www-form-urlencoded', 'name=Back'],
  ['text', 'text/plain', '{"name":"Back"}'],
  ['no type', '', '{"name":"Back"}'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nBack\r\n--x--\r\n',
  ],
])("refuses a foreign form that is %s for its origin, and the shop's own for its type", async (_, type, body) => {
  const post = (headers: Record<string, string>) =>
    api.send('POST', '/api/staff/tills', { body, headers: { ...owner, 'content-type': type, ...headers } })
  expect((await post(FOREIGN[0]!)).status).toBe(403)
  expect((await post({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(415)
})

test("lets the shop's own pages and non-browsers write", async () => {
  const own: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: env.shopUrl },
    { Origin: api.base },
    {},
  ]
  for (const headers of own) expect((await send('POST /api/staff/tills', headers)).status).toBe(201)
})

test('lets another site link here', async () => {
  expect((await api.send('GET', '/api/shop', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(200)
})

test('allows no other origin to read', async () => {
  const reply = await api.send('OPTIONS', '/api/login', {
    headers: {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
})

/** Asks an application that is only the guard, or nothing at all, to write. */
async function askGuard(app: Koa, path = '/'): Promise<number> {
  const listener: RequestListener = app
    .use(ctx => {
      ctx.body = 'done'
    })
    .callback()
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method: 'POST',
    headers: FOREIGN[0]!,
  })
  server.close()
  return reply.status
}

test('control: writes for the same page when the origin is not checked', async () => {
  expect(await askGuard(new Koa().use(errors).use(sameOrigin(() => env.shopUrl)))).toBe(403)
  expect(await askGuard(new Koa().use(errors))).toBe(200)
})

test('exempts what a signature protects and nothing beside it', async () => {
  const guarded = () => new Koa().use(errors).use(sameOrigin(() => env.shopUrl, ['/hook']))
  expect([
    await askGuard(guarded(), '/hook'),
    await askGuard(guarded(), '/hook/x'),
    await askGuard(guarded(), '/HOOK'),
  ]).toEqual([200, 403, 403])
})
