import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#api/auth/passwords.ts'
import { openSession, rotate } from '#api/auth/sessions.ts'
import { accessToken, csrfToken, isCsrfToken, readAccessToken } from '#api/auth/tokens.ts'
import { plainTextWarning, refuseOpenDemo } from '#api/boot/public-start.ts'
import { execute, insertRow } from '#api/db/database.ts'
import { openDemoLogins } from '#api/demo/demo-logins.ts'
import { env, readEnv } from '#api/env.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { cookiesOf } from '#tests/support/people/cookies.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { freePort, runShop } from '#tests/support/server/server.ts'
import { openShop } from '#tests/support/server/shop.ts'

const SECRET = process.env.JWT_SECRET!
const freshSecret = () => randomBytes(32).toString('hex')
let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(() => openShop())
afterEach(() => {
  process.env.JWT_SECRET = SECRET
})
afterAll(() => api.stop())

describe('a demo that others can reach', () => {
  // Before: it started, and anybody signed in as owner@shop.test with Demo-1234 and paid with the sandbox's cards.
  test.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: 'shop.example', DEMO: '1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
    ['SHOP_URL', { SHOP_URL: 'https://jeans.example' }],
    ['HOST', { HOST: '192.168.1.5', DATABASE_URL: 'mysql://shop@db.example/shop', DEMO: '1' }],
  ])('does not start by %s unless DEMO=public is said', (name, variables) => {
    expect(() => refuseOpenDemo(readEnv(variables))).toThrow(new RegExp(`${name}=.*[^]*DEMO=public`))
    expect(refuseOpenDemo(readEnv({ ...variables, DEMO: 'public' }))).toBeUndefined()
    expect(refuseOpenDemo(readEnv({ ...variables, DEMO: '0' }))).toBeUndefined()
  })

  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.8.8.8' },
    { SHOP_URL: 'http://shop.localhost:3000' },
  ])('starts when only this computer reaches it: %j', variables => {
    expect(refuseOpenDemo(readEnv({ DEMO: '1', ...variables }))).toBeUndefined()
  })

  test('ends the start with one sentence and code 1', async () => {
    const dataDir = mkdtempSync(join(quickFolder(), 'selvedge-open-'))
    const run = runShop(['start'], { HOST: '0.0.0.0', DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect([await run.exit, run.words()]).toEqual([1, expect.stringContaining('DEMO=public')])
    rmSync(dataDir, { recursive: true })
  })

  test('is paid by nobody when the keys of the sandbox are written as real ones', () => {
    const keys = { PAYSTACK_PUBLIC_KEY: 'pk_test_demo', PAYSTACK_SECRET_KEY: 'sk_test_demo' }
    expect(() => refuseOpenDemo(readEnv({ ...keys, HOST: '0.0.0.0', DEMO: '0' }))).toThrow('PAYSTACK_SECRET_KEY')
    expect(refuseOpenDemo(readEnv({ ...keys, DEMO: '0' }))).toBeUndefined()
  })

  // Before: DEMO=0 over a database that was filled as a demo left all four logins open.
  test('is found out by its logins when it is later called a shop', async () => {
    expect(await openDemoLogins()).toEqual([])
    const password_hash = await hashPassword('Demo-1234')
    for (const name of ['owner', 'manager'])
      await insertRow('users', { name, email: `${name}@shop.test`, password_hash, role_code: 'MANAGER' })
    expect(await openDemoLogins()).toEqual(['manager@shop.test', 'owner@shop.test'])
    await execute("UPDATE users SET status_code = 'INACTIVE' WHERE email = 'owner@shop.test'")
    await execute("UPDATE users SET password_hash = ? WHERE email = 'manager@shop.test'", [
      await hashPassword('kente-and-denim'),
    ])
    expect(await openDemoLogins()).toEqual([])
  })
})

// Before: anything of 32 characters was taken, and a token forged with 'x' 32 times opened the back office.
test.each([
  ['x'.repeat(32)],
  ['password'.repeat(4)],
  ['0123456789abcdef'.repeat(2)],
  ['12345678901234567890123456789012'],
  ['abcdefghijklmnopqrstuvwxyz0123456789'],
  ['selvedge-selvedge-selvedge-selvedge'],
  ['deadbeef'.repeat(8)],
  ['your-256-bit-secret-goes-in-this-place'],
  ['put-a-32-bit-number-of-yours-in-here!'],
  ['zq7Lp-256bit-Vw0xKt3HdRm9cYs5NbJ8uGe'],
  ['change-me-before-you-go-to-production'],
  [`${freshSecret()},${'x'.repeat(40)}`],
  [freshSecret().slice(0, 31)],
])('refuses the secret %s', secret => {
  expect(() => readEnv({ JWT_SECRET: secret })).toThrow(/JWT_SECRET must be random[^]*openssl rand -hex 32/)
})

test('takes any secret of 128 random bits or more, and several with commas', () => {
  // Before: one of 400,000 random ones was refused, because digits and letters in it read like the size of a key.
  expect(readEnv({ JWT_SECRET: 'mSY7zqoHv7BIT+BP2eoHTo0XdTHGnul6QvAGiR09aVA=' }).production).toBe(false)
  for (let i = 0; i < 500; i++) {
    const bytes = createHash('sha512').update(`Any bytes, but the same in each run: ${i}`).digest()
    const [short, long] = [bytes.subarray(0, 16), bytes.subarray(16, 48)]
    for (const secret of [short.toString('hex'), long.toString('base64'), long.toString('hex')])
      expect(readEnv({ JWT_SECRET: secret }).production).toBe(false)
  }
  expect(readEnv({ JWT_SECRET: `${freshSecret()}, ${freshSecret()}` }).production).toBe(false)
})

