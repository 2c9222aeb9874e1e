import Koa from 'koa'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#api/db/database.ts'
import { routes } from '#api/routes.ts'
import type { Api, Reply } from '#tests/support/server/api.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { onStage, type Asked, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})
afterEach(() => db.query('DROP TRIGGER IF EXISTS fault'))

const CSP = [
  "default-src 'self'",
  "script-src 'self' https://js.paystack.co",
  'frame-src blob: https://checkout.paystack.com https://standard.paystack.co',
  "connect-src 'self' https://api.paystack.co",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "style-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'report-uri /api/csp-reports',
].join(';')

/** What a browser must be told with every reply, and is not. */
function missing(headers: Headers): string[] {
  const wanted: Record<string, (value: string) => boolean> = {
    'content-security-policy': value =>
      value.replace(/style-src 'self' 'sha256-[\w+/]{43}='/, "style-src 'self'") === CSP,
    'x-content-type-options': value => value === 'nosniff',
    'x-frame-options': value => value === 'DENY',
    'referrer-policy': value => value === 'strict-origin-when-cross-origin',
    'strict-transport-security': value => Number(/^max-age=(\d+)/.exec(value)?.[1]) >= 31_536_000,
    'cross-origin-opener-policy': value => value === 'same-origin',
    'cross-origin-resource-policy': value => value === 'same-origin',
    'x-request-id': value => /^[\w-]{8,64}$/.test(value),
  }
  const lacking = Object.entries(wanted)
    .filter(([name, isRight]) => !isRight(headers.get(name) ?? ''))
    .map(([name]) => name)
  return [...lacking, ...['x-powered-by', 'server', 'access-control-allow-origin'].filter(name => headers.has(name))]
}

/** What only the shop's people may read about its inside, in a reply. */
const leaks = (text: string) => [
  ...(/\n\s+at |node_modules|\.ts:\d|SELECT |INSERT |UPDATE |Sequelize|ER_[A-Z]+|SQLSTATE|mysql|errno|stack"/.exec(
    text,
  ) ?? []),
]

describe.each(Object.keys(REQUESTS))('%s', name => {
  test('has every protective header, and is cached by nobody unless it is public', async () => {
    const { path, body, headers } = await REQUESTS[name]!(stage)
    const reply = await api.send(name.split(' ')[0]!, path, {
      body,
      headers: { ...headers, ...(await headersOf('SUPER_ADMINISTRATOR')) },
    })
    expect(missing(reply.headers)).toEqual([])
    const isDescription = path === '/api/openapi.json' || path === '/api/docs'
    expect(reply.headers.get('cache-control')).toBe(isDescription ? 'no-cache' : 'no-store')
  })
})

