import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { refreshOf } from '#tests/support/people/cookies.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(openShop)
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => api.stop())

const refresh = (cookie: string) => api.send('POST', '/api/token/refresh', { body: {}, headers: { cookie } })
const opens = async (reply: Reply) =>
  (await api.send('GET', '/api/staff/orders', { token: (reply.body as unknown as { token: string }).token })).status
const signIn = async () => {
  const { email } = await aUser('MANAGER')
  return api.send('POST', '/api/login', { body: { email, password: PASSWORD } })
}
function later({ days = 0, seconds = 0 }) {
  vi.restoreAllMocks()
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + days * 86_400_000 + seconds * 1000)
}

describe('a till whose cookie is the one before', () => {
  // Before: 401 after half a minute, and the session was over for every tab.
  test.each([
    ['31 seconds', { seconds: 31 }],
    ['a night', { seconds: 14 * 3600 }],
    ['30 days', { days: 30 }],
  ])('goes on when the reply was lost and it asks again after %s', async (_, wait) => {
    const old = refreshOf(await signIn())
    const lost = await refresh(old)
    later(wait)
    const again = await refresh(old)
    expect([again.status, refreshOf(again)]).toEqual([200, refreshOf(lost)])
    expect((await refresh(refreshOf(again))).status).toBe(200)
  })

  test('goes on when the access token of the lost cookie had been used before the power was cut', async () => {
    const old = refreshOf(await signIn())
    expect(await opens(await refresh(old))).toBe(200)
    later({ days: 2 })
    const back = await refresh(old)
    expect([back.status, await opens(back)]).toEqual([200, 200])
  })

  test('goes on when it was cut off ten times in a row', async () => {
    let cookie = refreshOf(await signIn())
    for (let n = 1; n <= 10; n++) {
      later({ days: n })
      await refresh(cookie)
      later({ days: n, seconds: 3600 })
      cookie = refreshOf(await refresh(cookie))
    }
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('a copied cookie', () => {
  test('ends the family when it comes after its successor was used', async () => {
    const stolen = refreshOf(await signIn())
    const third = await refresh(refreshOf(await refresh(stolen)))
    later({ seconds: 31 })
    expect((await refresh(stolen)).status).toBe(401)
    expect((await refresh(refreshOf(third))).status).toBe(401)
    expect(await opens(third)).toBe(401)
  })

  test('ends the family when the thief was first and the person comes after', async () => {
    const own = refreshOf(await signIn())
    const thief = await refresh(refreshOf(await refresh(own)))
    later({ seconds: 31 })
    expect((await refresh(own)).status).toBe(401)
    expect(await opens(thief)).toBe(401)
  })

  test('ends the family when it is older than the one before, grace or not', async () => {
    const stolen = refreshOf(await signIn())
    let cookie = stolen
    for (let n = 0; n < 3; n++) cookie = refreshOf(await refresh(cookie))
    expect((await refresh(stolen)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
  })

  test('opens nothing once the person signed out', async () => {
    const first = await signIn()
    const second = await refresh(refreshOf(first))
    await api.send('POST', '/api/logout', { token: (second.body as unknown as { token: string }).token })
    for (const reply of [first, second]) expect((await refresh(refreshOf(reply))).status).toBe(401)
  })
})

describe('two tabs and a worker', () => {
  test('get one successor when they ask at once with the present cookie', async () => {
    const cookie = refreshOf(await signIn())
    const replies = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)))
    expect(new Set(replies.map(refreshOf)).size).toBe(1)
  })

  test('stay signed in when two ask at once with the cookie before and a third with the present one', async () => {
    const first = refreshOf(await signIn())
    const second = refreshOf(await refresh(first))
    const replies = await Promise.all([refresh(first), refresh(second), refresh(first), refresh(second)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const reply of replies) expect(await opens(reply)).toBe(200)
    const newest = await refresh(second)
    expect((await refresh(refreshOf(newest))).status).toBe(200)
  })

  test('stay signed in when a late reply puts the older cookie back into the jar', async () => {
    const first = refreshOf(await signIn())
    const late = refreshOf(await refresh(first))
    await refresh(late)
    later({ seconds: 900 })
    expect((await refresh(late)).status).toBe(200)
  })
})
