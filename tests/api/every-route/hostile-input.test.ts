import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Joi from 'joi'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import { expect, test, vi } from 'vitest'
import { createApp } from '#api/app.ts'
import { createShopServer } from '#api/boot/serve.ts'
import { select } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { errors } from '#api/http/errors.ts'
import { log } from '#api/http/log.ts'
import { plainRoute, routed, type Route } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api, Reply } from '#tests/support/server/api.ts'
import { seed } from '#tests/support/till/fleet.ts'
import {
  asText,
  everyOther,
  HOSTILE,
  madeFrom,
  namesIn,
  withOther,
  withOtherField,
} from '#tests/support/hostile/hostile-input.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { seeded } from '#tests/support/server/network.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, openStage, type Asked, type Stage } from '#tests/support/server/stage.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const REPLACED = bySize({ small: 100, usual: 300, full: 3_000 })
const MADE = bySize({ small: 500, usual: 2_000, full: 20_000 })
console.log(`seed ${seed}`)
const random = seeded(seed)
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!

/**
 * These may end the session, or the person, that the next request needs, or believe a signature alone: somebody else
 * asks each time.
 */
const ENDS = /webhook|login|register|logout|erase|token\/refresh|\/api\/account(\/sessions.*)?$/
const whoAsks = (name: string) => (ENDS.test(name) ? headersOf('customer') : owner)

let api: Api
let stage: Stage
let owner: Record<string, string>
const failures: string[] = []
onStage(here => {
  ;({ api, stage, owner } = here)
  vi.spyOn(log, 'error').mockImplementation((...said: unknown[]) => {
    failures.push(JSON.stringify(said))
  })
})

const SQL_IN_WORDS = /SQL syntax|\bER_[A-Z]|errno|Unknown column|SELECT .* FROM/
/** What was sent itself, and may have become somebody's name, which a reply about their row shows again. */
const SENT = HOSTILE.map(value => JSON.stringify(asText(value)).slice(1, -1).trim()).filter(text =>
  SQL_IN_WORDS.test(text),
)
const tellsOfSql = (text: string) => SQL_IN_WORDS.test(SENT.reduce((rest, sent) => rest.replaceAll(sent, ''), text))

/** What is no good about an answer; else null. */
function faultIn({ status, text, body: reply }: Pick<Reply, 'status' | 'text' | 'body'>): string | null {
  const lists = Object.values(reply as Record<string, unknown>).filter(
    (value): value is { per_page: number } =>
      value !== null && typeof value === 'object' && typeof (value as { per_page?: unknown }).per_page === 'number',
  )
  const isGood =
    (status < 500 || (status === 503 && failures.length === 0)) &&
    (status < 400 || !tellsOfSql(text)) &&
    lists.every(({ per_page }) => per_page <= 100) &&
    failures.length === 0
  return isGood ? null : `${status}: ${failures.join().slice(0, 400)} ${text.slice(0, 200)}`
}

interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

/**
 * A name that tells what was asked where the answer is no good; else nothing. An owner whom an earlier request
 * signed out comes back: everything would be refused, and nothing tried any more.
 */
async function wrongIn({ method, path, headers, body }: Sending): Promise<string[]> {
  failures.length = 0
  const sent =
    method === 'GET' || method === 'DELETE' ? undefined : body instanceof FormData ? body : JSON.stringify(body)
  const isOwner = headers.authorization === owner.authorization
  let reply = await api.send(method, path, { headers, body: sent })
  if (isOwner && reply.status === 401) {
    owner = await headersOf('SUPER_ADMINISTRATOR')
    reply = await api.send(method, path, { headers: { ...headers, ...owner }, body: sent })
  }
  const fault = isOwner && reply.status === 401 ? 'the owner is signed out' : faultIn(reply)
  return fault === null ? [] : [`${method} ${path.slice(0, 200)} ${String(sent).slice(0, 300)}: ${fault}`]
}

const inAddress = (value: unknown) => {
  try {
    return encodeURIComponent(asText(value))
  } catch {
    return '%ED%A0%80'
  }
}

/** A correct request. Opens the shop again if an earlier one changed what it needs, such as the stock. */
async function requestOf(name: string, tries = 0): Promise<Asked & { headers: Record<string, string> }> {
  try {
    const who = await whoAsks(name)
    const { headers, ...asked } = await REQUESTS[name]!(stage, who)
    return { ...asked, headers: { ...headers, ...who } }
  } catch (error) {
    if (!(error instanceof AppError) || tries > 0) throw error
    stage = await openStage(api)
    owner = await headersOf('SUPER_ADMINISTRATOR')
    return requestOf(name, tries + 1)
  }
}

