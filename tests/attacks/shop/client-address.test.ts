import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { aMutation, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { inWords } from '#tests/support/till/signed-shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>
let jeans: number
beforeAll(async () => {
  env.trustProxy = 1
  api = await startApi()
  env.trustProxy = 0
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('ADMINISTRATOR')
  jeans = await aVariation(50)
})
afterAll(() => api.stop())

/** What a proxy may call the address of a client, and what the shop keeps of it. */
const ADDRESSES = [
  ['a full address', '2001:0db8:85a3:0000:0000:8a2e:0370:7334', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
  [
    'an address with an interface',
    'fe80:0000:0000:0000:0202:b3ff:fe1e:8329%interface-of-the-till',
    'fe80:0000:0000:0000:0202:b3ff:fe1e:8329%inter',
  ],
  ['4,000 letters', 'x'.repeat(4_000), 'x'.repeat(45)],
  ['a letter beyond ASCII', 'caf\u00e9', 'caf?'],
] as const

// Before: the sale was rejected, and every change by staff answered 500.
test.each(ADDRESSES)('books a sale and a change that come from %s', async (_, address, kept) => {
  const headers = { 'x-forwarded-for': address }
  const till = new SigningTill(api)
  await till.enrol(owner.token)
  await till.signIn(owner.token)
  const sale = () =>
    aSale({
      till_code: till.till.code,
      teller_id: owner.id,
      lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
    })
  const signed = await till.carry([till.sell(sale())], till, headers)
  const { body } = await api.send('POST', '/api/sync/push', {
    token: owner.token,
    headers,
    body: { protocol: 1, device_id: crypto.randomUUID(), mutations: [aMutation(sale())] },
  })
  expect([inWords(signed.said.verdicts), body.verdicts]).toMatchObject([['accepted'], [{ status: 'accepted' }]])
  expect(await select('SELECT DISTINCT ip FROM sync_verdicts')).toEqual([{ ip: kept }])

  const renamed = await api.send('PATCH', `/api/staff/tills/${till.till.id}`, {
    token: owner.token,
    headers,
    body: { name: 'Front' },
  })
  expect(renamed.status).toBe(200)
  expect(await select("SELECT ip FROM staff_changes WHERE subject = 'till' AND action = 'change'")).toContainEqual({
    ip: kept,
  })
  const signIn = { headers, body: { email: owner.email, password: PASSWORD } }
  expect((await api.send('POST', '/api/login', signIn)).status).toBe(200)
  await checkBooks()
})
