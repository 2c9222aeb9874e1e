import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '#api/app.ts'
import { createShopServer } from '#api/boot/serve.ts'
import { isLost, select } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { log } from '#api/http/log.ts'
import { routes } from '#api/routes.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { seed } from '#tests/support/fleet.ts'
import { asText, HOSTILE, madeFrom, namesIn, withOther } from '#tests/support/hostile-input.ts'
import { headersOf } from '#tests/support/matrix.ts'
import { seeded } from '#tests/support/network.ts'
import { REQUESTS } from '#tests/support/requests.ts'
import { openStage, type Asked, type Stage } from '#tests/support/stage.ts'

const isFull = process.env.FAULTS === 'full'
const [REPLACED, MADE] = isFull ? [3_000, 20_000] : [300, 2_000]
console.log(`seed ${seed}`)
const random = seeded(seed)
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!

/** Who asks loses nothing by what is asked: these would end the session, or the person, that the next request needs. */
const ENDS = /logout|erase|reset-password|token\/refresh|account\/sessions|end-sessions/
const asked = routes.filter(({ name }) => !ENDS.test(name))

let api: Api
let stage: Stage
let owner: Record<string, string>
const failures: string[] = []
beforeAll(async () => {
  api = await startApi()
  stage = await openStage(api)
  owner = await headersOf('SUPER_ADMINISTRATOR')
  vi.spyOn(log, 'error').mockImplementation((...said: unknown[]) => { failures.push(JSON.stringify(said)) })
})
afterAll(() => api.stop())

const SQL_IN_WORDS = /SQL syntax|\bER_[A-Z]|errno|Unknown column|SELECT .* FROM/

/** A name that tells what was asked where the answer is no good; else null. */
async function wrongIn(method: string, path: string, body: unknown): Promise<string | null> {
  failures.length = 0
  const sent = method === 'GET' || method === 'DELETE' ? undefined : body instanceof FormData ? body : JSON.stringify(body)
  const { status, text, body: reply } = await api.send(method, path, { headers: owner, body: sent })
  const lists = Object.values(reply as Record<string, unknown>).filter((value): value is { per_page: number } => value !== null && typeof value === 'object' && typeof (value as { per_page?: unknown }).per_page === 'number')
  const isGood = (status < 500 || status === 503 && failures.length === 0) && (status < 400 || !SQL_IN_WORDS.test(text)) && lists.every(({ per_page }) => per_page <= 100) && failures.length === 0
  return isGood ? null : `${status} for ${method} ${path.slice(0, 200)} ${String(sent).slice(0, 300)}: ${failures.join().slice(0, 400)} ${text.slice(0, 200)}`
}

const inAddress = (value: unknown) => { try { return encodeURIComponent(asText(value)) } catch { return '%ED%A0%80' } }

/** A request that is right. Where one before has changed what it needs, such as the stock, the shop is opened anew. */
async function requestOf(name: string, tries = 0): Promise<Asked> {
  try {
    return await REQUESTS[name]!(stage, owner)
  } catch (error) {
    if (!(error instanceof AppError) || tries > 0) throw error
    stage = await openStage(api)
    owner = await headersOf('SUPER_ADMINISTRATOR')
    return requestOf(name, tries + 1)
  }
}

test(`${REPLACED} requests with hostile text or another type in an id, a parameter or a field are refused or harmless (seed ${seed})`, async () => {
  const wrong: string[] = []
  for (let i = 0; i < REPLACED; i++) {
    const route = pick(asked)
    const { path, body } = await requestOf(route.name)
    const value = pick(HOSTILE)
    const names = namesIn(route.query)
    const where = pick(['field', 'field', ...names.length > 0 ? ['query', 'query'] : [], ...route.path.includes(':') ? ['path'] : []])
    const [address, query = ''] = path.split('?') as [string, string?]
    const asking = where === 'path' ? address.replace(/[^/]+(?=\/[a-z-]+$|$)/, inAddress(value) || '%20')
      : where === 'query' ? `${address}?${query && `${query}&`}${pick(names)}${pick(['', '', '[]', '[0]'])}=${inAddress(value)}` : path
    wrong.push(...[await wrongIn(route.method, asking, where === 'field' && !(body instanceof FormData) ? withOther(body ?? {}, value, random) : body ?? {})].filter(found => found !== null))
  }
  expect(wrong).toEqual([])
}, 900_000)