const JSON_ = { 'content-type': 'application/json' }
const errors: [
  status: number,
  code: string,
  ask: () => (Asked & { method: string }) | Promise<Asked & { method: string }>,
][] = [
  [
    400,
    'malformed',
    () => ({ method: 'POST', path: '/api/login', body: '{"broken' as unknown as object, headers: JSON_ }),
  ],
  [401, 'unauthenticated', () => ({ method: 'GET', path: '/api/staff/orders' })],
  [403, 'forbidden', async () => ({ method: 'GET', path: '/api/staff/orders', headers: await headersOf('guest') })],
  [404, 'not_found', () => ({ method: 'GET', path: '/api/nowhere' })],
  [
    404,
    'not_found',
    async () => ({ method: 'GET', path: '/api/staff/orders/4000000000', headers: await headersOf('MANAGER') }),
  ],
  [405, 'wrong_method', () => ({ method: 'DELETE', path: '/api/login' })],
  [
    409,
    'stale',
    async () => ({
      method: 'PATCH',
      path: `/api/staff/users/${stage.somebody.id}`,
      body: { updated_at: '2020-01-01T00:00:00.000Z' },
      headers: await headersOf('ADMINISTRATOR'),
    }),
  ],
  [413, 'too_large', () => ({ method: 'POST', path: '/api/login', body: { email: 'x'.repeat(1_100_000) } })],
  [
    415,
    'wrong_type',
    () => ({
      method: 'POST',
      path: '/api/login',
      body: 'email=x' as unknown as object,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ],
  [419, 'csrf', () => ({ method: 'POST', path: '/api/guest', body: {}, headers: { 'X-XSRF-TOKEN': 'x' } })],
  [422, 'validation', () => ({ method: 'POST', path: '/api/login', body: { email: "'; DROP TABLE users; --" } })],
  [
    426,
    'protocol',
    async () => ({
      method: 'POST',
      path: '/api/sync/push',
      body: { protocol: 99 },
      headers: await headersOf('MANAGER'),
    }),
  ],
]

/** An error's whole body: a sentence, a code and at most messages by field or the present row. */
function expectBare(reply: Reply) {
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(missing(reply.headers)).toEqual([])
  expect(leaks(reply.text)).toEqual([])
}

test.each(errors)('a %i (%s) is one bare body with every header', async (status, code, ask) => {
  const { method, path, ...rest } = await ask()
  const reply = await api.send(method, path, rest)
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expectBare(reply)
})

test('an internal error says nothing more', async () => {
  await db.query(
    "CREATE TRIGGER fault BEFORE INSERT ON tills FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'SELECT the innermost'",
  )
  const { path, body } = await REQUESTS['POST /api/staff/tills']!(stage)
  const reply = await api.send('POST', path, { body, headers: await headersOf('MANAGER') })
  expectBare(reply)
  expect(reply.status).toBe(500)
  expect(reply.body).toEqual({ message: 'Something went wrong. Please try again.', code: 'internal' })
})

test('answers 503 with a time to come back when locks never open', async () => {
  await db.query(
    "CREATE TRIGGER fault BEFORE INSERT ON orders FOR EACH ROW SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213",
  )
  const { path, body } = await REQUESTS['POST /api/sync/push']!(stage)
  const reply = await api.send('POST', path, { body, headers: await headersOf('MANAGER') })
  expectBare(reply)
  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
  expect(reply.headers.get('retry-after')).toBe('1')
})

const KEPT = ['/api/products', '/api/categories', '/api/sizes', '/api/colours', '/api/shop']

test('lets public replies be cached for offline use, and personal ones not', async () => {
  for (const path of [...KEPT, `/api/products/${stage.product}`]) {
    expect([path, (await api.send('GET', path)).headers.get('cache-control')]).toEqual([path, 'no-cache'])
    for (const caller of ['guest', 'MANAGER'] as const)
      expect([
        path,
        (await api.send('GET', path, { headers: await headersOf(caller) })).headers.get('cache-control'),
      ]).toEqual([path, 'no-store'])
  }
  expect((await api.send('GET', '/api/products/4000000000')).headers.get('cache-control')).toBe('no-store')
})

test("returns the request's own id, unless it is malformed", async () => {
  const idFor = async (given: string) =>
    (await api.send('GET', '/api/shop', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
  expect(await idFor('till-T1-000042')).toBe('till-T1-000042')
  expect(await idFor('<script>alert(1)</script>')).toMatch(/^[\da-f-]{36}$/)
})

test('answers every hostile path below 500', async () => {
  for (const path of [
    '/api/%00',
    '/api/%E0%A4%A',
    '/api/staff/orders/%2e%2e%2f',
    '/api//staff/orders',
    '/api/products?page=%',
    '/api/products?categories[__proto__]=1',
    '/api/staff/orders/1%00',
    '/api/products/1;x=1',
  ])
    for (const caller of ['none', 'MANAGER'] as const) {
      const reply = await api.send('GET', path, { headers: await headersOf(caller) })
      expect([path, reply.status < 500, leaks(reply.text)]).toEqual([path, true, []])
    }
})

test('control: a bare application lacks the headers and shows its stack, and both are noticed', async () => {
  const app = new Koa()
  app.use(ctx => {
    ctx.body = { stack: new Error('x').stack }
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(missing(reply.headers)).toHaveLength(8)
  expect(leaks(await reply.text())).not.toEqual([])
  server.close()
})

test('asks all routes', async () => {
  expect(routes.map(({ name }) => name).filter(name => !(name in REQUESTS))).toEqual([])
  await openShop()
})