test(
  `${REPLACED} requests with hostile text or another type in an id, parameter or field are refused or harmless (seed ${seed})`,
  { timeout: patience(2_700_000) },
  async () => {
    const wrong: string[] = []
    for (let i = 0; i < REPLACED; i++) {
      const route = pick(routes)
      const { path, headers, body = {} } = await requestOf(route.name)
      const value = pick(HOSTILE)
      const names = namesIn(route.query)
      const where = pick([
        'field',
        'field',
        ...(names.length > 0 ? ['query', 'query'] : []),
        ...(route.path.includes(':') ? ['path'] : []),
      ])
      const [address, query = ''] = path.split('?') as [string, string?]
      const asking =
        where === 'path'
          ? address.replace(/[^/]+(?=\/[a-z-]+$|$)/, inAddress(value) || '%20')
          : where === 'query'
            ? `${address}?${query && `${query}&`}${pick(names)}${pick(['', '', '[]', '[0]'])}=${inAddress(value)}`
            : path
      const sent =
        where !== 'field'
          ? body
          : body instanceof FormData
            ? withOtherField(body, value, random)
            : withOther(body, value, random)
      wrong.push(...(await wrongIn({ method: route.method, path: asking, headers, body: sent })))
    }
    expect(wrong).toEqual([])
  },
)

async function wrongEverywhere(value: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, method, query, path: pattern } of routes) {
    const ask = async (otherwise: (asked: { path: string; body?: unknown }) => { path?: string; body?: unknown }) => {
      const { path, headers, body = {} } = await requestOf(name)
      wrong.push(...(await wrongIn({ method, path, headers, body, ...otherwise({ path, body }) })))
    }
    for (const each of namesIn(query))
      await ask(({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${each}=${inAddress(value)}` }))
    for (const [at, part] of pattern.split('/').entries())
      if (part.startsWith(':'))
        await ask(({ path }) => ({ path: path.split('/').with(at, inAddress(value)).join('/') }))
    const { body } = await requestOf(name)
    for (const at of body instanceof FormData ? [] : [...everyOther(body, value)].keys())
      await ask(asked => ({ body: [...everyOther(asked.body, value)][at] }))
  }
  return wrong
}

test(
  'refuses text that code columns cannot compare, or takes it harmlessly, everywhere',
  { timeout: patience(2_700_000) },
  async () => {
    for (const value of bySize({ small: ['１👖'], usual: ['１👖', '٣'], full: ['１👖', '٣'] }))
      expect(await wrongEverywhere(value)).toEqual([])
  },
)

test(
  `${MADE} requests made from the rules of the routes are answered as the rules say (seed ${seed})`,
  { timeout: patience(1_800_000) },
  async () => {
    const wrong: string[] = []
    for (let i = 0; i < MADE; i++) {
      const route = pick(routes)
      const path = route.path
        .replace(/:\w*[iI]d\b/g, () => String(pick([stage.product, stage.order, stage.variation, 1, 2, 4_000_000_000])))
        .replace(/:\w+/g, () => pick(['CASH', 'a'.repeat(32), 'x']))
      const query = route.query ? madeFrom(route.query, random) : {}
      const pairs = Object.entries(query !== null && typeof query === 'object' ? query : {}).map(
        ([name, value]) => `${encodeURIComponent(name)}=${inAddress(value)}`,
      )
      wrong.push(
        ...(await wrongIn({
          method: route.method,
          path: `${path}?${pairs.join('&')}`,
          headers: await whoAsks(route.name),
          body: route.body ? madeFrom(route.body, random) : {},
        })),
      )
    }
    expect(wrong).toEqual([])
  },
)

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`member_${i}`, i])))
const SLOW_PATTERNS = [
  'a'.repeat(50_000) + '!',
  `${'0'.repeat(50_000)}x`,
  `${'2026-'.repeat(5_000)}`,
  `${'a@'.repeat(20_000)}`,
  `${' '.repeat(50_000)}x`,
  `+${'2'.repeat(40_000)}`,
  'Z'.repeat(30_000) + '[+-]00:00',
]

const words = SLOW_PATTERNS.map(text =>
  JSON.stringify({ name: text, email: text, phone: text, password: text, password_confirmation: text }),
)
const BODIES = [DEEP, WIDE, `"${'x'.repeat(1_100_000)}"`, `[${'{},'.repeat(200_000)}{}]`, ...words]
const REFUSED = [400, 401, 413, 422, 426, 429]

/** The statuses of those of these bodies that are not refused. */
async function taken(send: (body: string) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(BODIES.map(send))
  return answers.map(({ status }) => status).filter(status => !REFUSED.includes(status))
}

test(
  'refuses bodies that are deep, wide, large or slow to match, and serves others at the same time',
  { timeout: patience(720_000) },
  async () => {
    for (const path of [
      '/api/register',
      '/api/login',
      '/api/sync/push',
      '/api/orders',
      '/api/staff/transactions',
      '/api/staff/products',
    ]) {
      const answers = taken(body => api.send('POST', path, { headers: owner, body }))
      expect((await api.send('GET', '/api/products')).status).toBe(200)
      expect([path, await answers]).toEqual([path, []])
    }
  },
)

/** Two hundred connections that begin to ask and never finish. */
const slowOn = (server: Server): Socket[] =>
  Array.from({ length: 200 }, (_, i) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
    socket.on('error', () => {}) // the shop may hang up
    socket.write(
      i % 2
        ? 'POST /api/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":'
        : 'GET /api/products HTTP/1.1\r\nHost: shop\r\nX-Slow: ',
    )
    return socket
  })
const openIn = (sockets: readonly Socket[]) => sockets.filter(({ closed }) => !closed).length

test('hangs up on two hundred connections that never finish and serves everybody else; control: without limits they stay', async () => {
  const [server, limitless] = [createShopServer(createApp().callback()), createShopServer(createApp().callback())].map(
    each => each.listen(0, '127.0.0.1'),
  ) as [Server, Server]
  await Promise.all([server, limitless].map(each => each.listening || once(each, 'listening')))
  limitless.headersTimeout = limitless.requestTimeout = 0
  const [slow, kept] = [slowOn(server), slowOn(limitless)]
  for (let i = 0; i < 10; i++)
    expect((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/products`)).status).toBe(200)
  expect([server.headersTimeout, server.requestTimeout].every(limit => limit > 0 && limit <= 120_000)).toBe(true)
  server.headersTimeout = server.requestTimeout = 500 // so that nobody waits for two minutes here
  await expect.poll(() => openIn(slow), { timeout: patience(180_000) }).toBe(0)
  expect(openIn(kept)).toBe(200)
  for (const socket of kept) socket.destroy()
  for (const each of [server, limitless]) {
    each.closeAllConnections()
    each.close()
  }
})