test(`${MADE} requests made from the rules of the routes are answered as these say (seed ${seed})`, async () => {
  const wrong: string[] = []
  for (let i = 0; i < MADE; i++) {
    const route = pick(asked)
    const path = route.path.replace(/:\w*[iI]d\b/g, () => String(pick([stage.product, stage.order, stage.variation, 1, 2, 4_000_000_000]))).replace(/:\w+/g, () => pick(['CASH', 'a'.repeat(32), 'x']))
    const query = route.query ? madeFrom(route.query, random) : {}
    const pairs = Object.entries(query !== null && typeof query === 'object' ? query : {}).map(([name, value]) => `${encodeURIComponent(name)}=${inAddress(value)}`)
    wrong.push(...[await wrongIn(route.method, `${path}?${pairs.join('&')}`, route.body ? madeFrom(route.body, random) : {})].filter(found => found !== null))
  }
  expect(wrong).toEqual([])
}, 1_800_000)

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`member_${i}`, i])))
const SLOW_PATTERNS = ['a'.repeat(50_000) + '!', `${'0'.repeat(50_000)}x`, `${'2026-'.repeat(5_000)}`, `${'a@'.repeat(20_000)}`, `${' '.repeat(50_000)}x`, `+${'2'.repeat(40_000)}`, 'Z'.repeat(30_000) + '[+-]00:00']

test('bodies that are deep, wide, large or slow to match are refused, and others are served meanwhile', async () => {
  const words = SLOW_PATTERNS.map(text => JSON.stringify({ name: text, email: text, phone: text, password: text, password_confirmation: text }))
  const bodies = [DEEP, WIDE, `"${'x'.repeat(1_100_000)}"`, `[${'{},'.repeat(200_000)}{}]`, ...words]
  for (const path of ['/api/register', '/api/login', '/api/sync/push', '/api/orders', '/api/staff/transactions', '/api/staff/products']) {
    const answers = Promise.all(bodies.map(body => api.send('POST', path, { headers: owner, body })))
    expect((await api.send('GET', '/api/products')).status).toBe(200)
    for (const { status } of await answers) expect([400, 401, 413, 422, 426, 429]).toContain(status)
  }
}, 240_000)

test('two hundred connections that never finish asking keep nobody else from being served', async () => {
  const server = createShopServer(createApp().callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const slow: Socket[] = []
  for (let i = 0; i < 200; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // the shop may hang up
    socket.write(i % 2 ? 'POST /api/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":' : 'GET /api/products HTTP/1.1\r\nHost: shop\r\nX-Slow: ')
    slow.push(socket)
  }
  for (let i = 0; i < 10; i++) expect((await fetch(`http://127.0.0.1:${port}/api/products`)).status).toBe(200)
  expect([server.headersTimeout, server.requestTimeout].every(limit => limit > 0 && limit <= 120_000)).toBe(true)
  for (const socket of slow) socket.destroy()
  server.closeAllConnections()
  server.close()
}, 60_000)

test('control: a value that is spliced into a statement breaks it, and a shop without limits reads two megabytes', async () => {
  const broken = await Promise.all(HOSTILE.filter(value => typeof value === 'string').map(text => select(`SELECT id FROM products WHERE name = '${text}'`).then(() => false, error => !isLost(error))))
  expect(broken.filter(Boolean).length).toBeGreaterThan(3)
  const bare = new Koa().use(koaBody({ jsonLimit: '10mb' })).use(ctx => { ctx.body = 'read' }).listen(0)
  await once(bare, 'listening')
  const read = await fetch(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: `["${'x'.repeat(2_000_000)}"]` })
  expect(read.status).toBe(200)
  bare.close()
  bare.closeAllConnections()
})
