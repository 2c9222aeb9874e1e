import { aReply } from '#tests/support/till/replica.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { pullWith } from '#sync/till/replica/pull.ts'

afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const signedIn = { token: () => 'a-token', refresh: async () => false }

test('asks for changes since a watermark and believes a whole reply', async () => {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => json(aReply('w2')))
  vi.stubGlobal('fetch', fetch)
  expect(await pullWith(signedIn)('w=1&x', 2000)).toEqual(aReply('w2'))
  expect(fetch.mock.calls[0]).toEqual([
    '/api/sync/pull?since=w%3D1%26x&limit=2000',
    expect.objectContaining({ redirect: 'manual', cache: 'no-store', headers: { authorization: 'Bearer a-token' } }),
  ])
})

test('takes a reply of a server that does not know every table', async () => {
  const whole = aReply('w2')
  const { search_words: _words, ...changes } = whole.changes
  const { search_words: _gone, ...deleted } = whole.deleted
  vi.stubGlobal('fetch', async () => json({ ...whole, changes, deleted }))
  expect(await pullWith(signedIn)('w1', 2000)).toEqual(whole)
})

test('says which till a pull is from', async () => {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => json(aReply('w2')))
  vi.stubGlobal('fetch', fetch)
  await pullWith(signedIn, { device_id: async () => 'a-device' })('', 2000)
  expect(fetch.mock.calls[0]![1].headers).toEqual({ authorization: 'Bearer a-token', 'x-device-id': 'a-device' })
})

test.each([
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['half a reply', () => new Response('{"watermark":"w2","chan', { headers: { 'content-type': 'application/json' } })],
  ['a reply without changes', () => json({ watermark: 'w2' })],
  ['204', () => new Response(null, { status: 204 })],
  ['403', () => json({}, 403)],
  ['503', () => json({}, 503)],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['a time-out', () => Promise.reject(new DOMException('', 'TimeoutError'))],
])('%s changes nothing', async (_, reply) => {
  vi.stubGlobal('fetch', async () => reply())
  expect(await pullWith(signedIn)('', 2000)).toBeNull()
})

test('believes only the shop, not a network, that it was revoked', async () => {
  vi.stubGlobal('fetch', async () =>
    json({ message: 'This till was revoked in the back office.', code: 'till_revoked' }, 403),
  )
  expect(await pullWith(signedIn)('w1', 2000)).toBe('revoked')
  for (const body of [{ code: 'forbidden' }, 'till_revoked', null]) {
    vi.stubGlobal('fetch', async () => json(body, 403))
    expect(await pullWith(signedIn)('w1', 2000)).toBeNull()
  }
})

test('starts over when the server does not know its watermark', async () => {
  vi.stubGlobal('fetch', async () => json({}, 422))
  expect(await pullWith(signedIn)('w1', 2000)).toBe('start_over')
})

test("answers a stranger's reply with one refresh and one repeat", async () => {
  const replies = [json({}, 401), json(aReply('w2'))]
  vi.stubGlobal('fetch', async () => replies.shift())
  expect(await pullWith({ token: () => 'stale', refresh: async () => true })('', 2000)).toEqual(aReply('w2'))
  vi.stubGlobal('fetch', async () => json({}, 401))
  expect(await pullWith({ token: () => 'stale', refresh: async () => true })('', 2000)).toBeNull()
  expect(await pullWith({ token: () => null, refresh: async () => false })('', 2000)).toBeNull()
})
