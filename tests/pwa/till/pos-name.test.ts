// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { thumbprintText, type PublicKey } from '#sync/protocol/signed.ts'
import { hashOf } from '#sync/till/proof/device-key.ts'
import { json } from '#tests/support/counter/shop-answers.ts'

/** The till's row in the shop; a test changes it. */
const row = { id: 2, code: 'T2', name: 'Counter tablet', device_id: '' }

async function answer(url: string, init?: RequestInit): Promise<Response> {
  if (url.startsWith('/api/token/refresh')) return json({ token: 'a-token', user: null })
  if (url !== '/api/staff/tills') return json({ till: row })
  const { device_id, public_key } = JSON.parse(String(init?.body)) as { device_id: string; public_key: PublicKey }
  Object.assign(row, { device_id })
  const key = {
    key_id: await hashOf(thumbprintText(public_key)),
    approved: true,
    chain: { seq: 0, hash: '' },
    certificate: 'a certificate',
  }
  return json({ till: { ...row, last_seq: 0, last_number: 0, ...key } })
}

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  vi.stubGlobal('fetch', vi.fn(answer))
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  localStorage.clear()
  localStorage.setItem('signed_in', JSON.stringify({ id: 7, name: 'Ama Owusu', role_code: 'MANAGER' }))
})
afterEach(() => vi.unstubAllGlobals())

/** What the till is called once a page of its own has loaded and somebody is signed in there. */
async function nameAfterLoad(given?: string): Promise<string | undefined> {
  vi.resetModules()
  const { session } = await import('#pwa/session/session.ts')
  const { becomeTill, till } = await import('#pwa/pos/till.ts')
  await session.renew()
  await becomeTill(given)
  return (await till.till.get('till'))?.name
}

test("takes a till's name from the back office the next time it opens", async () => {
  expect(await nameAfterLoad('Counter tablet')).toBe('Counter tablet')
  row.name = 'By the door'
  expect(await nameAfterLoad()).toBe('By the door')
})

test('asks a new device for its name before the shop hears of it, and a known one for nothing', async () => {
  const asked = () => vi.mocked(fetch).mock.calls.filter(([url]) => url === '/api/staff/tills')
  expect([await nameAfterLoad(), asked().length]).toEqual([undefined, 0])
  expect(await nameAfterLoad('By the window')).toBe(row.name)
  expect(asked().map(([, init]) => (JSON.parse(String(init?.body)) as { name: string }).name)).toEqual([
    'By the window',
  ])
  await nameAfterLoad()
  expect(asked()).toHaveLength(1)
})

test('keeps the name that was entered through a lost reply, and takes a better one', async () => {
  const names: string[] = []
  let isLost = true
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/staff/tills') names.push((JSON.parse(String(init?.body)) as { name: string }).name)
    if (url === '/api/staff/tills' && isLost) throw new TypeError('Failed to fetch')
    return answer(url, init)
  })
  await nameAfterLoad('Windw')
  await nameAfterLoad()
  await nameAfterLoad('Window')
  isLost = false
  await nameAfterLoad()
  expect(names).toEqual(['Windw', 'Windw', 'Window', 'Window'])
})

test("ignores another device's name under its number and malformed answers", async () => {
  row.name = 'Front'
  await nameAfterLoad('Front')
  Object.assign(row, { name: 'Elsewhere', device_id: 'another' })
  expect(await nameAfterLoad()).toBe('Front')
  for (const reply of [
    () => new Response('<html>'),
    () => json({ message: 'Later.', code: 'unavailable' }, 503),
    () => Promise.reject(new TypeError('fetch failed')),
  ]) {
    vi.stubGlobal('fetch', async (url: string) =>
      url.startsWith('/api/token/refresh') ? json({ token: 'a-token', user: null }) : reply(),
    )
    expect(await nameAfterLoad()).toBe('Front')
  }
})