/** A shop with one route, open to everybody. */
async function shopWith(careless: Route): Promise<{ at: string; close: () => void }> {
  const server = new Koa()
    .use(errors)
    .use(routed([careless]))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}${careless.path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
const OPEN = { summary: '', access: 'public', reply: Joi.object().unknown() } as const

test('control: catches a route that splices search text into SQL', async () => {
  const careless = plainRoute<{ query: { search?: string }; reply: object }>(
    'GET /api/products',
    { ...OPEN, query: Joi.object({ search: Joi.string().allow('') }) },
    async ({ query: { search = '' } }) => ({
      products: await select(`SELECT id FROM products WHERE name = '${search}'`),
    }),
  )
  const { at, close } = await shopWith(careless)
  let found = 0
  for (const value of HOSTILE) {
    failures.length = 0
    const reply = await fetch(`${at}?search=${inAddress(value)}`)
    const text = await reply.text()
    if (faultIn({ status: reply.status, text, body: JSON.parse(text) as Reply['body'] }) !== null) found += 1
  }
  close()
  expect(found).toBeGreaterThan(3)
})

test('control: a route without limits accepts most of these bodies', async () => {
  const careless = plainRoute<{ body: unknown; reply: object }>(
    'POST /api/register',
    { ...OPEN, idempotent: false, body: Joi.any(), reader: koaBody({ jsonLimit: '10mb', jsonStrict: false }) },
    async () => ({}),
  )
  const { at, close } = await shopWith(careless)
  const statuses = await taken(body =>
    fetch(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  )
  close()
  expect(statuses.length).toBeGreaterThan(BODIES.length / 2)
})
