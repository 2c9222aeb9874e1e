import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRegistration } from '#api/auth/attempts.ts'
import { env } from '#api/env.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { cookiesOf } from '#tests/support/people/cookies.ts'
import { leapingClock } from '#tests/support/server/leaping-clock.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
let proxied: Api
const clock = leapingClock()
beforeAll(async () => {
  api = await startApi()
  env.trustProxy = 1
  proxied = await startApi()
  env.trustProxy = 0
})
beforeEach(async () => {
  await openShop()
})
afterAll(() => {
  api.stop()
  proxied.stop()
})

const login = (email: string, password = 'wrong', { at = api, from }: { at?: Api; from?: string } = {}) =>
  at.send('POST', '/api/login', { body: { email, password }, headers: from ? { 'X-Forwarded-For': from } : {} })
const failures = async (count: number, attempt: (i: number) => ReturnType<typeof login>) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await attempt(i)).status)
  return statuses
}

test('makes the sixth try wait after five wrong passwords a minute, for the right one too, and others sign in', async () => {
  const [{ email }, { email: other }] = [await aUser('MANAGER'), await aUser('MANAGER')]
  expect(await failures(5, () => login(email))).toEqual(Array(5).fill(401))
  const refused = await login(email, PASSWORD)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await login(email.toUpperCase(), PASSWORD)).status).toBe(429)
  expect((await login(other, PASSWORD)).status).toBe(200)
  clock.minutes += 1.02
  expect((await login(email, PASSWORD)).status).toBe(200)
})

test('limits an unknown email like a known one', async () => {
  expect(await failures(6, () => login('nobody@shop.test'))).toEqual([401, 401, 401, 401, 401, 429])
})

test('counts a hundred tries at once as a hundred', async () => {
  const { email } = await aUser('MANAGER')
  const replies = await Promise.all(Array.from({ length: 100 }, () => login(email)))
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('makes somebody who goes on wait longer', async () => {
  await failures(5, () => login('busy@shop.test'))
  await failures(20, () => login('busy@shop.test'))
  expect(Number((await login('busy@shop.test')).headers.get('retry-after'))).toBeGreaterThan(61)
})

let registered = 0
const register = (from: string) => {
  registered += 1
  const body = {
    name: 'Ama Mensah',
    email: `new-${registered}@shop.test`,
    phone: '0244123456',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }
  return proxied.send('POST', '/api/register', { body, headers: { 'X-Forwarded-For': from } })
}

test('counts the accounts that one address registers in an hour', async () => {
  const ip = '203.0.113.7'
  for (let n = 0; n < 99; n++) await countRegistration({ ip })
  expect((await register(ip)).status).toBe(201)
  const refused = await register(ip)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
  expect((await register('203.0.113.8')).status).toBe(201)
  clock.minutes += 61
  expect((await register(ip)).status).toBe(201)
})

test('counts the accounts that all addresses register in an hour', async () => {
  clock.minutes += 61
  for (let n = 0; n < 999; n++) await countRegistration({ ip: `198.51.${n >> 8}.${n & 255}` })
  expect([(await register('203.0.113.7')).status, (await register('203.0.113.8')).status]).toEqual([201, 429])
  clock.minutes += 61
})

test('counts only failures', async () => {
  const { email } = await aUser('MANAGER')
  expect(await failures(12, () => login(email, PASSWORD))).toEqual(Array(12).fill(200))
  expect(await failures(4, () => login(email))).toEqual(Array(4).fill(401))
  expect(await failures(3, () => login(email, PASSWORD))).toEqual(Array(3).fill(200))
})

test('allows fifty failures from one address, whatever the emails and X-Forwarded-For', async () => {
  const forged = (i: number) => login(`somebody-${i}@shop.test`, 'wrong', { from: `203.0.113.${i}` })
  expect(await failures(51, forged)).toEqual([...Array(50).fill(401), 429])
})

test('limits registering with taken emails too, since it shows that they are taken', async () => {
  const taken = await Promise.all(Array.from({ length: 51 }, () => aUser('CUSTOMER')))
  const register = (i: number) =>
    api.send('POST', '/api/register', {
      body: {
        name: 'Esi',
        email: taken[i]!.email,
        phone: '0244123456',
        password: 'kente-and-denim',
        password_confirmation: 'kente-and-denim',
      },
    })
  expect(await failures(51, register)).toEqual([...Array(50).fill(422), 429])
})

test('control: gives each forwarded address its own limit behind a trusted proxy', async () => {
  const from = (i: number) => login(`somebody-${i}@shop.test`, 'wrong', { at: proxied, from: `203.0.113.${i}` })
  expect(await failures(60, from)).toEqual(Array(60).fill(401))
  const forgedBefore = (i: number) =>
    login(`else-${i}@shop.test`, 'wrong', { at: proxied, from: `198.51.100.${i}, 203.0.113.200` })
  expect(await failures(51, forgedBefore)).toEqual([...Array(50).fill(401), 429])
})

test('makes cookies Secure behind https and gives the refresh cookie a host-only name', async () => {
  const https = { 'X-Forwarded-Proto': 'https' }
  const guest = await proxied.send('POST', '/api/guest', { body: {}, headers: https })
  const { value, attributes } = cookiesOf(guest).get('__Host-refresh')!
  expect(attributes).toEqual(expect.arrayContaining(['httponly', 'secure', 'samesite=strict', 'path=/']))
  expect(attributes.some(attribute => attribute.startsWith('domain'))).toBe(false)
  expect(cookiesOf(guest).get('XSRF-TOKEN')!.attributes).toContain('secure')
  const refresh = (cookie: string) => proxied.send('POST', '/api/token/refresh', { headers: { ...https, cookie } })
  expect((await refresh(`refresh=${value}`)).status).toBe(401)
  expect((await refresh(`__Host-refresh=${value}`)).status).toBe(200)
})

test('control: believes nobody about https without a trusted proxy', async () => {
  const guest = await api.send('POST', '/api/guest', { body: {}, headers: { 'X-Forwarded-Proto': 'https' } })
  expect([...cookiesOf(guest).keys()].sort()).toEqual(['XSRF-TOKEN', 'refresh'])
})
