import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry, countTriesIn } from '#api/http/tries.ts'
import { inDatabase, inMemory } from '#api/http/tries-store.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { cookiesOf } from '#tests/support/people/cookies.ts'
import { aReset } from '#tests/support/people/people.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
let proxied: Api
beforeAll(async () => {
  api = await startApi()
  env.trustProxy = 1
  proxied = await startApi()
  env.trustProxy = 0
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => {
  api.stop()
  proxied.stop()
})

interface From {
  at?: Api
  cookie?: string
  from?: string
}
const post = (path: string, body: object, { at = api, cookie, from }: From = {}) =>
  at.send('POST', `/api/${path}`, {
    body,
    headers: { ...(cookie && { cookie }), ...(from && { 'X-Forwarded-For': from }) },
  })
const login = (email: string, password = 'wrong', asked: From = {}) => post('login', { email, password }, asked)
const statuses = async (count: number, ask: (n: number) => Promise<Reply>) => {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push((await ask(n)).status)
  return all
}
const deviceOf = (reply: Reply) => `device=${cookiesOf(reply).get('device')!.value}`
const AT_ONCE = 17
/** Fifty-one tries, some at once: which were refused. */
async function fiftyOne(ask: (n: number) => Promise<Reply>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < 51; n += AT_ONCE)
    all.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(n + i)))).map(({ status }) => status))
  return all.filter(status => status !== 401)
}
/** Somebody who signed in on a device, and the cookie that it has kept. */
async function onDevice() {
  const { email, id } = await aUser('MANAGER')
  const reply = await login(email, PASSWORD)
  return { email, id, cookie: deviceOf(reply), attributes: cookiesOf(reply).get('device')!.attributes }
}
/** Strangers try until they are refused. */
const hammer = async (email: string) => expect((await statuses(6, () => login(email))).at(-1)).toBe(429)

describe('spellings of one email', () => {
  // Before: 401 for each, as every spelling had five tries of its own.
  test('share five tries when their letters differ only to the eye', async () => {
    await aUser('SUPER_ADMINISTRATOR', { email: 'owner@shop.test' })
    const spellings = [
      'owner@shop.test',
      'OWNER@shop.test',
      ' owner@shop.test',
      'owner@SHOP.test',
      'owner@ｓhop.test',
      'owner@shop。test',
      'owner@sho\u200bp.test',
      'owner@s\u00adhop.test',
    ]
    expect(await statuses(8, n => login(spellings[n]!))).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })
})

