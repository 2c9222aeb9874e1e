import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { type Api, apiAt, type Reply, startApi } from '#tests/support/server/api.ts'
import { anApi } from '#tests/support/till/campaign-server.ts'
import { payAtSandbox, PAID, type PayingShop, tally } from '#tests/support/shop/payments.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'
import { aWalletPayer, standing } from '#tests/support/shop/wallets.ts'

/** This process and another one, on one database and one provider. */
let shops: Api[]
let shop: PayingShop
beforeAll(async () => {
  const api = await startApi()
  shop = await payAtSandbox(api)
  process.env.PAYSTACK_API_URL = env.payments!.apiUrl
  process.env.PAYSTACK_PUBLIC_KEY = env.payments!.publicKey
  process.env.PAYSTACK_SECRET_KEY = env.payments!.secretKey
  const other = await anApi()
  shops = [api, apiAt(`http://127.0.0.1:${other.port}`, other.stop)]
})
beforeEach(async () => {
  await openShop()
  for (const table of ['tries', 'sandbox_transactions']) await execute(`DELETE FROM ${table}`)
  shop.chaos({ phone_after: 600_000 })
})
afterAll(async () => {
  await shop.sandbox.idle()
  shop.stop()
  await Promise.all(shops.map(each => each.stop()))
})

const charges = () => count('sandbox_transactions', "channel = 'mobile_money'")
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort()

test('two processes ask the phone once when twenty presses come at once, and book one payment', async () => {
  const payer = await aWalletPayer(shops[0]!, await aVariation())
  const { tracking_token, order } = payer
  const body = { tracking_token, network: 'mtn', phone: '024 123 4567' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => shops[n % 2]!.send('POST', '/api/payments/wallet', { body })),
  )
  expect(new Set(statusesOf(replies))).toEqual(new Set([200]))
  expect(new Set(replies.map(reply => standing(reply).wallet!.reference)).size).toBe(1)
  expect(await charges()).toBe(1)
  await execute('UPDATE sandbox_transactions SET answers_at = created_at')
  await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      shops[n % 2]!.send('PATCH', '/api/payments/wallet', { body: { tracking_token } }),
    ),
  )
  expect(await tally(order.id)).toEqual(PAID)
})

test('two processes send four prompts together to one phone when twelve orders ask at once', async () => {
  const goods = await aVariation()
  const payers = await Promise.all(Array.from({ length: 12 }, (_, n) => aWalletPayer(shops[n % 2]!, goods)))
  const replies = await Promise.all(payers.map(({ ask }) => ask({ phone: '024 999 0000' })))
  expect(statusesOf(replies)).toEqual([...Array<number>(4).fill(200), ...Array<number>(8).fill(429)])
})
