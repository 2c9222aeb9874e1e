import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aReader } from '#tests/support/shop/alerts.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
})
afterAll(() => api.stop())

const signUp = (email: string) => api.send('POST', '/api/newsletter', { body: { email } })
const open = (path: string) => api.send('POST', `/api/newsletter/${path}`, { body: {} })

test("somebody's address gets three letters a day, however often a stranger types it, and nothing more", async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => signUp('yaa@mail.test')))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await count('mails', "recipient = 'yaa@mail.test'")).toBe(3)
  expect(await count('newsletter_addresses', 'confirmed_at IS NOT NULL')).toBe(0)
})

test('a stranger does not learn whether an address gets the newsletter', async () => {
  const unknown = await signUp('yaa@mail.test')
  await execute('UPDATE newsletter_addresses SET confirmed_at = NOW(3)')
  const known = await signUp('yaa@mail.test')
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(await count('mails')).toBe(1)
})

test('the link that confirms does not end, the one that ends does not confirm, and neither is guessed', async () => {
  const { confirm_token, off_token } = await aReader()
  for (const path of [`off/${confirm_token}`, `confirm/${off_token}`, `off/${'x'.repeat(43)}`, 'confirm/x', 'off/%00'])
    expect((await open(path)).status).toBe(404)
  expect(await count('newsletter_addresses', 'confirmed_at IS NULL')).toBe(1)
  for (let n = 0; n < 55; n++) await open(`off/${'y'.repeat(43)}`)
  expect((await open(`off/${off_token}`)).status).toBe(429)
})

test('one internet address signs up thirty a minute', async () => {
  for (let n = 0; n < 30; n++) expect((await signUp(`n-${n}@mail.test`)).status).toBe(200)
  expect((await signUp('last@mail.test')).status).toBe(429)
})

// Before: each of these took a megabyte from anybody, and threw it away.
test('a link that ends letters takes what mail programs send, and nothing huge', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const off = (kind: string, body: string, token = 'x'.repeat(43)) =>
    api.send('POST', `/api/${kind}/off/${token}`, { body, headers })
  for (const kind of ['newsletter', 'alerts']) {
    expect((await off(kind, 'a'.repeat(4097))).status).toBe(413)
    expect((await off(kind, 'a'.repeat(4096))).status).toBe(404)
  }
  const { off_token } = await aReader()
  expect((await off('newsletter', 'List-Unsubscribe=One-Click', off_token)).status).toBe(200)
})

test('a page of another site neither signs anybody up nor ends a newsletter', async () => {
  const { off_token } = await aReader()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  for (const path of ['', `/off/${off_token}`])
    expect((await api.send('POST', `/api/newsletter${path}`, { headers, body: { email: 'a@mail.test' } })).status).toBe(
      403,
    )
})

test('a manager sees neither the number nor the addresses', async () => {
  const { token } = await aUser('MANAGER')
  for (const path of ['', '/csv'])
    expect((await api.send('GET', `/api/staff/newsletter${path}`, { token })).status).toBe(403)
})
