import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertRow } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf, tokenOf } from '#tests/support/shop/website-orders.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

/**
 * How many passwords were really compared, and, for the control, whether that is left out where nobody has the email.
 */
const hashes = vi.hoisted(() => ({ compared: 0, isCareless: false }))
vi.mock(import('#api/auth/passwords.ts'), async original => {
  const real = await original()
  return {
    ...real,
    isPassword: async (stored: string | null, password: string) => {
      if (hashes.isCareless && stored === null) return false
      hashes.compared += 1
      return real.isPassword(stored, password)
    },
  }
})

const PAIRS = bySize({ small: 20, usual: 400, full: 400 })
/** How many passwords are tried at once, by as many requests. */
const TRIES = bySize({ small: 300, usual: 1_000, full: 1_000 })

let api: Api
let proxied: Api
let now = Date.now()
beforeAll(async () => {
  api = await startApi()
  env.trustProxy = 1
  proxied = await startApi()
  env.trustProxy = 0
})
beforeEach(async () => {
  await openShop()
  later(20)
  hashes.compared = 0
})
afterEach(() => {
  hashes.isCareless = false
  vi.restoreAllMocks()
})
afterAll(() => {
  api.stop()
  proxied.stop()
})

/**
 * The clock stands still, so that a slow computer does not make a minute of it; what was tried before no longer counts.
 */
function later(minutes: number) {
  now += minutes * 60_000
  vi.spyOn(Date, 'now').mockReturnValue(now)
}

const forged = (i: number) => ({ 'X-Forwarded-For': `203.0.113.${i % 100}` })
const login = (
  email: string,
  {
    password = 'wrong',
    headers = {},
    at = api,
  }: { password?: string; headers?: Record<string, string>; at?: Api } = {},
) => at.send('POST', '/api/login', { body: { email, password }, headers })

/** Twenty at a time. */
async function all(count: number, ask: (i: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let first = 0; first < count; first += 20)
    replies.push(...(await Promise.all(Array.from({ length: Math.min(20, count - first) }, (_, i) => ask(first + i)))))
  return replies
}
const tally = (replies: Reply[]) =>
  Object.fromEntries(
    [...new Set(replies.map(({ status }) => status))]
      .sort()
      .map(status => [status, replies.filter(reply => reply.status === status).length]),
  )

describe('passwords', () => {
  test('many tries at one account from a hundred forged addresses count as five, and nobody else notices', async () => {
    const [{ email }, other] = [await aUser('CUSTOMER'), await aUser('CUSTOMER')]
    const replies = await all(TRIES, i => login(email, { headers: forged(i) }))
    expect(tally(replies)).toEqual({ 401: 5, 429: TRIES - 5 })
    expect(hashes.compared).toBe(5)
    for (const refused of replies.filter(({ status }) => status === 429))
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(other.email, { password: PASSWORD })).status).toBe(200)
    later(1.02)
    expect((await login(email, { password: PASSWORD })).status).toBe(429)
    later(15)
    expect((await login(email, { password: PASSWORD })).status).toBe(200)
  })

  test('tries at each of two hundred accounts count as fifty, and a sign-in from elsewhere still works', async () => {
    const { email } = await aUser('CUSTOMER')
    const replies = await all(TRIES, i => login(`person-${i % 200}@shop.test`, { headers: forged(i) }))
    expect(tally(replies)).toEqual({ 401: 50, 429: TRIES - 50 })
    expect(hashes.compared).toBe(50)
    expect(
      (await login(email, { password: PASSWORD, at: proxied, headers: { 'X-Forwarded-For': '198.51.100.7' } })).status,
    ).toBe(200)
  })

  test('control: sixty tries at sixty accounts are sixty when forged addresses are believed', async () => {
    expect(tally(await all(60, i => login(`person-${i}@shop.test`, { at: proxied, headers: forged(i) })))).toEqual({
      401: 60,
    })
  })
})

/** All of a reply that could tell one case from another. */
const shown = ({ status, text, headers }: Reply) => ({
  status,
  text,
  names: [...headers.keys()].sort(),
  cookies: headers.getSetCookie(),
})