describe('a device that its person signed in on', () => {
  // Before: 429 for the right password, for as long as somebody went on.
  test('signs in when strangers have used up all tries', async () => {
    const { email, cookie } = await onDevice()
    await hammer(email)
    expect((await login(email, PASSWORD)).status).toBe(429)
    expect((await login(email, PASSWORD, { cookie })).status).toBe(200)
  })

  test('signs in when its own address and all strangers together are refused', async () => {
    const { email, cookie } = await onDevice()
    expect(await fiftyOne(n => login(`person-${n}@shop.test`))).toEqual([429])
    await execute('UPDATE tries SET points = 1001')
    expect((await login(email, PASSWORD, { cookie })).status).toBe(200)
  })

  test('has five tries a minute of its own', async () => {
    const { email, cookie } = await onDevice()
    expect(await statuses(6, () => login(email, 'wrong', { cookie }))).toEqual([401, 401, 401, 401, 401, 429])
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  test('has them for all its people, the latest eight', async () => {
    let cookie = ''
    const emails: string[] = []
    for (let n = 0; n < 9; n++) {
      const { email } = await aUser('MANAGER')
      emails.push(email)
      cookie = deviceOf(await login(email, PASSWORD, { cookie }))
    }
    const [first, second] = emails as [string, string]
    for (const email of [first, second]) await hammer(email)
    expect((await login(second, PASSWORD, { cookie })).status).toBe(200)
    expect((await login(first, PASSWORD, { cookie })).status).toBe(429)
  })

  test('keeps a cookie that no script reads, for 400 days', async () => {
    const { attributes } = await onDevice()
    expect(attributes).toEqual(
      expect.arrayContaining(['httponly', 'samesite=strict', 'path=/', expect.stringMatching(/^expires=/)]),
    )
    const guest = await post('guest', {})
    expect(cookiesOf(guest).has('device')).toBe(false)
  })

  test('is given to somebody who came by the letter of a forgotten password', async () => {
    const { token, email } = await aReset()
    await hammer(email)
    const reply = await post('reset-password', {
      token,
      email,
      password: 'batik-and-indigo',
      password_confirmation: 'batik-and-indigo',
    })
    expect((await login(email, 'batik-and-indigo')).status).toBe(429)
    expect((await login(email, 'batik-and-indigo', { cookie: deviceOf(reply) })).status).toBe(200)
  })
})

describe('a cookie of a device is worth nothing', () => {
  const attacks: [what: string, forge: (own: string, other: string, id: number) => string][] = [
    ["it is another person's", (_, other) => other],
    ["another person's names this one", (_, other, id) => other.replace(/\.\d+-/, `.${id}-`)],
    ['its device was changed', own => own.replace(/=(.)/, (_all, first: string) => `=${first === 'A' ? 'B' : 'A'}`)],
    ['its mark was changed', own => own.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
    ['its mark is a guess', (own, _, id) => `${own.split('.')[0]}.${id}-${'A'.repeat(22)}`],
    ['it names nine people', (own, other) => `${other}${`.${other.split('.')[1]}`.repeat(7)}.${own.split('.')[1]}`],
    ['it is half of one', own => own.split('.')[0]!],
    ['it is no text at all', () => 'device=\xff\xfe'],
    ['it is very long', own => `${own}${'.1-AAAAAAAAAAAAAAAAAAAAAA'.repeat(200)}`],
  ]
  test.each(attacks)('when %s', async (_, forge) => {
    const [{ email, id, cookie }, other] = [await onDevice(), await onDevice()]
    await hammer(email)
    expect((await login(email, PASSWORD, { cookie: forge(cookie, other.cookie, id) })).status).toBe(429)
  })

  test('when the password changed since', async () => {
    const { email, id, cookie } = await onDevice()
    const { token } = await aUser('ADMINISTRATOR')
    await api.send('PATCH', `/api/staff/users/${id}`, { token, body: { password: 'batik-and-indigo' } })
    await hammer(email)
    expect((await login(email, 'batik-and-indigo', { cookie })).status).toBe(429)
  })

  test('but for the device on which it was changed', async () => {
    const { email, cookie } = await onDevice()
    const { token } = (await login(email, PASSWORD, { cookie })).body as unknown as { token: string }
    const body = { password: 'batik-and-indigo', password_confirmation: 'batik-and-indigo', current_password: PASSWORD }
    const changed = await api.send('PATCH', '/api/account', { token, body, headers: { cookie } })
    await hammer(email)
    expect((await login(email, 'batik-and-indigo', { cookie: deviceOf(changed) })).status).toBe(200)
  })

  test('as a session', async () => {
    const { cookie } = await onDevice()
    expect((await post('token/refresh', {}, { cookie: cookie.replace('device', 'refresh') })).status).toBe(401)
  })
})

describe('strangers', () => {
  // Before: a forged first address was a new one to a shop that believed the header; the last is the proxy's word.
  test('share fifty tries when they forge X-Forwarded-For, believed or not', async () => {
    const forged = (at: Api) => (n: number) =>
      login(`person-${n}@shop.test`, 'wrong', { at, from: `198.51.100.${n}, 203.0.113.200` })
    for (const at of [api, proxied]) expect(await fiftyOne(forged(at))).toEqual([429])
  })

  // Before: 401 for each, as 2^64 addresses had fifty tries each.
  test('share fifty tries when they walk through the addresses of one IPv6 network', async () => {
    const walk = (n: number) =>
      login(`person-${n}@shop.test`, 'wrong', { at: proxied, from: `2001:db8:7:9:${n.toString(16)}::${n}` })
    expect(await fiftyOne(walk)).toEqual([429])
    expect((await login('kofi@shop.test', 'wrong', { at: proxied, from: '2001:db8:7:a::1' })).status).toBe(401)
  })

  test('share a thousand tries when they come from everywhere, and the wait stays a minute', async () => {
    expect((await login('kofi@shop.test')).status).toBe(401)
    await execute('UPDATE tries SET points = 1000 WHERE points = 1')
    const elsewhere = (n: number) => login(`esi-${n}@shop.test`, 'wrong', { at: proxied, from: `198.51.100.${n}` })
    expect(
      (await Promise.all(Array.from({ length: 45 }, (_, n) => elsewhere(n)))).every(({ status }) => status === 429),
    ).toBe(true)
    expect(
      Number(
        (await login('yaw@shop.test', 'wrong', { at: proxied, from: '198.51.100.77' })).headers.get('retry-after'),
      ),
    ).toBeLessThanOrEqual(60)
  })

  // Before: 'Please wait a little'.
  test('are told for how long they are refused', async () => {
    await hammer('kofi@shop.test')
    const { body, headers } = await login('kofi@shop.test')
    expect(body.message).toBe(`Too many attempts. Try again in ${headers.get('retry-after')} seconds.`)
  })

  // Before: five guesses at a link's token a minute kept the person from using the real one.
  test('do not use up the tries of the right link with wrong ones', async () => {
    const { token, email } = await aReset()
    const reset = (guess: string) =>
      post('reset-password', {
        token: guess,
        email,
        password: 'batik-and-indigo',
        password_confirmation: 'batik-and-indigo',
      })
    expect(await statuses(6, n => reset(`guess-${n}`))).toEqual([422, 422, 422, 422, 422, 429])
    expect((await reset(token)).status).toBe(200)
  })
})

describe('an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:7:9::1', '2001:db8:7:9::/64'],
    ['2001:0DB8:0007:0009:ffff:ffff:ffff:ffff', '2001:db8:7:9::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ])('%s counts as %s', (ip, group) => expect(addressGroup(ip)).toBe(group))
})

describe('the store', () => {
  // Before: each process counted by itself, so two allowed ten.
  test('is shared when two processes count: what one has counted the other knows', async () => {
    const [one, other] = [inDatabase(5, 60), inDatabase(5, 60)]
    for (const counter of [one, other, one, other, one]) await counter.consume('somebody')
    await expect(other.consume('somebody')).rejects.toMatchObject({ consumedPoints: 6 })
  })

  test('allows five of forty tries when all come at once', async () => {
    const replies = await Promise.allSettled(
      Array.from({ length: 40 }, () => allowTry([{ key: 'at once', failures: 5 }])),
    )
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('can be exchanged, and this process counts by itself while it is away', async () => {
    const allowed = async () =>
      (await Promise.allSettled(Array.from({ length: 8 }, () => allowTry([{ key: 'away', failures: 5 }])))).filter(
        ({ status }) => status === 'fulfilled',
      ).length
    countTriesIn((...of) => Object.assign(inMemory(...of), { consume: () => Promise.reject(new Error('gone')) }))
    expect(await allowed()).toBe(5)
    countTriesIn(inMemory)
    expect(await allowed()).toBe(0)
    countTriesIn(inDatabase)
    expect(await allowed()).toBe(5)
  })

  test('gives no fresh tries when it falls silent after some were counted', async () => {
    const tries = () => allowTry([{ key: 'silenced', failures: 5 }])
    for (let i = 0; i < 5; i++) await tries()
    countTriesIn((...of) => Object.assign(inMemory(...of), { consume: () => Promise.reject(new Error('gone')) }))
    await expect(tries()).rejects.toMatchObject({ status: 429 })
    countTriesIn(inDatabase)
  })

  test('does not hold up a request for long when it does not answer', async () => {
    const consume = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    countTriesIn((...of) => Object.assign(inMemory(...of), { consume }))
    await allowTry([{ key: 'hangs', failures: 5 }])
    await allowTry([{ key: 'hangs', failures: 5 }])
    expect(consume).toHaveBeenCalledTimes(1) // who comes next does not wait for it
    countTriesIn(inDatabase)
  })

  test('keeps no address and no email, and nothing for long', async () => {
    await login('kofi@shop.test')
    const rows = await select<{ key: string; expire: number }>('SELECT `key`, expire FROM tries')
    expect(rows).toHaveLength(3)
    for (const { key, expire } of rows)
      expect([key, expire - Date.now() <= 60_000]).toEqual([expect.stringMatching(/^[\w-]{43}$/), true])
  })

  test('counts a try whose transaction is rolled back, with every connection of the shop in use', async () => {
    const { token } = (await post('guest', {})).body as unknown as { token: string }
    const ask = () => api.send('POST', '/api/checkout/coupons/validate', { token, body: { coupon_code: 'GUESS' } })
    const replies = await Promise.all(Array.from({ length: 40 }, ask))
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
    expect(await db.query('SELECT 1')).toBeTruthy()
  })
})
