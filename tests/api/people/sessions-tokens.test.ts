import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { cookiesOf, refreshOf } from '#tests/support/people/cookies.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
let good: string
let sid: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ;({ token: good, session_id: sid } = await aUser('SUPER_ADMINISTRATOR'))
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => api.stop())

const SECRET = process.env.JWT_SECRET!
const now = () => Math.floor(Date.now() / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (overrides: object = {}) => ({
  sid,
  typ: 'access',
  iat: now(),
  exp: now() + 900,
  iss: 'shop',
  aud: 'shop-api',
  ...overrides,
})
/** A token that is signed by hand, so that nothing keeps it from being wrong. */
const made = (
  header: { alg: string; [member: string]: unknown },
  payload: object,
  secret: string | Buffer = SECRET,
) => {
  const body = `${part({ typ: 'JWT', ...header })}.${part(payload)}`
  return `${body}.${createHmac(header.alg.replace('HS', 'sha'), secret).update(body).digest('base64url')}`
}
const signed = (overrides: object) => made({ alg: 'HS256' }, claims(overrides))
const without = (name: string) => {
  const { [name]: _gone, ...rest } = claims() as Record<string, unknown>
  return made({ alg: 'HS256' }, rest)
}
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = createPublicKey(keys.privateKey).export({ type: 'spki', format: 'pem' }).toString()

/**
 * Each is asked of a route that needs somebody and of one that does not: a token that is no good is refused wherever it
 * is shown.
 */
const answers = async (authorization: string) =>
  Promise.all([
    api.send('GET', '/api/staff/orders', { headers: { authorization } }),
    api.send('POST', '/api/guest', { body: {}, headers: { authorization } }),
  ]).then(replies => replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
const REFUSED = ['401 unauthenticated', '401 unauthenticated']

test('control: accepts a token made by hand as the shop makes them', async () => {
  expect(await answers(`Bearer ${signed({})}`)).toEqual(['200', '201'])
  expect(await answers(`bearer ${good}`)).toEqual(['200', '201'])
})

describe('a forged token is refused:', () => {
  const attacks: [string, () => string][] = [
    ['no algorithm', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    ['no algorithm, spelt otherwise', () => `${part({ alg: 'nOnE', typ: 'JWT' })}.${part(claims())}.`],
    [
      'no algorithm, the signature kept',
      () => `${part({ alg: 'none', typ: 'JWT' })}.${good.split('.')[1]}.${good.split('.')[2]}`,
    ],
    ['another hash', () => made({ alg: 'HS512' }, claims())],
    ['signed by a private key of its own', () => jwt.sign(claims(), keys.privateKey, { algorithm: 'RS256' })],
    ['a public key used as the secret', () => made({ alg: 'HS256' }, claims(), publicPem)],
    ['a key id that is a path', () => made({ alg: 'HS256', kid: '../../../../dev/null' }, claims(), '')],
    [
      'a key of its own in the header',
      () => made({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, claims(), Buffer.from('AAAA', 'base64url')),
    ],
    ['edited claims', () => [good.split('.')[0], part(claims({ sid: 'x'.repeat(22) })), good.split('.')[2]].join('.')],
    ['an edited signature', () => `${good.slice(0, -4)}AAAA`],
    ['no signature', () => `${good.split('.').slice(0, 2).join('.')}.`],
    ['expired', () => signed({ exp: now() - 61 })],
    ['never expiring', () => without('exp')],
    ['not valid yet', () => signed({ nbf: now() + 3600 })],
    ['for another audience', () => signed({ aud: 'other-api' })],
    ['for no audience', () => without('aud')],
    ['of another issuer', () => signed({ iss: 'other' })],
    ['of no issuer', () => without('iss')],
    ['of another kind', () => signed({ typ: 'refresh' })],
    ['of no kind', () => without('typ')],
    ['of no session', () => without('sid')],
    ['of a session that is a list', () => signed({ sid: [sid] })],
    ['of a session that never was', () => signed({ sid: 'never-was-never-was-12' })],
    ['of a session beyond the alphabet', () => signed({ sid: 'ɛyɛ-adeɛ-paa-ɔdɔ-yɛ' })],
    ['another secret', () => made({ alg: 'HS256' }, claims(), 'a secret that is known to somebody else altogether')],
    ['the empty secret', () => made({ alg: 'HS256' }, claims(), '')],
    ['claims that are no object', () => made({ alg: 'HS256' }, [] as object)],
    ['no token at all', () => ''],
    ['three dots', () => '...'],
    ['text', () => 'let me in'],
  ]
  test.each(attacks)('%s', async (_, attack) => expect(await answers(`Bearer ${attack()}`)).toEqual(REFUSED))
})

test('refuses another scheme than Bearer', async () => {
  expect(await answers(`Basic ${Buffer.from('owner@shop.test:Demo-1234').toString('base64')}`)).toEqual(REFUSED)
  expect(await answers(good)).toEqual(REFUSED)
})

test('accepts a refresh token for a refresh only', async () => {
  const guest = await api.send('POST', '/api/guest', { body: {} })
  expect(await answers(`Bearer ${refreshOf(guest).slice('refresh='.length)}`)).toEqual(REFUSED)
})

test('does not accept an access token as a refresh cookie', async () => {
  expect((await api.send('POST', '/api/token/refresh', { headers: { cookie: `refresh=${good}` } })).status).toBe(401)
})

test('accepts a token for a quarter of an hour, with half a minute of clock difference', async () => {
  const { exp, iat } = jwt.decode(good) as { exp: number; iat: number }
  expect(exp - iat).toBe(900)
  expect(await answers(`Bearer ${signed({ exp: now() - 20 })}`)).toEqual(['200', '201'])
})

test('control: accepts a forged one when the token chooses its algorithm', async () => {
  const forged = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`
  expect(await answers(`Bearer ${forged}`)).toEqual(REFUSED)
  vi.spyOn(jwt, 'verify').mockImplementation(token => jwt.decode(token as string) as never)
  expect(await answers(`Bearer ${forged}`)).toEqual(['200', '201'])
})

test('expects the csrf cookie back and answers 419 for a wrong one', async () => {
  const reply = await api.send('GET', '/sanctum/csrf-cookie')
  const { value, attributes } = cookiesOf(reply).get('XSRF-TOKEN')!
  expect([reply.status, reply.text]).toEqual([204, ''])
  expect(attributes).toEqual(expect.arrayContaining(['samesite=strict', 'path=/']))
  expect(attributes).not.toContain('httponly')
  const guest = (token: string) => api.send('POST', '/api/guest', { body: {}, headers: { 'X-XSRF-TOKEN': token } })
  expect((await guest(value)).status).toBe(201)
  for (const wrong of ['x', `${value}x`, `x${value}`, value.split('.').slice(0, 2).join('.'), '..'])
    expect([wrong, (await guest(wrong)).status, (await guest(wrong)).body.code]).toEqual([wrong, 419, 'csrf'])
})

test("does not accept one session's csrf token for another", async () => {
  const one = await api.send('POST', '/api/guest', { body: {} })
  const { value } = cookiesOf(one).get('XSRF-TOKEN')!
  const as = (token: string) => api.send('POST', '/api/logout', { token, headers: { 'X-XSRF-TOKEN': value } })
  expect((await as(good)).status).toBe(419)
  expect((await as((one.body as unknown as { token: string }).token)).status).toBe(200)
})

test('accepts the last csrf token for signing in, refreshing and signing in again after signing out', async () => {
  const { email } = await aUser('MANAGER')
  const jar = new Map<string, string>()
  const send = async (path: string, body: object = {}, token?: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await api.send('POST', path, {
      body,
      token,
      headers: { cookie, 'X-XSRF-TOKEN': jar.get('XSRF-TOKEN') ?? '' },
    })
    for (const [name, { value }] of cookiesOf(reply)) jar.set(name, value)
    return { status: reply.status, token: (reply.body as unknown as { token: string }).token }
  }
  const credentials = { email, password: PASSWORD }
  const statuses = [await send('/api/guest'), await send('/api/token/refresh'), await send('/api/login', credentials)]
  const { token } = statuses.at(-1)!
  statuses.push(
    await send('/api/token/refresh'),
    await send('/api/logout', {}, token),
    await send('/api/login', credentials),
  )
  expect(statuses.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200])
  jar.set(
    'refresh',
    jar.get('refresh')!.replace(/^./, first => (first === 'A' ? 'B' : 'A')),
  )
  expect((await send('/api/token/refresh')).status).toBe(419)
})