describe('whether somebody is a customer', () => {
  const unknown = 'nobody@shop.test'

  test('is not shown by a sign-in: unknown, inactive and wrong look alike and take one comparison each', async () => {
    const [known, gone] = [await aUser('CUSTOMER'), await aUser('CUSTOMER', { status_code: 'INACTIVE' })]
    const replies: Reply[] = []
    for (const email of [unknown, known.email, gone.email]) replies.push(await login(email))
    replies.push(await login(gone.email, { password: PASSWORD }))
    for (const reply of replies) expect(shown(reply)).toEqual(shown(replies[0]!))
    expect([replies[0]!.status, hashes.compared]).toEqual([401, 4])
  })

  test('is not shown by a guessed link, which costs no hash', async () => {
    const { email } = await aUser('CUSTOMER')
    const reset = (whose: string) =>
      api.send('POST', '/api/reset-password', {
        body: {
          token: randomBytes(32).toString('base64url'),
          email: whose,
          password: 'batik-and-indigo',
          password_confirmation: 'batik-and-indigo',
        },
      })
    expect(shown(await reset(email))).toEqual(shown(await reset(unknown)))
    expect((await login(email, { password: PASSWORD })).status).toBe(200)
  })

  test('is not shown by the time a reply takes', { timeout: patience(720_000) }, async () => {
    const { email } = await aUser('CUSTOMER')
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < PAIRS; n++) {
      if (n % 4 === 0) later(2)
      const pair = [
        ['known', email],
        ['unknown', unknown],
      ] as const
      for (const [whose, address] of n % 2 ? pair : [...pair].reverse()) {
        const began = performance.now()
        await login(address)
        times[whose].push(performance.now() - began)
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
    console.info(
      `login, ${PAIRS} pairs, median: ${median(times.known).toFixed(2)} ms known, ${median(times.unknown).toFixed(2)} ms unknown`,
    )
    expect(hashes.compared).toBe(2 * PAIRS)
  })

  test('control: shows in the time when nobody is compared for unknown emails', async () => {
    hashes.isCareless = true
    await login(unknown)
    expect(hashes.compared).toBe(0)
    await login((await aUser('CUSTOMER')).email)
    expect(hashes.compared).toBe(1)
  })
})

describe('guessing secrets', () => {
  test('five hundred codes from new sessions and forged addresses count as sixty, and codes still work elsewhere', async () => {
    await insertRow('coupons', { code: 'WELCOME10', name: 'Welcome', type: 'percentage', value: 10 })
    const guests = await Promise.all(Array.from({ length: 100 }, aGuest))
    const path = '/api/checkout/coupons/validate'
    const replies = await all(500, i =>
      api.send('POST', path, {
        token: guests[i % 100]!.token,
        headers: forged(i),
        body: { coupon_code: `GUESS-${i}` },
      }),
    )
    expect(tally(replies)).toEqual({ 422: 60, 429: 440 })
    const { token } = await aGuest()
    expect(
      (
        await proxied.send('POST', path, {
          token,
          headers: { 'X-Forwarded-For': '198.51.100.8' },
          body: { coupon_code: 'WELCOME10' },
        })
      ).status,
    ).toBe(200)
  })

  test('tracking links are not found by trying, and all wrong ones look alike', async () => {
    const order = await anOrderOf({ [await aVariation()]: 1 })
    const right = tokenOf(order)
    const wrong = [
      ...Array.from({ length: 200 }, () => randomBytes(16).toString('hex')),
      right.slice(0, -1),
      `${right}0`,
      right.toUpperCase() === right ? right.toLowerCase() : right.toUpperCase(),
      '%25',
      String(order.id),
    ]
    const replies = await all(wrong.length, i => api.send('GET', `/api/orders/track/${wrong[i]}`))
    expect(new Set(replies.map(reply => JSON.stringify(shown(reply))))).toHaveProperty('size', 1)
    expect(replies[0]!.status).toBe(404)
    for (const [method, more] of [
      ['PATCH', ''],
      ['POST', '/pay'],
      ['GET', '/refunds'],
    ] as const)
      expect([more, (await api.send(method, `/api/orders/track/${wrong[0]}${more}`)).text]).toEqual([
        more,
        replies[0]!.text,
      ])
    expect((await api.send('GET', `/api/orders/track/${right}`)).status).toBe(200)
    expect(right).toMatch(/^[\w-]{22,}$/)
  })
})