describe('exchanging the key', () => {
  const sid = 'a'.repeat(22)
  const [first, second] = [freshSecret(), freshSecret()]
  const under = (secrets: string) => {
    process.env.JWT_SECRET = secrets
  }
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid?: string }

  // Before: there was one key without a name, and another one signed everybody out.
  test('leaves everybody signed in, and signs by the new one', async () => {
    under(first)
    const { session_id, token } = await aUser('MANAGER')
    const csrf = csrfToken(session_id)
    under(`${second},${first}`)
    expect((await api.send('GET', '/api/staff/orders', { token, headers: { 'X-XSRF-TOKEN': csrf } })).status).toBe(200)
    const newer = accessToken(session_id)
    expect(headerOf(newer).kid).toMatch(/^[\w-]{12}$/)
    expect(headerOf(newer).kid).not.toBe(headerOf(token).kid)
    under(second)
    expect([readAccessToken(newer), readAccessToken(token), isCsrfToken(csrf, session_id)]).toEqual([
      session_id,
      null,
      false,
    ])
  })

  test('lets a refresh cookie of the old key be exchanged, also by two tabs at once and with the old key gone', async () => {
    under(first)
    const { refresh } = await openSession(null, null)
    under(`${second},${first}`)
    const [one, two] = [await rotate(refresh), await rotate(refresh)]
    expect(one!.refresh).toBe(two!.refresh)
    under(second)
    expect((await rotate(one!.refresh))!.session_id).toBe(one!.session_id)
  })

  test('yields a successor to a lost reply although the key that made the first one is gone', async () => {
    under(first)
    const { refresh, session_id } = await openSession(null, null)
    await rotate(refresh)
    under(second)
    expect((await rotate(refresh))!.session_id).toBe(session_id)
  })

  test('refuses a token that names one key and is signed by another, or names none of ours', () => {
    under(`${second},${first}`)
    const token = accessToken(sid)
    const [, body] = token.split('.')
    const forged = (header: object, secret: string) => {
      const text = `${Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', ...header })).toString('base64url')}.${body}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    expect(readAccessToken(forged({ kid: headerOf(token).kid }, second))).toBe(sid)
    expect(readAccessToken(forged({}, first))).toBe(sid)
    expect(readAccessToken(forged({ kid: headerOf(token).kid }, first))).toBeNull()
    expect(readAccessToken(forged({ kid: 'another' }, second))).toBeNull()
    expect(readAccessToken(forged({}, freshSecret()))).toBeNull()
  })

  test('is one command where the shop keeps its own key', async () => {
    const dataDir = mkdtempSync(join(quickFolder(), 'selvedge-key-'))
    const run = async (extra: Record<string, string> = {}) => {
      const { exit, words } = runShop(['new-key'], { DATA_DIR: dataDir, ...extra })
      return [await exit, words()]
    }
    expect(await run()).toEqual([1, expect.stringContaining('There is no key yet')])
    writeFileSync(join(dataDir, 'jwt-secret'), `${first}\n`)
    expect(await run()).toEqual([0, expect.stringContaining('from the next start on')])
    const [newest, earlier, ...more] = readFileSync(join(dataDir, 'jwt-secret'), 'utf8').trim().split('\n')
    expect([newest!.length, newest === first, earlier, more]).toEqual([64, false, first, []])
    expect(await run({ JWT_SECRET: second })).toEqual([1, expect.stringContaining('JWT_SECRET is set')])
    rmSync(dataDir, { recursive: true })
  })
})

describe('behind a proxy with https that the shop is not told to believe', () => {
  beforeEach(() => {
    env.shopUrl = 'https://jeans.example'
  })
  afterEach(() => {
    env.shopUrl = 'http://127.0.0.1:3000'
  })

  // Before: the cookie was 'refresh' without Secure, and went out again by plain http.
  test('gives cookies that are Secure and bound to the host', async () => {
    const guest = await api.send('POST', '/api/guest', { body: {} })
    expect([...cookiesOf(guest).keys()].sort()).toEqual(['XSRF-TOKEN', '__Host-refresh'])
    for (const { attributes } of cookiesOf(guest).values()) expect(attributes).toContain('secure')
  })

  test('signs nobody out whose cookie has the name of before, and takes that one back', async () => {
    const { refresh, session_id } = await openSession(null, null)
    const reply = await api.send('POST', '/api/token/refresh', { headers: { cookie: `refresh=${refresh}` } })
    expect(reply.status).toBe(200)
    expect([
      cookiesOf(reply).get('refresh')!.value,
      cookiesOf(reply).get('__Host-refresh')!.value.startsWith(session_id),
    ]).toEqual(['', true])
  })
})

test('says what to write when the shop listens beyond this computer in plain text', () => {
  expect(plainTextWarning(readEnv({ HOST: '0.0.0.0', SHOP_URL: 'https://jeans.example' }))).toContain(
    'TRUST_PROXY=1 SHOP_URL=https://jeans.example npm start',
  )
  expect(plainTextWarning(readEnv({ HOST: '0.0.0.0' }))).toContain(
    'TLS_CERT=/path/to/certificate.pem TLS_KEY=/path/to/key.pem npm start',
  )
  expect([plainTextWarning(readEnv({})), plainTextWarning(readEnv({ HOST: '0.0.0.0', TRUST_PROXY: '1' }))]).toEqual([
    null,
    null,
  ])
})
