import '#tests/support/server/locks.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from '#sync/till/session.ts'

afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const ama = { id: 7, name: 'Ama Mensah' }

test('refreshes a token and its person by the cookie alone', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => json({ token: 'fresh', user: ama }))
  vi.stubGlobal('fetch', fetch)
  const session = createSession()
  expect(session.token()).toBeNull()
  expect(await session.refresh()).toBe(true)
  expect([session.token(), session.user()]).toEqual(['fresh', ama])
  expect(fetch.mock.calls[0]).toEqual([
    '/api/token/refresh',
    { method: 'POST', redirect: 'manual', cache: 'no-store', signal: expect.any(AbortSignal) },
  ])
})

test('ends the session on a refusal, not on a missing network', async () => {
  const session = createSession()
  session.accept('held', ama as never)
  for (const away of [
    () => Promise.reject(new TypeError('offline')),
    () => Promise.reject(new DOMException('', 'TimeoutError')),
    () => json({}, 503),
    () => json({}, 429),
    () => new Response('<html>'),
    () => json({}),
  ]) {
    vi.stubGlobal('fetch', async () => away())
    expect([await session.renew(), session.token()]).toEqual(['unreachable', 'held'])
  }
  vi.stubGlobal('fetch', async () => json({}, 401))
  expect([await session.renew(), session.token(), session.user()]).toEqual(['refused', null, null])
})

test('shares one request among many who ask at once, and takes turns across tabs', async () => {
  let running = 0
  let most = 0
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 10)) // in which the other tab would ask
    running -= 1
    return json({ token: 'fresh', user: null })
  })
  vi.stubGlobal('fetch', fetch)
  const [tab, other] = [createSession(), createSession()]
  expect(await Promise.all([tab.refresh(), tab.refresh(), tab.refresh(), other.refresh()])).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([fetch.mock.calls.length, most]).toEqual([2, 1])
})

test('lets a sign-in or sign-out during a refresh have the last word', async () => {
  let answer: (reply: Response) => void = () => {}
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  const session = createSession()
  session.accept('old')
  const afterLogout = session.renew()
  await new Promise(resolve => setTimeout(resolve)) // until it is asked
  session.forget()
  answer(json({ token: 'fresh' }))
  expect([await afterLogout, session.token()]).toEqual(['refused', null])
  const afterLogin = session.renew()
  await new Promise(resolve => setTimeout(resolve)) // until it is asked
  session.accept('signed in')
  answer(json({}, 401))
  expect([await afterLogin, session.token()]).toEqual(['renewed', 'signed in'])
})

test('tells listeners about a changed token', () => {
  const session = createSession()
  const seen: (string | null)[] = []
  const leave = session.subscribe(() => seen.push(session.token()))
  session.accept('a')
  session.forget()
  leave()
  session.accept('b')
  expect(seen).toEqual(['a', null])
})
