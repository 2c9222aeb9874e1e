// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, searchOf } from '#pwa/lib/api.ts'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import { forget, isGuest, isKnown, session, welcome, welcomeGuest } from '#pwa/session/session.ts'
import { signOut } from '#pwa/session/sign-in.ts'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

beforeEach(() => {
  forget()
  localStorage.clear()
})

describe('a call to the shop', () => {
  it('sends query lists in brackets and leaves out what is empty', () => {
    expect(
      decodeURIComponent(searchOf({ page: 2, sizes: ['UK10', 'UK12'], search_text: '', colours: undefined })),
    ).toBe('?page=2&sizes[]=UK10&sizes[]=UK12')
  })

  it('carries the token, puts ids into the path, and names the intent of a POST', async () => {
    const calls = shopThatAnswers(() => json({ order: {} }))
    welcome('secret', aUser())
    await api('GET /api/staff/orders/:id', { params: { id: 7 } })
    await api('POST /api/staff/tills', { body: { name: 'Counter', device_id: 'd' }, key: 'once' })
    expect(calls[0]).toMatchObject({
      method: 'GET',
      url: '/api/staff/orders/7',
      headers: { authorization: 'Bearer secret' },
    })
    expect(calls[0]!.headers).not.toHaveProperty('idempotency-key')
    expect(calls[1]!.headers).toMatchObject({ 'idempotency-key': 'once' })
  })

  it('asks for public data without a token and without waiting for one, so that the device may cache it', async () => {
    const calls = shopThatAnswers(() => json({ token: 'new', user: aUser() }))
    welcome('secret', aUser({ role_code: 'CUSTOMER' }))
    const ask = async () => {
      calls.length = 0
      await api('GET /api/shop')
      await api('GET /api/products', { query: { page: 2 } })
      await api('GET /api/products/:id', { params: { id: 3 } })
      await api('GET /api/categories')
      return calls.map(({ url, headers }) => [url, 'authorization' in headers])
    }
    const told = [
      ['/api/shop', false],
      ['/api/products?page=2', false],
      ['/api/products/3', false],
      ['/api/categories', false],
    ]
    expect(await ask()).toEqual(told)
    session.forget() // as after a reload
    expect([isKnown(), await ask()]).toEqual([true, told])
  })

  it('renews the token once and repeats the call once', async () => {
    const calls = shopThatAnswers(({ url, headers }) =>
      url === '/api/token/refresh'
        ? json({ token: 'new', user: aUser() })
        : headers.authorization === 'Bearer new'
          ? json({ user: {} })
          : json({ message: 'Who?', code: 'unauthenticated' }, 401),
    )
    welcome('old', aUser())
    await api('GET /api/account')
    expect(calls.map(({ url }) => url)).toEqual(['/api/account', '/api/token/refresh', '/api/account'])
    expect(session.token()).toBe('new')
  })

  it("gives up with the server’s words when the session is over, and keeps the till's teller", async () => {
    const calls = shopThatAnswers(() => json({ message: 'Please sign in.', code: 'unauthenticated' }, 401))
    welcome('old', aUser())
    await expect(api('POST /api/staff/tills', { body: { name: 'Counter', device_id: 'd' } })).rejects.toMatchObject({
      status: 401,
      body: { message: 'Please sign in.' },
    })
    expect(calls.map(({ url }) => url)).toEqual(['/api/staff/tills', '/api/token/refresh'])
    expect(isKnown()).toBe(true)
  })

  it('does not mistake a lost network for an ended session', async () => {
    shopThatAnswers(({ url }) => {
      if (url === '/api/token/refresh') throw new TypeError('Failed to fetch')
      return json({ message: 'Who?', code: 'unauthenticated' }, 401)
    })
    welcome('old', aUser())
    await expect(api('GET /api/staff/roles')).rejects.toMatchObject({ status: 0 })
  })

  it('starts a new guest session when it is over, and repeats only reads', async () => {
    const calls = shopThatAnswers(({ url, headers }) => {
      if (url === '/api/token/refresh') return json({ message: 'No.', code: 'unauthenticated' }, 401)
      if (url === '/api/guest') return json({ token: 'guest-2' }, 201)
      return headers.authorization === 'Bearer guest-2'
        ? json({ cart_items: {} })
        : json({ message: 'Who?', code: 'unauthenticated' }, 401)
    })
    welcomeGuest('guest-1')
    await api('GET /api/cart')
    expect(calls.map(({ url }) => url)).toEqual(['/api/cart', '/api/token/refresh', '/api/guest', '/api/cart'])
    expect(isGuest()).toBe(true)
    welcomeGuest('guest-1')
    await expect(api('POST /api/staff/tills', { body: { name: 'Counter', device_id: 'd' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(calls.filter(({ url }) => url === '/api/staff/tills')).toHaveLength(1)
  })

  it('says that the shop could not be reached, and what came back when it is not JSON', async () => {
    shopThatAnswers(() => {
      throw new TypeError('Failed to fetch')
    })
    await expect(api('GET /api/shop')).rejects.toMatchObject({ status: 0, body: { code: 'unavailable' } })
    shopThatAnswers(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(api('GET /api/shop')).rejects.toMatchObject({ status: 502, body: { code: 'internal' } })
  })

  it('shows the first message of each field, else the message', () => {
    const body = { message: 'Check the form.', code: 'validation' as const }
    expect(
      messagesOf(new ApiError(422, { ...body, errors: { name: ['Give a name.', 'Longer.'], email: ['Taken.'] } })),
    ).toEqual(['Give a name.', 'Taken.'])
    expect(messagesOf(new ApiError(429, body))).toEqual(['Check the form.'])
    expect(() => messagesOf(new RangeError('a fault of ours'))).toThrow(RangeError)
  })

  it('keeps the token out of storage and forgets the person at logout, offline too', async () => {
    welcome('secret', aUser())
    expect(localStorage.getItem('signed_in')).toContain('MANAGER')
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/secret|shop\.test/)
    shopThatAnswers(() => {
      throw new TypeError('Failed to fetch')
    })
    await signOut()
    expect([session.token(), isKnown(), JSON.parse(localStorage.getItem('signed_in')!)]).toEqual([null, false, null])
    vi.unstubAllGlobals()
  })
})
