import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, apiAt, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { anApi } from '#tests/support/till/campaign-server.ts'
import { cookiesOf, refreshOf } from '#tests/support/people/cookies.ts'
import { openShop } from '#tests/support/server/shop.ts'

/** This process and another one, on one database. */
let shops: Api[]
beforeAll(async () => {
  const other = await anApi()
  shops = [await startApi(), apiAt(`http://127.0.0.1:${other.port}`, other.stop)]
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
})
afterAll(() => Promise.all(shops.map(shop => shop.stop())))

const shop = (n: number) => {
  const post = (path: string, body: object, cookie?: string) =>
    shops[n % 2]!.send('POST', `/api/${path}`, { body, headers: cookie ? { cookie } : {} })
  return {
    post,
    login: (email: string, password = 'wrong', cookie?: string) => post('login', { email, password }, cookie),
    refresh: (cookie: string) => post('token/refresh', {}, cookie),
  }
}
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort()

// Before: each process allowed five.
test('two processes allow five wrong tries together when forty come at once', async () => {
  const { email } = await aUser('MANAGER')
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => shop(n).login(email)))
  expect(statusesOf(replies)).toEqual([...Array<number>(5).fill(401), ...Array<number>(35).fill(429)])
})

test('the other process knows a device when one has set its cookie', async () => {
  const { email } = await aUser('MANAGER')
  const cookie = `device=${cookiesOf(await shop(0).login(email, PASSWORD)).get('device')!.value}`
  for (let n = 0; n < 6; n++) await shop(n).login(email)
  expect(statusesOf([await shop(0).login(email, PASSWORD), await shop(1).login(email, PASSWORD)])).toEqual([429, 429])
  expect(
    statusesOf([await shop(0).login(email, PASSWORD, cookie), await shop(1).login(email, PASSWORD, cookie)]),
  ).toEqual([200, 200])
})

test('one account is made when two processes register spellings of one email at once', async () => {
  const spellings = ['esi@shop.test', 'ESI@shop.test', ' esi@shop.test', 'esi@ｓhop.test']
  const replies = await Promise.all(
    spellings.map((email, n) =>
      shop(n).post('register', {
        name: 'Esi',
        email,
        phone: '0244123456',
        password: 'batik-and-indigo',
        password_confirmation: 'batik-and-indigo',
      }),
    ),
  )
  expect(statusesOf(replies)).toEqual([201, 422, 422, 422])
  expect(await select("SELECT email FROM users WHERE email LIKE 'esi%'")).toEqual([{ email: 'esi@shop.test' }])
})

test('one successor is given when tabs refresh at two processes at once, and theft is seen by either', async () => {
  const first = refreshOf(await shop(0).post('guest', {}))
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => shop(n).refresh(first)))
  expect(new Set(replies.map(refreshOf)).size).toBe(1)
  const third = refreshOf(await shop(1).refresh(refreshOf(replies[0]!)))
  expect((await shop(0).refresh(third)).status).toBe(200)
  expect((await shop(1).refresh(first)).status).toBe(401)
  expect((await shop(0).refresh(third)).status).toBe(401)
})
