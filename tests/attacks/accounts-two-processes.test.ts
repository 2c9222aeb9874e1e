import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db, execute, select } from '#api/db/database.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/api.ts'
import { cookiesOf, refreshOf } from '#tests/support/cookies.ts'
import { openShop } from '#tests/support/shop.ts'

/** Two of the shop on one database, with nothing in memory in common: as two processes have it. */
let shops: Api[]
beforeAll(async () => {
  const one = await startApi()
  vi.resetModules()
  const other = await import('#tests/support/api.ts')
  shops = [one, await other.startApi()]
})
beforeEach(async () => {
  await openShop()
  await execute('DELETE FROM tries')
})
afterAll(async () => {
  for (const shop of shops) shop.stop()
  await db.close() // the other one's is closed with the file
})

const post = (n: number, path: string, body: object, cookie = '') => shops[n % 2]!.send('POST', `/api/${path}`, { body, headers: cookie ? { cookie } : {} })
const login = (n: number, email: string, password = 'wrong', cookie = '') => post(n, 'login', { email, password }, cookie)
const refresh = (n: number, cookie: string) => post(n, 'token/refresh', {}, cookie)
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort()

// Before: each process allowed five.
test('two processes allow five wrong tries together when forty come at once', async () => {
  const { email } = await aUser('MANAGER')
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => login(n, email)))
  expect(statusesOf(replies)).toEqual([...Array<number>(5).fill(401), ...Array<number>(35).fill(429)])
})

test('the other process knows a device when one has set its cookie', async () => {
  const { email } = await aUser('MANAGER')
  const cookie = `device=${cookiesOf(await login(0, email, PASSWORD)).get('device')!.value}`
  for (let n = 0; n < 6; n++) await login(n, email)
  expect(statusesOf([await login(0, email, PASSWORD), await login(1, email, PASSWORD)])).toEqual([429, 429])
  expect(statusesOf([await login(0, email, PASSWORD, cookie), await login(1, email, PASSWORD, cookie)])).toEqual([200, 200])
})

test('one account is made when two processes register spellings of one e-mail at once', async () => {
  const spellings = ['esi@shop.test', 'ESI@shop.test', ' esi@shop.test', 'esi@ｓhop.test']
  const replies = await Promise.all(spellings.map((email, n) => post(n, 'register', { name: 'Esi', email, phone: '0244123456', password: 'batik-and-indigo', password_confirmation: 'batik-and-indigo' })))
  expect(statusesOf(replies)).toEqual([201, 422, 422, 422])
  expect(await select("SELECT email FROM users WHERE email LIKE 'esi%'")).toEqual([{ email: 'esi@shop.test' }])
})

test('one successor is given when tabs refresh at two processes at once, and theft is seen by either', async () => {
  const first = refreshOf(await post(0, 'guest', {}))
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => refresh(n, first)))
  expect(new Set(replies.map(refreshOf)).size).toBe(1)
  const third = refreshOf(await refresh(1, refreshOf(replies[0]!)))
  expect((await refresh(0, third)).status).toBe(200)
  expect((await refresh(1, first)).status).toBe(401)
  expect((await refresh(0, third)).status).toBe(401)
})
